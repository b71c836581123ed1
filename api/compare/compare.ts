/** POST /api/compare: two PDFs in, the list of their differences out, and nothing of either kept. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  COMPARED_FILES,
  COMPARISON_PARTS,
  COMPARISON_TIMEOUT_MS,
  type ComparisonFailure,
  type ComparisonInput,
  comparisonKey,
  type ComparisonResult,
} from '#domain/compare.ts';
import type { ComparedDocuments } from '#domain/printing.ts';
import { type ErrorCode, ServiceError } from '#domain/problem-codes.ts';
import type { Region } from '#domain/region.ts';
import type { FailureCode } from '#domain/failure-codes.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { printedStore } from '#store/proof/printed.ts';
import { comparisonStore } from '#store/submissions/comparisons.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import type { Caller } from '#api/auth/caller.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { streamed } from '#api/http/body.ts';
import { DIGESTS } from '#api/http/checks/digests.ts';
import { PipelineSpecHeaders, requirePipelineSpec } from '#api/http/checks/pipeline-spec.ts';
import { Flag } from '#api/http/fields.ts';
import { disconnectSignal, disposeAtEnd } from '#api/http/disconnect-signal.ts';
import type { Context } from '#api/http/http.ts';
import { readFields } from '#api/http/query.ts';
import { file as binary } from '#src/contract/values.ts';
import { COMPARE_PARTS, StructuralDiffReport } from '#src/contract/comparison.ts';
import type { Headers } from '#api/operation.ts';
import { IDEMPOTENT_HEADERS, NEGOTIATED, QUOTA_HEADERS } from '#api/http/headers.ts';
import { fingerprintOf, IdempotencyHeaders, readIdempotencyHeader } from '#api/idempotency/key.ts';
import { PDF, printedForm } from '#api/proof/printed-form.ts';
import { chooseRegion } from '#api/submissions/options.ts';
import { setQuota, withinQuota } from '#api/submissions/quota.ts';
import { receivePair, uploadForm, type ReceivedPair } from '#api/http/upload.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

/** The form's fields besides the two files. */
const DiffFields = z.object({
  normalize_first: Flag.default(false).describe(
    'Whether the service normalizes both documents before the comparison. The call then counts two units.',
  ),
});

const JSON_TYPE = 'application/json';

const CHARGED_HEADERS: Headers = { ...IDEMPOTENT_HEADERS, ...QUOTA_HEADERS };

const CompareForm = z.object({ ...COMPARE_PARTS, ...DiffFields.shape });

const endpoints = [
  endpoint({
    method: 'post',
    path: '/api/compare',
    id: 'compare',
    tag: 'Normalization',
    summary: 'Compares two PDFs',
    access: withKeyOrSignIn({ scopes: ['normalize'], action: 'documents.write' }),
    headers: z.object({ ...IdempotencyHeaders.shape, ...PipelineSpecHeaders.shape, ...DIGESTS.shape }),
    // A comparison stores nothing of its files, and its answer is always awaited.
    refusedHeaders: ['X-Stateless', 'Prefer'],
    isIdempotencyOfHandler: true,
    body: streamed({ 'multipart/form-data': CompareForm }),
    answers: [
      {
        status: 200,
        description:
          'The differences. `Accept: application/pdf` gets them as pages to print: PDF/A-2b, the same bytes for the same two files, with shortened long lists.',
        content: { [JSON_TYPE]: StructuralDiffReport, [PDF]: binary },
        headers: { ...CHARGED_HEADERS, ...NEGOTIATED },
      },
    ],
    problems: [
      'malformed_upload',
      'body_incomplete',
      'not_a_pdf',
      'document_encrypted',
      'pipeline_spec_unavailable',
      'idempotency_key_conflict',
      'quota_exceeded',
      'quota_reserved',
      'payment_past_due',
      'idempotency_key_reused',
      'abnormal_usage',
      'too_many_at_once',
      'upload_stalled',
      'file_too_large',
      'unsupported_media_type',
      'document_rejected',
      'document_failed',
      'processing_timeout',
    ],
    problemHeaders: CHARGED_HEADERS,
    async handle({ ctx, caller, headers }, deps: Deps) {
      requirePipelineSpec(headers['Pipeline-Spec']);
      const key = readIdempotencyHeader(ctx);
      if (uploadForm(ctx) === 'raw') {
        throw new ServiceError('unsupported_media_type', 'Send multipart/form-data with file_a and file_b.');
      }
      const lease = deps.admission.hold(ctx, caller, 'comparisons');
      try {
        await using pair = await receive(ctx, caller, deps);
        // A caller who accepts every type gets the first one.
        const type = ctx.accepts(JSON_TYPE, PDF) || JSON_TYPE;
        ctx.vary('Accept');
        const body = await charged(ctx, caller, { pair, key, type }, deps);
        ctx.set('Content-Type', type);
        ctx.body = body;
      } finally {
        // The answer lies in memory until the caller has read it.
        disposeAtEnd(ctx, lease);
      }
    },
  }),
];

function depsOf({ database, artifacts, temporal, admission, settings, log }: Services) {
  return {
    comparisons: comparisonStore(database),
    printed: printedStore(database, artifacts),
    artifacts,
    temporal,
    admission,
    settings,
    log,
  };
}

export const compareFeature = feature(depsOf, endpoints);

type Pair = ReceivedPair<z.output<typeof DiffFields>>;

function receive(ctx: Context, caller: Caller, deps: Deps): Promise<Pair> {
  return receivePair(ctx, COMPARED_FILES, { caller, ...deps }, (fields) => readFields(fields, 'form', DiffFields));
}

interface Requested {
  readonly pair: Pair;
  readonly key: string | null;
  readonly type: string;
}

/** One unit, or two with normalizing first; charged only when there is a report. */
async function charged(
  ctx: Context,
  caller: Caller,
  { pair, key, type }: Requested,
  deps: Deps,
): Promise<string | Buffer> {
  const { comparisons, settings } = deps;
  const { organizationId } = caller;
  const { normalize_first: normalizeFirst } = pair.requested;
  const comparison = { id: randomUUID(), units: normalizeFirst ? 2 : 1 };
  const fingerprint = fingerprintOf({ a: pair.a.sha256, b: pair.b.sha256, normalizeFirst });
  const idempotent = key === null ? null : ({ endpoint: 'compare', key, fingerprint } as const);
  const { replayed, quota } = await withinQuota(ctx, caller, settings.publicUrl, () =>
    comparisons.accept(organizationId, comparison, idempotent),
  );
  setQuota(ctx, quota);
  if (replayed) ctx.set('Idempotent-Replayed', 'true');
  const requested = { comparisonId: comparison.id, normalizeFirst, type };
  const report = await compareStored(ctx, caller, pair, requested, deps).catch(async (error: unknown) => {
    if (!replayed) await comparisons.giveBack(organizationId, comparison.id);
    throw error;
  });
  // If this fails, the units stay reserved until a repetition uses them or the sweep releases them.
  await withinQuota(ctx, caller, settings.publicUrl, () => comparisons.charge(organizationId, comparison, idempotent));
  return report;
}

interface StoredRequest extends Pick<ComparisonInput, 'comparisonId' | 'normalizeFirst'> {
  readonly type: string;
}

/** Puts both documents under temporary keys, which are gone again when this returns, whatever happens. */
async function compareStored(
  ctx: Context,
  { organization, organizationId }: Caller,
  pair: Pair,
  { comparisonId, normalizeFirst, type }: StoredRequest,
  deps: Deps,
): Promise<string | Buffer> {
  const { a, b } = pair;
  const { artifacts, settings, log } = deps;
  const region = chooseRegion(null, organization, settings.homeRegion);
  const keyOf = (part: Parameters<typeof comparisonKey>[1]) => comparisonKey(comparisonId, part);
  const sizes = { sizeBytesA: a.sizeBytes, sizeBytesB: b.sizeBytes };
  try {
    await artifacts.putFile(region, keyOf('file_a'), a, 'application/pdf').catch(unavailable);
    await artifacts.putFile(region, keyOf('file_b'), b, 'application/pdf').catch(unavailable);
    const result = await run(ctx, { comparisonId, organizationId, region, normalizeFirst, ...sizes }, deps);
    if (result.kind === 'failure') throw problemOf(result.failure);
    if (type !== PDF) return new TextDecoder().decode(await artifacts.getBytes(region, keyOf('report')));
    const facts = Buffer.from(JSON.stringify(factsOf(pair, normalizeFirst, settings.publicUrl)));
    await artifacts.putBytes(region, keyOf('facts'), facts, JSON_TYPE).catch(unavailable);
    const input = { kind: 'comparison', id: comparisonId, organizationId, region } as const;
    return (await printedForm(ctx, input, deps)) ?? unavailable('The report is gone.');
  } finally {
    const failed = await removeAll(artifacts, region, COMPARISON_PARTS.map(keyOf));
    // The store removes objects by itself within a day if they cannot be removed now.
    if (failed.length > 0) log.warn({ err: failed[0], comparisonId }, 'temporary objects left');
  }
}

function factsOf({ a, b }: Pair, normalizeFirst: boolean, service: string): ComparedDocuments {
  const before = { sha256: a.sha256, sizeBytes: a.sizeBytes };
  const after = { sha256: b.sha256, sizeBytes: b.sizeBytes };
  return { service, before, after, normalizeFirst };
}

/** One after the other, the report before its pages: who keeps pages then sees that nobody waits for them. */
async function removeAll(artifacts: ArtifactStore, region: Region, keys: readonly string[]): Promise<unknown[]> {
  const failed: unknown[] = [];
  for (const key of keys) await artifacts.remove(region, key).catch((error: unknown) => failed.push(error));
  return failed;
}

/** A caller who leaves, or waits too long, takes the comparison along. */
async function run(ctx: Context, input: ComparisonInput, { temporal, settings }: Deps): Promise<ComparisonResult> {
  using disconnect = disconnectSignal(ctx);
  const late = AbortSignal.timeout(settings.comparisonTimeoutMs ?? COMPARISON_TIMEOUT_MS);
  const result = await temporal.compare(input, AbortSignal.any([disconnect.signal, late])).catch(unavailable);
  if (result !== null) return result;
  throw new ServiceError('processing_timeout', 'The documents could not be compared in the time there is.');
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
