/** The API on one screen: what every answer has in common, then the routes. */
import { Router } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import type { AccessTokens } from '#src/keys/access-token.ts';
import { mailTemplates } from '#src/mail/account-mails.ts';
import type { Payments } from '#src/payments/port.ts';
import { ServiceError } from '#domain/errors.ts';
import { API_VERSION } from '#domain/pipeline.ts';
import { acceptanceStore } from '#store/submissions/acceptance.ts';
import { accountDeletionStore } from '#store/privacy/account-deletions.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { attestationStore } from '#store/proof/attestations.ts';
import { auditLog } from '#store/organizations/audit.ts';
import { batchStore } from '#store/submissions/batches.ts';
import { billingStore } from '#store/billing/billing.ts';
import { comparisonStore } from '#store/submissions/comparisons.ts';
import type { Database } from '#store/database/database.ts';
import { erasureStore } from '#store/privacy/erasures.ts';
import { exportStore } from '#store/privacy/exports.ts';
import { purgeStore } from '#store/privacy/purge.ts';
import { crossTenantProbeStore } from '#store/organizations/cross-tenant-probes.ts';
import { invitationStore } from '#store/accounts/invitations.ts';
import { leakedKeyStore } from '#store/organizations/leaked-keys.ts';
import { mailStore } from '#store/mail/mails.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import { outputStore } from '#store/submissions/outputs.ts';
import { rateWindows } from '#store/database/rate-windows.ts';
import { referenceStore } from '#store/objects/references.ts';
import type { Sealer } from '#src/keys/sealing.ts';
import { sessionStore } from '#store/accounts/sessions.ts';
import { signingKeyStore } from '#store/proof/signing-keys.ts';
import { statsStore } from '#store/billing/stats.ts';
import { submissionLists } from '#store/submissions/submission-lists.ts';
import { submissionStore } from '#store/submissions/submissions.ts';
import { teamStore } from '#store/accounts/team.ts';
import { webhookEndpointStore } from '#store/webhooks/endpoints.ts';
import { webhookLog } from '#store/webhooks/delivery-log.ts';
import { workerHeartbeats } from '#store/database/worker-heartbeats.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import { accountRoutes, type AccountSettings } from './accounts/routes.ts';
import { artifactRoutes } from './submissions/artifacts.ts';
import { attestationRoutes } from './proof/attestations.ts';
import { authenticator } from './http/auth.ts';
import { batchRoutes, type BatchSettings } from './batches/batches.ts';
import { billingRoutes } from './billing/billing.ts';
import { problemPageRoutes } from './meta/problem-pages.ts';
import { clientAddresses } from './http/client-address.ts';
import { compareRoutes, type CompareSettings } from './compare/compare.ts';
import { crossTenantProbeLimit, type ProbeLimitSettings } from './http/cross-tenant-probe-limit.ts';
import { githubKeys } from './organization/github-keys.ts';
import { healthRoutes } from './meta/health.ts';
import { clientRequestIdOf, headersOf, newRequestId, type State } from './http/http.ts';
import { jwksRoutes } from './proof/jwks.ts';
import { mailStarter } from './accounts/mail-starter.ts';
import { normalizeRoutes, type NormalizeSettings } from './submissions/normalize.ts';
import { openApiRoutes } from './meta/openapi.ts';
import { portalAccess } from './organization/access.ts';
import { portalPageRoutes } from './meta/portal-pages.ts';
import { portalKeyRoutes } from './organization/api-keys.ts';
import { auditLogRoutes } from './organization/audit-log.ts';
import { dataRoutes, type DataSettings } from './privacy/data.ts';
import { organizationRoutes } from './organization/organization.ts';
import { teamRoutes } from './organization/team.ts';
import { statsRoutes } from './organization/stats.ts';
import { webhookRoutes } from './webhooks/webhooks.ts';
import { problems } from './http/problem.ts';
import { rateLimiter } from './http/rate-limit.ts';
import { reportRoutes } from './submissions/reports.ts';
import type { ReturnRules } from './billing/return-url.ts';
import { secretScanningRoutes } from './organization/secret-scanning.ts';
import { submissionRoutes } from './submissions/submissions.ts';

export interface Deps {
  readonly database: Database;
  readonly artifacts: ArtifactStore;
  readonly temporal: TemporalClient;
  readonly sealer: Sealer;
  readonly payments: Payments;
  readonly tokens: AccessTokens;
  readonly log: Logger;
  readonly settings: NormalizeSettings &
    CompareSettings &
    BatchSettings &
    ProbeLimitSettings &
    AccountSettings &
    DataSettings &
    ReturnRules & {
      /** Where GitHub's public keys are; without it nobody's reports of published keys are believed. */
      readonly secretScanningKeysUrl?: string | null;
    };
  /** False once the process has been asked to end. */
  readonly accepting: () => boolean;
  /** False once it can do its work no more, and only a new process can. */
  readonly alive: () => boolean;
}

export function createApp(deps: Deps): Koa<State> {
  const { log, settings } = deps;
  const router = createRouter(deps);
  const app = new Koa<State>();
  app.on('error', (error) => log.warn({ err: error }, 'answer broken off'));
  app.use(common());
  app.use(accessLog(log));
  app.use(problems(log, settings.publicUrl));
  app.use(requireHost());
  app.use(requireVersion());
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}

export function createRouter(deps: Deps): Router<State> {
  const { database, artifacts, temporal, log, settings, accepting, alive } = deps;
  const authenticate = authenticator(apiKeyStore(database));
  const acceptance = acceptanceStore(database);
  const comparisons = comparisonStore(database);
  const submissions = submissionStore(database);
  const lists = submissionLists(database);
  const outputs = outputStore(database);
  const references = referenceStore(database);
  const admitProbe = crossTenantProbeLimit({ crossTenantProbes: crossTenantProbeStore(database), settings, log });
  const attestations = attestationStore(database);
  const signingKeys = signingKeyStore(database);
  const heartbeats = workerHeartbeats(database);
  const checks = {
    database: () => database.ready(),
    temporal: () => temporal.ready(),
    storage: () => artifacts.ready(),
    workers: () => heartbeats.live(),
  };

  const routes = [
    healthRoutes(checks, accepting, alive),
    normalizeRoutes({ authenticate, acceptance, submissions, references, artifacts, temporal, settings, log }),
    submissionRoutes({ authenticate, submissions, lists, artifacts, temporal }),
    batchRoutes({ authenticate, batches: batchStore(database), lists, artifacts, temporal, settings, log }),
    compareRoutes({ authenticate, comparisons, artifacts, temporal, settings, log }),
    artifactRoutes({ authenticate, outputs, artifacts, admitProbe, temporal, log }),
    reportRoutes({ authenticate, outputs, submissions, admitProbe }),
    attestationRoutes({ authenticate, attestations, signingKeys, outputs, artifacts }),
    jwksRoutes(signingKeys, settings.publicUrl),
    openApiRoutes(settings.publicUrl),
    problemPageRoutes(),
    portalPageRoutes(),
    ...accountRoutes(deps),
    ...memberRoutes(deps),
  ];
  const router = new Router<State>();
  for (const room of routes) router.use(room.routes());
  return router;
}

/** What people use, who sign in, and what writes to them. */
function memberRoutes(deps: Deps): Router<State>[] {
  const { database, artifacts, tokens, sealer, payments, temporal, settings, log } = deps;
  const access = portalAccess(sessionStore(database), tokens);
  const { admit } = access;
  const endpoints = webhookEndpointStore(database, sealer);
  const mails = mailStore(database, sealer);
  const wording = mailTemplates(settings.publicUrl);
  const limit = rateLimiter(rateWindows(database), clientAddresses(settings.trustedProxies ?? []));
  const sendMails = mailStarter(temporal, log);
  const team = teamStore(database, invitationStore(database), mails, wording);
  const leakedKeys = leakedKeyStore(database, mails, wording);
  const keyOf = githubKeys(settings.secretScanningKeysUrl ?? null);
  return [
    organizationRoutes({ admit, organizations: organizationStore(database), database, temporal, log }),
    portalKeyRoutes({ admit, apiKeys: apiKeyStore(database) }),
    teamRoutes({ admit, team, limit, sendMails }),
    auditLogRoutes({ admit, audit: auditLog(database) }),
    secretScanningRoutes({ leakedKeys, keyOf, sendMails }),
    webhookRoutes({ admit, endpoints, webhookLog: webhookLog(database), temporal, settings, log }),
    statsRoutes({ admit, stats: statsStore(database) }),
    dataRoutes({ admit, ...dataStores(deps), artifacts, temporal, settings, log }),
    billingRoutes({ admit, billing: billingStore(database), payments, temporal, settings, log }),
  ];
}

function dataStores({ database, artifacts, sealer }: Deps) {
  const mails = mailStore(database, sealer);
  return {
    exports: exportStore(database),
    erasures: erasureStore(database, artifacts),
    deletions: accountDeletionStore(database, mails),
    purge: purgeStore(database, { mails, artifacts, sealer }),
  };
}

function common(): Middleware<State> {
  return (ctx, next) => {
    Object.assign(ctx.state, { requestId: newRequestId(), ...clientRequestIdOf(ctx.get('X-Request-Id')) });
    ctx.set(headersOf(ctx.state));
    return next();
  };
}

/** One line per request, written when the last byte has gone; 499 when the caller left before that. */
function accessLog(log: Logger): Middleware<State> {
  return (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      const { requestId, clientRequestId, organizationId } = ctx.state;
      const status = ctx.res.writableFinished ? ctx.res.statusCode : 499;
      const durationMs = Math.round(performance.now() - startedAt);
      const path = ctx.path.replace(INVITATION, '$1…');
      const who = { requestId, clientRequestId, organizationId };
      log.info({ ...who, method: ctx.method, path, status, durationMs }, 'request');
    });
    return next();
  };
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

function requireVersion(): Middleware<State> {
  return (ctx, next) => {
    const asked = ctx.get('Api-Version');
    if (asked === '' || asked === API_VERSION) return next();
    const members = { supported: [API_VERSION] };
    throw new ServiceError('unsupported_api_version', `The supported version is ${API_VERSION}.`, { members });
  };
}
