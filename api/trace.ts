/** Each request is a span, the root of the trace of what it starts (OpenTelemetry's conventions for HTTP). */
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Middleware } from 'koa';
import { type Context, routeOf, type State } from './http/http.ts';

/**
 * Callers are strangers: their trace is a link, so that nobody outside decides under which id, and whether at all, a request is
 * recorded.
 */
export function traced(): Middleware<State> {
  const tracer = trace.getTracer('fixpoint.http');
  return (ctx, next) => {
    const theirs = trace.getSpanContext(propagation.extract(context.active(), ctx.headers));
    const links = theirs === undefined ? [] : [{ context: theirs }];
    const span = tracer.startSpan(ctx.method, { kind: SpanKind.SERVER, root: true, links });
    ctx.res.once('close', () => end(span, ctx));
    return context.with(trace.setSpan(context.active(), span), next);
  };
}

function end(span: Span, ctx: Context): void {
  const { requestId, organizationId, submissionId } = ctx.state;
  const route = routeOf(ctx);
  const status = ctx.res.writableFinished ? ctx.res.statusCode : 499;
  span.updateName(`${ctx.method} ${route}`);
  span.setAttributes({
    'http.request.method': ctx.method,
    'http.route': route,
    'http.response.status_code': status,
    'fixpoint.request_id': requestId,
    ...(organizationId !== undefined && { 'fixpoint.organization_id': organizationId }),
    ...(submissionId !== undefined && { 'fixpoint.submission_id': submissionId }),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
