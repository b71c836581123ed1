/** The trace that the code at hand is part of, for the log. */
import { isSpanContextValid, trace } from '@opentelemetry/api';

/** Empty where there is none. */
export function activeTrace(): { readonly traceId?: string } {
  const active = trace.getActiveSpan()?.spanContext();
  return active !== undefined && isSpanContextValid(active) ? { traceId: active.traceId } : {};
}
