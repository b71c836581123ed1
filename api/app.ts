/** The API on one screen: what every answer has in common, then the routes. */
import { Router } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import type { AccessTokens } from '#src/accounts/access-token.ts';
import { ServiceError } from '#domain/errors.ts';
import { API_VERSION } from '#domain/pipeline.ts';
import { acceptanceStore } from '#store/acceptance.ts';
import { apiKeyStore } from '#store/api-keys.ts';
import type { ArtifactStore } from '#store/artifacts.ts';
import { attestationStore } from '#store/attestations.ts';
import { batchStore } from '#store/batches.ts';
import { comparisonStore } from '#store/comparisons.ts';
import type { Database } from '#store/orm.ts';
import { foreignHitStore } from '#store/foreign-hits.ts';
import { outputStore } from '#store/outputs.ts';
import { referenceStore } from '#store/references.ts';
import type { Sealer } from '#store/sealing.ts';
import { signingKeyStore } from '#store/signing-keys.ts';
import { submissionLists } from '#store/submission-lists.ts';
import { submissionStore } from '#store/submissions.ts';
import type { TemporalClient } from '#temporal/client.ts';
import { artifactRoutes } from './artifacts.ts';
import { attestationRoutes } from './attestations.ts';
import { authenticator } from './auth.ts';
import { batchRoutes, type BatchSettings } from './batches.ts';
import { catalogueRoutes } from './catalogue.ts';
import { compareRoutes, type CompareSettings } from './compare.ts';
import { foreignTeller, type ForeignSettings } from './foreign.ts';
import { healthRoutes } from './health.ts';
import { requestIdOf, type State } from './http.ts';
import { keyRoutes } from './keys.ts';
import { normalizeRoutes, type NormalizeSettings } from './normalize.ts';
import { openApiRoutes } from './openapi.ts';
import { problems } from './problem.ts';
import { reportRoutes } from './reports.ts';
import { submissionRoutes } from './submissions.ts';

export interface Deps {
  readonly database: Database;
  readonly artifacts: ArtifactStore;
  readonly temporal: TemporalClient;
  readonly sealer: Sealer;
  readonly tokens: AccessTokens;
  readonly log: Logger;
  readonly settings: NormalizeSettings &
    CompareSettings &
    BatchSettings &
    ForeignSettings & { readonly publicUrl: string };
  /** False once the process has been asked to end. */
  readonly accepting: () => boolean;
}

export function createApp(deps: Deps): Koa<State> {
  const { log, settings } = deps;
  const router = createRouter(deps);
  const app = new Koa<State>();
  app.on('error', (error) => log.warn({ err: error }, 'answer broken off'));
  app.use(common());
  app.use(accessLog(log));
  app.use(problems(log, settings.publicUrl));
  app.use(requireVersion());
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}

export function createRouter({ database, artifacts, temporal, log, settings, accepting }: Deps): Router<State> {
  const authenticate = authenticator(apiKeyStore(database));
  const acceptance = acceptanceStore(database);
  const comparisons = comparisonStore(database);
  const submissions = submissionStore(database);
  const lists = submissionLists(database);
  const outputs = outputStore(database);
  const references = referenceStore(database);
  const tellForeign = foreignTeller({ foreignHits: foreignHitStore(database), settings, log });
  const attestations = attestationStore(database);
  const signingKeys = signingKeyStore(database);
  const checks = {
    database: () => database.ready(),
    temporal: () => temporal.ready(),
    storage: () => artifacts.ready(),
  };

  const routes = [
    healthRoutes(checks, accepting),
    normalizeRoutes({ authenticate, acceptance, submissions, references, artifacts, temporal, settings, log }),
    submissionRoutes({ authenticate, submissions, lists, artifacts, temporal }),
    batchRoutes({ authenticate, batches: batchStore(database), lists, artifacts, temporal, settings, log }),
    compareRoutes({ authenticate, comparisons, artifacts, temporal, settings, log }),
    artifactRoutes({ authenticate, outputs, artifacts, tellForeign }),
    reportRoutes({ authenticate, outputs, submissions, tellForeign }),
    attestationRoutes({ authenticate, attestations, signingKeys, outputs, artifacts }),
    keyRoutes(signingKeys, settings.publicUrl),
    openApiRoutes(settings.publicUrl),
    catalogueRoutes(),
  ];
  const router = new Router<State>();
  for (const room of routes) router.use(room.routes());
  return router;
}

function common(): Middleware<State> {
  return (ctx, next) => {
    ctx.state.requestId = requestIdOf(ctx.get('X-Request-Id'));
    ctx.set({
      'X-Request-Id': ctx.state.requestId,
      'Api-Version': API_VERSION,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    return next();
  };
}

/** One line per request, written when the last byte has gone; 499 when the caller left before that. */
function accessLog(log: Logger): Middleware<State> {
  return (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      const { requestId, organizationId } = ctx.state;
      const status = ctx.res.writableFinished ? ctx.res.statusCode : 499;
      const durationMs = Math.round(performance.now() - startedAt);
      log.info({ requestId, organizationId, method: ctx.method, path: ctx.path, status, durationMs }, 'request');
    });
    return next();
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
