/** What is an organization's own to take with it, or to have removed: exports, erasures, and the end of the account. */
import { Router } from '@koa/router';
import type { Logger } from 'pino';
import { z } from 'zod';
import { COOLING_OFF_MS } from '#domain/account-deletion.ts';
import type { ErasureCounts } from '#domain/erasure.ts';
import { ServiceError } from '#domain/errors.ts';
import type { Region } from '#domain/region.ts';
import { type AccountDeletion, type AccountDeletionStore, deletionInput } from '#store/privacy/account-deletions.ts';
import { type ArtifactStore, exportKey } from '#store/objects/artifacts.ts';
import { countsOf, type Erasure, type ErasureStore } from '#store/privacy/erasures.ts';
import type { DataExport, ExportStore } from '#store/privacy/exports.ts';
import type { PurgeStore } from '#store/privacy/purge.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import { invalid, isUuid, readSha256, type State } from '#api/http/http.ts';
import { readOptionalJson } from '#api/http/json-body.ts';
import { linkSeconds } from '#api/http/link-life.ts';
import { chooseRegion } from '#api/submissions/options.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import { type Admit, type PortalCaller, requireRecentSignIn } from '#api/organization/access.ts';

export interface DataSettings {
  /** Of archives of organizations without a default region. */
  readonly homeRegion: Region;
  /** How long the deletion of an organization can be cancelled; 72 hours unless told. */
  readonly deletionCoolingOffMs?: number;
}

interface Deps {
  readonly admit: Admit;
  readonly exports: ExportStore;
  readonly erasures: ErasureStore;
  readonly deletions: AccountDeletionStore;
  readonly purge: Pick<PurgeStore, 'certificate'>;
  readonly artifacts: ArtifactStore;
  readonly temporal: Pick<
    TemporalClient,
    'startExport' | 'startErasure' | 'startDeletion' | 'cancelDeletion' | 'startMail'
  >;
  readonly settings: DataSettings;
  readonly log: Logger;
}

/** What is to be erased is said in words: a member that got lost on the way must not mean everything. */
export const ErasureWish = z
  .strictObject({
    contentHash: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/i, 'must be sha256: and 64 hexadecimal digits')
      .optional()
      .describe('Of an original, an output or a text: every document it stands for is meant.'),
    scope: z.literal('all', 'must be all').optional().describe('Every document is meant.'),
    dryRun: z.boolean().default(false).describe('Only counts what would be erased.'),
  })
  .refine(({ contentHash, scope }) => contentHash === undefined || scope === undefined, {
    path: ['scope'],
    message: 'is not taken with contentHash',
  })
  .meta({ oneOf: [{ required: ['contentHash'] }, { required: ['scope'] }] });

/** The specification: without a body everything is meant. */
const EVERYTHING = { scope: 'all', contentHash: undefined, dryRun: false } as const;

export function dataRoutes(deps: Deps): Router<State> {
  const router = new Router<State>();
  addExportRoutes(router, deps);
  addErasureRoutes(router, deps);
  addDeletionRoutes(router, deps);
  return router;
}

function addExportRoutes(router: Router<State>, deps: Deps): void {
  const { admit, exports, artifacts, settings } = deps;

  router.post('/api/portal/data-export', async (ctx) => {
    const { organization, organizationId, memberId } = await admit(ctx, 'export.write');
    readQuery(ctx, NoQuery);
    const region = chooseRegion(null, organization, settings.homeRegion);
    const requested = await exports.request(organizationId, memberId, region);
    await tryTo(deps, 'export', () => deps.temporal.startExport({ exportId: requested.id, organizationId }));
    ctx.status = 202;
    ctx.set('Location', `/api/portal/data-export/${requested.id}/status`);
    ctx.body = exportBody(requested);
  });

  router.get('/api/portal/data-export/:id/status', async (ctx) => {
    const { organizationId } = await admit(ctx, 'export.read');
    readQuery(ctx, NoQuery);
    ctx.body = exportBody(await findExport(exports, organizationId, ctx.params['id']));
  });

  router.get('/api/portal/data-export/:id/download', async (ctx) => {
    const { organizationId } = await admit(ctx, 'export.read');
    readQuery(ctx, NoQuery);
    const found = await findExport(exports, organizationId, ctx.params['id']);
    const status = statusOf(found);
    if (status === 'expired') throw noSuch('export', 'The archive has expired.');
    if (status !== 'completed') {
      const detail =
        status === 'failed' ? 'The export failed: request another one.' : 'The export is not complete yet.';
      throw new ServiceError('export_not_ready', detail, { members: { exportStatus: status } });
    }
    const { id, region, expiresAt = null } = found;
    const key = exportKey(organizationId, id);
    const filename = `fixpoint-export-${id}.zip`;
    const link = await artifacts.presignedGet(region, key, linkSeconds(expiresAt), filename, 'application/zip');
    // Without body: the link is in no page and in no cache, and is told to nobody.
    ctx.body = null;
    ctx.status = 302;
    ctx.set({ Location: link, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  });
}

function addErasureRoutes(router: Router<State>, deps: Deps): void {
  const { admit, erasures, temporal } = deps;

  router.post('/api/portal/erasure', async (ctx) => {
    const caller = await admit(ctx, 'erasure.write');
    const { organizationId, memberId } = caller;
    readQuery(ctx, NoQuery);
    const wish = (await readOptionalJson(ctx, ErasureWish)) ?? EVERYTHING;
    const { dryRun } = wish;
    const scope = wish.scope ?? readSha256(wish.contentHash ?? '');
    if (scope === null) throw invalid('body', '/contentHash', 'required', MISSING_HASH);
    if (scope === 'all') requireRecentSignIn(caller);
    if (dryRun) {
      const matchedSubmissions = await erasures.count(organizationId, scope);
      ctx.body = { status: 'dry_run', message: 'Nothing was erased.', erasureId: null, matchedSubmissions };
      return;
    }
    const erasure = await erasures.schedule(organizationId, memberId, scope);
    const erasureId = erasure.id;
    await tryTo(deps, 'erasure', () => temporal.startErasure({ erasureId, organizationId }, scope));
    ctx.set('Location', `/api/portal/erasure/${erasureId}`);
    ctx.body = { status: 'scheduled', message: ERASURE_MESSAGE, erasureId, matchedSubmissions: erasure.matched };
  });

  router.get('/api/portal/erasure/:id', async (ctx) => {
    const { organizationId } = await admit(ctx, 'erasure.write');
    readQuery(ctx, NoQuery);
    const id = ctx.params['id'] ?? '';
    const found = isUuid(id) ? await erasures.find(organizationId, id) : null;
    if (!found) throw noSuch('erasure', 'No such erasure.');
    ctx.body = erasureBody(found);
  });
}

function addDeletionRoutes(router: Router<State>, deps: Deps): void {
  const { admit, deletions, purge, temporal, settings } = deps;

  router.delete('/api/portal/data', async (ctx) => {
    const caller = await admit(ctx, 'deletion.request');
    requireRecentSignIn(caller);
    readQuery(ctx, NoQuery);
    const { organizationId, memberId } = caller;
    const { deletionCoolingOffMs = COOLING_OFF_MS } = settings;
    const { deletion, mailIds } = await deletions.request(organizationId, memberId, deletionCoolingOffMs);
    await tryTo(deps, 'deletion', () => temporal.startDeletion(deletionInput(deletion)));
    for (const mailId of mailIds) await tryTo(deps, 'mail', () => temporal.startMail(mailId));
    ctx.status = 202;
    ctx.body = { ...deletionBody(deletion), message: DELETION_MESSAGE };
  });

  router.get('/api/portal/data-deletion/status', async (ctx) => {
    const { organizationId } = await admit(ctx, 'deletion.read');
    readQuery(ctx, NoQuery);
    ctx.body = deletionBody(await findDeletion(deletions, organizationId));
  });

  router.delete('/api/portal/data-deletion/cancel', async (ctx) => {
    const caller = await admit(ctx, 'deletion.cancel');
    readQuery(ctx, NoQuery);
    await cancel(deps, caller);
    ctx.body = { status: 'cancelled', message: 'The deletion was cancelled. Nothing was deleted.' };
  });

  router.get('/api/deletion-certificates/:id', async (ctx) => {
    readQuery(ctx, NoQuery);
    const id = ctx.params['id'] ?? '';
    const certificate = isUuid(id) ? await purge.certificate(id) : null;
    if (certificate === null) throw noSuch('certificate', 'No such certificate, or its time is over.');
    ctx.body = certificate;
    ctx.type = 'application/jose';
  });
}

const MISSING_HASH = 'contentHash: must be given, unless scope is all';
const ERASURE_MESSAGE =
  'Erasure is scheduled. Objects that other organizations refer to stay with them; yours and everything about them goes.';
const DELETION_MESSAGE =
  'The organization and all its data will be deleted when the cooling-off period ends. Until then an owner or admin can cancel.';

/** Whether it is still time is for the workflow to say. */
async function cancel({ deletions, temporal }: Deps, { organizationId, memberId }: PortalCaller): Promise<void> {
  const deletion = await findDeletion(deletions, organizationId);
  const isCancelled =
    deletion.status === 'pending' && (await temporal.cancelDeletion(deletionInput(deletion), memberId));
  if (isCancelled) return;
  const until = deletion.cancellableUntil.toISOString();
  throw new ServiceError('cooling_off_expired', `The deletion could be cancelled until ${until}.`, {
    members: { cancellableUntil: until },
  });
}

/** What cannot be started now a sweep starts soon. */
async function tryTo({ log }: Deps, what: string, start: () => Promise<void>): Promise<void> {
  await start().catch((err: unknown) => log.warn({ err }, `${what} not started yet; the sweep will`));
}

async function findExport(exports: ExportStore, organizationId: string, id = ''): Promise<DataExport> {
  const found = isUuid(id) ? await exports.find(organizationId, id) : null;
  if (!found) throw noSuch('export', 'No such export.');
  return found;
}

async function findDeletion(deletions: AccountDeletionStore, organizationId: string): Promise<AccountDeletion> {
  const found = await deletions.find(organizationId);
  if (!found) throw noSuch('deletion', 'No deletion is pending.');
  return found;
}

function noSuch(resource: string, detail: string): ServiceError {
  return new ServiceError('not_found', detail, { members: { resource } });
}

function statusOf({ status, expiresAt }: DataExport): DataExport['status'] {
  return status === 'completed' && expiresAt && expiresAt <= new Date() ? 'expired' : status;
}

function exportBody(found: DataExport) {
  const { id: exportId, requestedAt, completedAt, expiresAt, sizeBytes } = found;
  const status = statusOf(found);
  return {
    exportId,
    status,
    requestedAt: requestedAt.toISOString(),
    ...(status === 'completed' && {
      completedAt: completedAt?.toISOString(),
      expiresAt: expiresAt?.toISOString(),
      sizeBytes,
    }),
  };
}

interface ErasureBody extends ErasureCounts {
  readonly erasureId: string;
  readonly status: Erasure['status'];
  readonly requestedAt: string;
  readonly completedAt: string | null;
  readonly matchedSubmissions: number;
  /** JWS in compact serialization. */
  readonly certificate: string | null;
}

function erasureBody(found: Erasure): ErasureBody {
  const { id: erasureId, status, requestedAt, completedAt, matched: matchedSubmissions, certificate } = found;
  return {
    erasureId,
    status,
    requestedAt: requestedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    matchedSubmissions,
    ...countsOf(found),
    certificate: certificate ?? null,
  };
}

/** What is being executed was pending a moment ago, and its caller signed in. */
function deletionBody({ requestedAt, cancellableUntil }: AccountDeletion) {
  return {
    status: 'pending',
    requestedAt: requestedAt.toISOString(),
    cancellableUntil: cancellableUntil.toISOString(),
  };
}
