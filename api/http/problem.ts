/** Any error becomes an RFC 9457 problem. An unknown error becomes a 500 with only the id of the request. */
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { type ErrorCode, ERRORS, ServiceError } from '#domain/problem-codes.ts';
import { metrics } from '#src/metrics/metrics.ts';
import { isOutage } from '#store/database/outage.ts';
import { notFoundPage, PLAIN_PAGE_HEADERS } from '#api/pages/plain-pages.ts';
import type { Context, State } from './http.ts';

export function problems(log: Logger, publicUrl: string): Middleware<State> {
  return async (ctx, next) => {
    try {
      await next();
      refuseUnrouted(ctx);
    } catch (error) {
      const clientGone = ctx.req.destroyed && !ctx.req.complete;
      if (clientGone) return; // the caller has left; the access log says 499
      const known = toServiceError(error);
      if (ERRORS[known.code].status >= 500) log.error({ err: error, requestId: ctx.state.requestId }, known.code);
      writeProblem(ctx, known, publicUrl);
    }
  };
}

/** The router leaves paths it does not know at 404, and wrong methods at 405 (or 501) with `Allow`, both without body. */
function refuseUnrouted(ctx: Context): void {
  if (ctx.body !== undefined && ctx.body !== null) return;
  if (ctx.status === 404) throw new ServiceError('not_found', 'There is nothing at this path.');
  if (ctx.status === 405 || ctx.status === 501) {
    throw new ServiceError('method_not_allowed', `${ctx.method} is not a method of this path.`);
  }
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isOutage(error)) return new ServiceError('service_unavailable', 'Please try again in a few seconds.');
  if (error instanceof URIError || isClientError(error)) {
    return new ServiceError('not_found', 'There is nothing at this path.');
  }
  return new ServiceError('internal_error', 'Something went wrong on our side; the request id leads us to it.');
}

/** The error of the router of Koa for a path that cannot be decoded. */
function isClientError(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'status') === 400 && Reflect.get(error, 'expose') === true;
}

function writeProblem(ctx: Context, error: ServiceError, publicUrl: string): void {
  const { status } = ERRORS[error.code];
  metrics.problems.inc({ code: error.code });
  setHeaders(ctx, error, status);
  ctx.status = status;
  if (status === 404 && isOfPages(ctx)) {
    ctx.vary('Accept');
    if (wantsPage(ctx)) {
      ctx.set(PLAIN_PAGE_HEADERS);
      ctx.body = notFoundPage(publicUrl, ctx.state.requestId);
      ctx.type = 'text/html';
      return;
    }
  }
  const where = { instance: ctx.path, requestId: ctx.state.requestId, publicUrl };
  ctx.body = JSON.stringify(problemBody(error, where));
  ctx.type = 'application/problem+json';
}

/** Every path in the OpenAPI document is a call for all callers. */
function isOfPages({ method, path }: Context): boolean {
  return (method === 'GET' || method === 'HEAD') && !CALLS.test(path);
}

/** Browsers name HTML; who takes anything gets the problem. */
function wantsPage(ctx: Context): boolean {
  return ctx.accepts('application/problem+json', 'application/json', 'text/html') === 'text/html';
}

const CALLS = /^\/(?:api|problems|codes|ns|\.well-known)(?:\/|$)/i;

interface Place {
  /** Path of the request. */
  readonly instance: string;
  readonly requestId: string;
  readonly publicUrl: string;
}

export function problemBody(error: ServiceError, { instance, requestId, publicUrl }: Place) {
  const { status, title, retryable } = ERRORS[error.code];
  return {
    type: `${publicUrl}/problems/${error.code}`,
    title,
    status,
    detail: error.message,
    instance,
    code: error.code,
    requestId,
    retryable,
    ...(error.errors.length > 0 && { errors: error.errors }),
    ...error.members,
  };
}

/** Refusals of what was no token. */
const WITHOUT_TOKEN: ReadonlySet<ErrorCode> = new Set(['missing_credentials', 'invalid_credentials']);

/** Headers that some answers need: RFC 6750, section 3, and RFC 9110, sections 10.2.3 and 15.5.9. */
function setHeaders(ctx: Context, error: ServiceError, status: number): void {
  if (status === 401) {
    const reason = WITHOUT_TOKEN.has(error.code) ? '' : ', error="invalid_token"';
    ctx.set('WWW-Authenticate', `Bearer realm="api"${reason}`);
  }
  if (error.code === 'insufficient_scope') {
    ctx.set('WWW-Authenticate', `Bearer realm="api", error="insufficient_scope", scope="${error.members.scope ?? ''}"`);
  }
  if (status === 503 && !ctx.res.hasHeader('Retry-After')) ctx.set('Retry-After', '5');
  if (status === 408) ctx.set('Connection', 'close');
}
