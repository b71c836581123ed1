/** The API on one screen: what every answer has in common, then the features. */
import { Router } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { ServiceError } from '#domain/problem-codes.ts';
import { API_VERSION } from '#domain/pipeline.ts';
import { metrics } from '#src/metrics/metrics.ts';
import { activeTrace } from '#src/tracing/active-trace.ts';
import { sessionStore } from '#store/accounts/sessions.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { openAdmission } from './admission/admission.ts';
import { callRate } from './admission/call-rate.ts';
import { holdBackRefused } from './admission/refused-callers.ts';
import type { Guards } from './auth/access.ts';
import { authenticator } from './auth/api-key.ts';
import type { Caller } from './auth/caller.ts';
import { clientAddresses } from './auth/client-address.ts';
import { portalAccess } from './auth/session.ts';
import { compression } from './compression.ts';
import { crossOrigin } from './cors.ts';
import type { Feature } from './define-endpoint.ts';
import { demoTicketsFeature } from './development/demo-tickets.ts';
import { FEATURES, OPERATIONS } from './endpoints.ts';
import { clientRequestIdOf, type Context, headersOf, newRequestId, routeOf, type State } from './http/http.ts';
import { inPieces } from './http/connection/in-pieces.ts';
import { problems } from './http/problem.ts';
import { openApiDocument } from './meta/openapi-document.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';
import { traced } from './trace.ts';

/** The process gives these parts. The app derives the others from them. */
type Given = Omit<Services, 'openApiDocument' | 'admission'>;

/** Node's codes for a connection that its other end has closed. */
const LEFT: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

export function createApp(services: Given): Koa<State> {
  const { log, settings } = services;
  const router = createRouter(services);
  const app = new Koa<State>();
  app.on('error', (error) => {
    // The access log has a line of its own for a caller who left.
    if (!LEFT.has(error.code)) log.warn({ err: error }, 'answer broken off');
  });
  app.use(common(settings));
  app.use(traced());
  app.use(accessLog(log));
  app.use(inPieces());
  app.use(compression());
  app.use(crossOrigin(settings.portalOrigins, OPERATIONS));
  app.use(problems(log, settings.publicUrl));
  app.use(requireHost());
  app.use(refuseRepeated());
  app.use(requireVersion());
  app.use(holdBackRefused());
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}

export function createRouter(services: Given): Router<State> {
  const all = {
    ...services,
    admission: openAdmission(services),
    openApiDocument: openApiDocument(OPERATIONS, services.settings.publicUrl),
  };
  const guards = guardsOf(services);
  const router = new Router<State>();
  for (const { routes } of featuresIn(services.settings.env)) router.use(routes(all, guards).routes());
  return router;
}

/** The route for signing in without a password exists only in development. */
function featuresIn(env: Settings['env']): readonly Feature[] {
  return env === 'development' ? [...FEATURES, demoTicketsFeature] : FEATURES;
}

function guardsOf({ database, tokens, settings }: Pick<Services, 'database' | 'tokens' | 'settings'>): Guards {
  const count = callRate(clientAddresses(settings.trustedProxies ?? []));
  const counted = <C extends Caller>(ctx: Context, caller: C): C => {
    count(ctx, caller);
    return caller;
  };
  const authenticate = authenticator(apiKeyStore(database));
  const { authorize, identify } = portalAccess(sessionStore(database), tokens);
  return {
    authenticate: async (ctx, ...scopes) => counted(ctx, await authenticate(ctx, ...scopes)),
    authorize: async (ctx, action) => counted(ctx, await authorize(ctx, action)),
    identify: async (ctx) => counted(ctx, await identify(ctx)),
  };
}

/** RFC 6797: for a year browsers use HTTPS alone. Only this host is named, since others of its domain may not be ours. */
const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=31536000' };

function common({ publicUrl }: Pick<Settings, 'publicUrl'>): Middleware<State> {
  const transport = publicUrl.startsWith('https:') ? STRICT_TRANSPORT : {};
  return (ctx, next) => {
    Object.assign(ctx.state, { requestId: newRequestId(), ...clientRequestIdOf(ctx.get('X-Request-Id')) });
    ctx.set({ ...headersOf(ctx.state), ...transport });
    return next();
  };
}

/** One line per request, written when the last byte has gone; 499 when the caller left before that. */
function accessLog(log: Logger): Middleware<State> {
  return (ctx, next) => {
    const startedAt = performance.now();
    metrics.httpRequestsInFlight.inc();
    const { traceId } = activeTrace();
    ctx.res.once('close', () => {
      const { requestId, clientRequestId, organizationId, submissionId } = ctx.state;
      const status = ctx.res.writableFinished ? ctx.res.statusCode : 499;
      const durationMs = Math.round(performance.now() - startedAt);
      countRequest(ctx, status, durationMs);
      const path = ctx.path.replace(INVITATION, '$1…');
      const who = { requestId, clientRequestId, organizationId, submissionId, traceId };
      log.info({ ...who, method: ctx.method, path, status, durationMs }, 'request');
    });
    return next();
  };
}

function countRequest(ctx: Context, status: number, durationMs: number): void {
  const route = routeOf(ctx);
  const statusClass = status === 499 ? '499' : `${Math.trunc(status / 100)}xx`;
  metrics.httpRequestsInFlight.dec();
  metrics.httpRequests.inc({ method: ctx.method, route, status_class: statusClass });
  metrics.httpRequestSeconds.observe({ route }, durationMs / 1000);
}

/** The token behind it lets somebody in. */
const INVITATION = /(\/auth\/invitations\/).*/i;

/** RFC 9112, section 3.2. Nothing depends on it here, but proxies that read it differently can be played off. */
function requireHost(): Middleware<State> {
  return ({ req }, next) => {
    const hosts = req.headersDistinct['host'] ?? [];
    if (hosts.length === 1 || (hosts.length === 0 && req.httpVersion !== '1.1')) return next();
    throw new ServiceError('malformed_request', 'A request of HTTP/1.1 has the header Host, once.');
  };
}

/** These fields have one value. Node takes the first of several, and a proxy may take another one (RFC 9110, section 5.3). */
const SINGLE_FIELDS = ['Authorization', 'Content-Type', 'If-Modified-Since', 'If-Unmodified-Since'];

function refuseRepeated(): Middleware<State> {
  return ({ req }, next) => {
    const repeated = SINGLE_FIELDS.find((name) => (req.headersDistinct[name.toLowerCase()] ?? []).length > 1);
    if (repeated === undefined) return next();
    throw new ServiceError('malformed_request', `A request has the header ${repeated} at most once.`);
  };
}

function requireVersion(): Middleware<State> {
  return (ctx, next) => {
    const asked = ctx.get('Api-Version');
    if (asked === '' || asked === API_VERSION) return next();
    const members = { supported: [API_VERSION] };
    throw new ServiceError('unsupported_api_version', `The supported version is ${API_VERSION}.`, { members });
  };
}
