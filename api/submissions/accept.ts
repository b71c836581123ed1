/** This makes an accepted submission of an uploaded document: stored, counted, and started when it has its place. */
import type { Logger } from 'pino';
import { ServiceError } from '#domain/problem-codes.ts';
import { API_VERSION } from '#domain/pipeline.ts';
import type { Region } from '#domain/region.ts';
import { inputOf, priorityOf } from '#domain/submission.ts';
import type { Accepted, AcceptanceStore } from '#store/submissions/acceptance.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { objectKey, type StoredObject } from '#store/objects/object-key.ts';
import type { IdempotentUse } from '#store/submissions/idempotency.ts';
import { ClaimLost, type ReferenceStore } from '#store/objects/references.ts';
import type { SubmissionRecord } from '#store/submissions/submissions.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import { type Caller, creatorOf } from '#api/auth/caller.ts';
import type { Context } from '#api/http/http.ts';
import { fingerprintOf } from '#api/idempotency/key.ts';
import type { RequestedOptions } from './options.ts';
import { withinQuota, setQuota } from './quota.ts';
import type { SpooledPdf } from '#api/http/spool.ts';

/** A normalize request, read and judged as a whole. */
export interface NormalizeRequest {
  readonly requested: RequestedOptions;
  readonly region: Region;
  readonly idempotencyKey: string | null;
  readonly stateless: boolean;
  /** Whether the caller waits for the end. */
  readonly waits: boolean;
}

export interface AcceptedPdf extends Accepted {
  /** It could not be started: there is nothing to wait for yet. */
  readonly delayed: boolean;
}

interface Deps {
  readonly acceptance: AcceptanceStore;
  readonly references: ReferenceStore;
  readonly artifacts: ArtifactStore;
  readonly temporal: TemporalClient;
  readonly settings: { readonly publicUrl: string };
  readonly log: Logger;
}

export async function acceptPdf(
  ctx: Context,
  caller: Caller,
  pdf: SpooledPdf,
  request: NormalizeRequest,
  deps: Deps,
): Promise<AcceptedPdf> {
  const { organization, organizationId } = caller;
  const { acceptance, settings } = deps;
  const { requested, region, stateless, waits } = request;
  const { sha256: originalSha256, sizeBytes } = pdf;
  const idempotent = idempotentUse(request, originalSha256);
  const { options, webhookUrl, batchId, clientReference, metadata } = requested;
  const { requestId } = ctx.state;
  const facts = {
    ...creatorOf(caller),
    region,
    originalSha256,
    sizeBytes,
    options,
    requestId,
    apiVersion: API_VERSION,
  };
  const accepted = await withinQuota(ctx, caller, settings.publicUrl, async () => {
    const submission = { ...facts, webhookUrl, batchId, clientReference, metadata, stateless, asynchronous: !waits };
    if (stateless) return acceptance.accept(organizationId, submission, idempotent);
    // A request is checked before its document is stored.
    await acceptance.foresee(organization, idempotent);
    return storedFirst(organizationId, pdf, region, deps, (claimed) =>
      acceptance.accept(organizationId, { ...submission, claimed }, idempotent),
    );
  });
  setQuota(ctx, accepted.quota);
  if (accepted.replayed) ctx.set('Idempotent-Replayed', 'true');
  const unstarted = await startGranted(accepted.granted, deps);
  return { ...accepted, delayed: unstarted.includes(accepted.record.submissionId) };
}

/** More often nobody erases the same document within the moment between two steps. */
const MAX_PUTS = 3;

/** Claims and stores the original before what needs it; once more when an erasure or a move of it came between. */
async function storedFirst<T>(
  organizationId: string,
  { path, sha256, sizeBytes }: SpooledPdf,
  region: Region,
  { references, artifacts }: Deps,
  then: (stored: StoredObject) => Promise<T>,
): Promise<T> {
  for (let puts = 1; ; puts++) {
    const claimed = await references.claim(organizationId, 'original', { region, sha256, sizeBytes });
    await artifacts
      .putFile(region, objectKey('original', claimed), { path, sha256, sizeBytes }, 'application/pdf')
      .catch(unavailable);
    try {
      return await then(claimed);
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
      if (puts === MAX_PUTS) unavailable(error);
    }
  }
}

function idempotentUse(
  { idempotencyKey: key, requested, stateless }: NormalizeRequest,
  file: string,
): IdempotentUse | null {
  if (key === null) return null;
  const { options, region, batchId, clientReference, metadata } = requested;
  // Absent options are not part of the key, so that keys of earlier requests stay the same.
  const noted = {
    ...(clientReference !== null && { clientReference }),
    ...(Object.keys(metadata).length > 0 && { metadata: fingerprintOf(metadata) }),
  };
  const fingerprint = fingerprintOf({ ...options, file, region, batchId, stateless, ...noted });
  return { endpoint: 'normalize', key, fingerprint };
}

/**
 * The submission is accepted, so a sweep starts it if that fails now. Answers the ids of those. Stateless work is
 * started by its own request.
 */
async function startGranted(granted: readonly SubmissionRecord[], { temporal, log }: Deps): Promise<string[]> {
  const unstarted: string[] = [];
  const starts = granted
    .filter(({ stateless }) => !stateless)
    .map(async (record) => {
      try {
        await temporal.startSubmission(inputOf(record), priorityOf(record));
      } catch (error) {
        unstarted.push(record.submissionId);
        log.warn({ err: error, submissionId: record.submissionId }, 'not started yet');
      }
    });
  await Promise.all(starts);
  return unstarted;
}

function unavailable(cause: unknown): never {
  throw new ServiceError('service_unavailable', 'The document was not accepted; please send it again.', { cause });
}
