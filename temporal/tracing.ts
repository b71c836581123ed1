/**
 * The interceptors of the SDK carry the trace through Temporal, in headers of started workflows and their activities.
 * Untraced calls have no such headers.
 */
import type { ClientInterceptors } from '@temporalio/client';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry/lib/client/index.js';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
} from '@temporalio/interceptors-opentelemetry/lib/worker/index.js';
import type { WorkerOptions } from '@temporalio/worker';
import type { Tracing } from '#src/tracing/tracing.ts';

export function tracedClient(): { interceptors: ClientInterceptors } {
  return { interceptors: { workflow: [new OpenTelemetryWorkflowClientInterceptor()] } };
}

/** For workers whose workflow bundle is traced too (`worker/bundle.ts`). */
export function tracedWorker({ spans, resource }: Tracing): Pick<WorkerOptions, 'interceptors' | 'sinks'> {
  return {
    interceptors: { activity: [(ctx) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(ctx) })] },
    sinks: { exporter: makeWorkflowExporter(spans, resource) },
  };
}
