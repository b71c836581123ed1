/** POST /api/compare: two PDFs in, the list of their differences out, and nothing of either kept. */
import { randomUUID } from 'node:crypto';
import { Router } from '@koa/router';
import type { Logger } from 'pino';
import { z } from 'zod';
import {
  COMPARED_FILES,
  COMPARISON_TIMEOUT_MS,
  type ComparisonFailure,
  type ComparisonInput,
  comparisonKey,
  type ComparisonResult,
} from '#domain/compare.ts';
import { type ErrorCode, ServiceError } from '#domain/errors.ts';
import { PLANS } from '#domain/plan.ts';
import type { FailureCode } from '#domain/report.ts';
import type { ArtifactStore } from '#store/artifacts.ts';
import type { TemporalClient } from '#temporal/client.ts';
import type { Authenticate, Caller } from './auth.ts';
import { invalid, queryFields, uniqueFields, type Context, type State } from './http.ts';
import type { NormalizeSettings } from './normalize.ts';
import { chooseRegion, Flag, LATER_HEADERS, notAvailable } from './options.ts';
import { receivePair, uploadForm, type ReceivedPair } from './upload.ts';

export interface CompareSettings {
  /** 60 seconds unless told. */
  readonly comparisonTimeoutMs?: number;
}

interface Deps {
  readonly authenticate: Authenticate;
  readonly artifacts: ArtifactStore;
  readonly temporal: TemporalClient;
  readonly settings: Pick<NormalizeSettings, 'homeRegion' | 'spoolDir' | 'uploadStallMs'> & CompareSettings;
  readonly log: Logger;
}

export function compareRoutes(deps: Deps): Router<State> {
  const router = new Router<State>();

  router.post('/api/compare', async (ctx) => {
    const caller = await deps.authenticate(ctx, 'normalize');
    const later = LATER_HEADERS.find((name) => ctx.get(name) !== '');
    if (later) throw notAvailable(later, 'header');
    uniqueFields(queryFields(ctx), 'query', []);
    if (uploadForm(ctx) === 'raw') {
      throw new ServiceError('unsupported_media_type', 'Send multipart/form-data with file_a and file_b.');
    }

    await using pair = await receive(ctx, caller, deps);
    const normalizeFirst = readNormalizeFirst(pair);
    ctx.type = 'application/json';
    ctx.body = await compareStored(ctx, caller, pair, normalizeFirst, deps);
  });

  return router;
}

function receive(ctx: Context, { organization }: Caller, { settings }: Deps): Promise<ReceivedPair> {
  const { planTier } = organization;
  const { spoolDir, uploadStallMs: stallMs = 30_000 } = settings;
  return receivePair(ctx, COMPARED_FILES, { spoolDir, planTier, stallMs, ...PLANS[planTier] });
}

const Fields = z.object({ normalize_first: Flag.default(false) });

function readNormalizeFirst({ fields }: ReceivedPair): boolean {
  const values = uniqueFields(fields, 'form', Object.keys(Fields.shape));
  const parsed = Fields.safeParse(Object.fromEntries(values));
  if (parsed.success) return parsed.data.normalize_first;
  throw invalid('form', 'normalize_first', 'invalid_enum', 'normalize_first must be one of true, false, 1, 0');
}

/** Puts both documents under temporary keys, which are gone again when this returns, whatever happens. */
async function compareStored(
  ctx: Context,
  { organization, organizationId }: Caller,
  { a, b }: ReceivedPair,
  normalizeFirst: boolean,
  deps: Deps,
): Promise<string> {
  const { artifacts, settings, log } = deps;
  const comparisonId = randomUUID();
  const region = chooseRegion(null, organization, settings.homeRegion);
  const keys = { a: comparisonKey(comparisonId, 'file_a'), b: comparisonKey(comparisonId, 'file_b') };
  const report = comparisonKey(comparisonId, 'report');
  const sizes = { sizeBytesA: a.sizeBytes, sizeBytesB: b.sizeBytes };
  try {
    await artifacts.putFile(region, keys.a, a.path, a.sizeBytes, 'application/pdf').catch(unavailable);
    await artifacts.putFile(region, keys.b, b.path, b.sizeBytes, 'application/pdf').catch(unavailable);
    const result = await run(ctx, { comparisonId, organizationId, region, normalizeFirst, ...sizes }, deps);
    if (result.kind === 'failure') throw problemOf(result.failure);
    if (result.kind === 'report') return JSON.stringify(result.report);
    return new TextDecoder().decode(await artifacts.getBytes(region, report));
  } finally {
    const removed = await Promise.allSettled([keys.a, keys.b, report].map((key) => artifacts.remove(region, key)));
    const failed = removed.find(({ status }) => status === 'rejected');
    // What cannot be removed now the store removes by itself within a day.
    if (failed) log.warn({ err: failed, comparisonId }, 'temporary objects left');
  }
}

/** A caller who leaves, or waits too long, takes the comparison along. */
async function run(ctx: Context, input: ComparisonInput, { temporal, settings }: Deps): Promise<ComparisonResult> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  ctx.res.once('close', leave);
  const late = AbortSignal.timeout(settings.comparisonTimeoutMs ?? COMPARISON_TIMEOUT_MS);
  try {
    const result = await temporal.compare(input, AbortSignal.any([gone.signal, late])).catch(unavailable);
    if (result !== null) return result;
    throw new ServiceError('processing_timeout', 'The documents could not be compared in the time there is.');
  } finally {
    ctx.res.off('close', leave);
  }
}

function unavailable(cause: unknown): never {
  throw new ServiceError('service_unavailable', 'The documents were not compared; please send them again.', { cause });
}

/** The failures that are not about the documents' content. */
const PROBLEMS: Partial<Record<FailureCode, ErrorCode>> = {
  PASSWORD_REQUIRED: 'document_encrypted',
  UNSUPPORTED_ENCRYPTION: 'document_encrypted',
  EMPTY_FILE: 'not_a_pdf',
  NOT_A_PDF: 'not_a_pdf',
  POLICY_REJECTION: 'document_rejected',
  PROCESSING_TIMEOUT: 'processing_timeout',
  WORKER_UNAVAILABLE: 'service_unavailable',
  STORAGE_ERROR: 'service_unavailable',
  INTERNAL_ERROR: 'internal_error',
};

function problemOf({ file, code, message }: ComparisonFailure): ServiceError {
  const errors = file === null ? [] : [{ in: 'form', name: file, code, detail: message } as const];
  return new ServiceError(PROBLEMS[code] ?? 'document_failed', message, { errors, members: { failureCode: code } });
}
