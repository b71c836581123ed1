/** POST /api/normalize: takes a PDF in, starts its workflow, and answers with the result when it comes soon enough. */
import { Router } from '@koa/router';
import type { Logger } from 'pino';
import { ServiceError } from '#domain/errors.ts';
import { API_VERSION } from '#domain/pipeline.ts';
import { PLANS } from '#domain/plan.ts';
import type { Region } from '#domain/region.ts';
import { originalKey, type ArtifactStore } from '#store/artifacts.ts';
import { isTerminal, type SubmissionRecord, type SubmissionStore } from '#store/submissions.ts';
import type { TemporalClient } from '#temporal/client.ts';
import { sendPdf } from './artifacts.ts';
import type { Authenticate, Caller } from './auth.ts';
import { queryFields, uniqueFields, type Context, type State } from './http.ts';
import { normalizeResponse } from './normalize-response.ts';
import { chooseRegion, LATER_HEADERS, notAvailable, readOptions, type RequestedOptions } from './options.ts';
import { readPrefer, type Preferences } from './prefer.ts';
import { MAX_WAIT_SECONDS, POLL_SECONDS, settle } from './submissions.ts';
import { receivePdf, uploadForm, type ReceivedPdf, type UploadForm } from './upload.ts';

export interface NormalizeSettings {
  readonly homeRegion: Region;
  readonly spoolDir: string;
  readonly syncMaxBytes: number;
  readonly syncTimeoutMs: number;
  /** How long an upload may stand still; 30 seconds unless told. */
  readonly uploadStallMs?: number;
}

interface Deps {
  readonly authenticate: Authenticate;
  readonly submissions: SubmissionStore;
  readonly artifacts: ArtifactStore;
  readonly temporal: TemporalClient;
  readonly settings: NormalizeSettings;
  readonly log: Logger;
}

export function normalizeRoutes(deps: Deps): Router<State> {
  const router = new Router<State>();

  router.post('/api/normalize', async (ctx) => {
    const caller = await deps.authenticate(ctx, 'normalize');
    const later = LATER_HEADERS.find((name) => ctx.get(name) !== '');
    if (later) throw notAvailable(later, 'header');

    const form = uploadForm(ctx);
    const prefer = readPrefer(ctx.get('Prefer'));
    const record = await receive(ctx, form, prefer, caller, deps);
    const waitMs = waitTime(prefer, record.sizeBytes, deps.settings);
    const settled = waitMs > 0 ? await settle(record, waitMs, deps.submissions, deps.temporal) : record;
    await answer(ctx, form, prefer, settled ?? record, deps.artifacts);
  });

  return router;
}

/** From the request to a started submission; the spool file is gone when this returns. */
async function receive(ctx: Context, form: UploadForm, prefer: Preferences, caller: Caller, deps: Deps) {
  const { planTier } = caller.organization;
  const { spoolDir, uploadStallMs: stallMs = 30_000 } = deps.settings;
  const query = queryFields(ctx);
  // A raw body has its options beside it: judged before the first byte of the document is read.
  const early = form === 'raw' ? readOptions(query, 'query') : refuseQuery(query);
  const { maxFileBytes } = PLANS[planTier];
  await using pdf = await receivePdf(ctx, form, { spoolDir, planTier, maxFileBytes, stallMs });
  const requested = early ?? readOptions(pdf.fields, 'form');
  const waits = waitTime(prefer, pdf.sizeBytes, deps.settings) > 0;
  // Awaited here: the file is removed when this function is left.
  return await accept(ctx, caller, pdf, requested, waits ? 'sync' : 'async', deps);
}

/** A form keeps its options inside. */
function refuseQuery(query: ReturnType<typeof queryFields>): null {
  uniqueFields(query, 'query', []);
  return null;
}

async function accept(
  ctx: Context,
  { organization, organizationId }: Caller,
  pdf: ReceivedPdf,
  requested: RequestedOptions,
  priority: 'sync' | 'async',
  { artifacts, submissions, temporal, settings, log }: Deps,
): Promise<SubmissionRecord> {
  const { path, sha256, sizeBytes } = pdf;
  const { options } = requested;
  const region = chooseRegion(requested.region, organization, settings.homeRegion);

  await artifacts.putFile(region, originalKey(sha256), path, sizeBytes, 'application/pdf').catch(unavailable);
  const { requestId } = ctx.state;
  const facts = { region, originalSha256: sha256, sizeBytes, options, requestId, apiVersion: API_VERSION };
  const record = await submissions.create(organizationId, facts);
  try {
    const { submissionId, originalSha256 } = record;
    await temporal.startSubmission(
      { submissionId, organizationId, region, originalSha256, sizeBytes, options },
      priority,
    );
  } catch (error) {
    // The start may have gone through all the same: only a submission nobody has begun can be taken back.
    if (await submissions.withdraw(organizationId, record.submissionId)) unavailable(error);
    log.warn({ err: error, submissionId: record.submissionId }, 'start answered with an error, but has happened');
  }
  return record;
}

function unavailable(cause: unknown): never {
  throw new ServiceError('service_unavailable', 'The document was not accepted; please send it again.', { cause });
}

function waitTime(prefer: Preferences, sizeBytes: number, settings: NormalizeSettings): number {
  if (prefer.respondAsync) return 0;
  if (prefer.waitSeconds !== null) return Math.min(prefer.waitSeconds, MAX_WAIT_SECONDS) * 1000;
  return sizeBytes <= settings.syncMaxBytes ? settings.syncTimeoutMs : 0;
}

async function answer(
  ctx: Context,
  form: UploadForm,
  prefer: Preferences,
  record: SubmissionRecord,
  artifacts: ArtifactStore,
): Promise<void> {
  ctx.set('X-Submission-Id', record.submissionId);
  if (prefer.respondAsync) ctx.set('Preference-Applied', 'respond-async');
  else if (prefer.waitSeconds !== null) {
    ctx.set('Preference-Applied', `wait=${Math.min(prefer.waitSeconds, MAX_WAIT_SECONDS)}`);
  }
  if (!isTerminal(record) || prefer.respondAsync) return answerAccepted(ctx, record, artifacts);
  if (form === 'raw') return answerRaw(ctx, record, artifacts);
  ctx.body = await normalizeResponse(record, artifacts);
}

async function answerAccepted(ctx: Context, record: SubmissionRecord, artifacts: ArtifactStore): Promise<void> {
  ctx.status = 202;
  ctx.set('Location', `/api/submissions/${record.submissionId}`);
  ctx.set('Retry-After', String(POLL_SECONDS));
  ctx.body = await normalizeResponse(record, artifacts);
}

/** A caller who sent a PDF gets a PDF or a problem, never JSON that ends up in a `.pdf`. */
async function answerRaw(ctx: Context, record: SubmissionRecord, artifacts: ArtifactStore): Promise<void> {
  const output = record.report?.normalized;
  if (output) return sendPdf(ctx, artifacts, { ...output, region: record.region });

  const submission = await normalizeResponse(record, artifacts);
  const code = record.status === 'REJECTED' ? 'document_rejected' : 'document_failed';
  const detail = submission.failure?.message ?? 'The document could not be normalized.';
  throw new ServiceError(code, detail, { members: { submission } });
}
