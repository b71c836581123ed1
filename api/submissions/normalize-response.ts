/** The specification's NormalizeResponse of a submission, pending or ended. */
import type { Correlation } from '#domain/correlation.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import {
  type Failure,
  type NormalizedFacts,
  normalizedInfo,
  type NormalizedInfo,
  type SecurityInfo,
  type TamperAnalysis,
  type ValidationInfo,
  type Warning,
} from '#domain/report.ts';
import type { SubmissionStatus } from '#domain/submission.ts';
import { artifactKey, type ArtifactStore } from '#store/objects/artifacts.ts';
import type { SubmissionRecord } from '#store/submissions/submissions.ts';
import { linkSeconds } from '#api/http/link-life.ts';
import { notFound } from '#api/http/http.ts';

export const ARTIFACT_FILENAME = 'normalized.pdf';

/** What the request noted of its own is there when it noted something. */
export interface NormalizeResponse<Hash = string> extends Partial<Correlation> {
  readonly apiVersion: string;
  /** This is the id of the request that made the submission. */
  readonly requestId: string;
  readonly submissionId: string;
  readonly processingTimeMs: number;
  readonly status: SubmissionStatus;
  readonly original: { readonly sha256: Hash; readonly sizeBytes: number };
  /** No link leads to the output of a stateless submission: it is in the answer to the request itself. */
  readonly normalized: (NormalizedInfo & { readonly downloadUrl: string | null }) | null;
  readonly security: SecurityInfo | Record<string, never>;
  readonly validation: ValidationInfo | Record<string, never>;
  readonly tamperAnalysis: TamperAnalysis | null;
  readonly warnings: readonly Warning[];
  readonly failure: Failure | null;
}

/** The answer for whoever sent the document, which may have been erased before the answer. */
export async function normalizeResponse(
  record: SubmissionRecord,
  artifacts: ArtifactStore,
): Promise<NormalizeResponse> {
  if (record.originalSha256 === null) {
    throw notFound('submission', 'The document has been erased.');
  }
  return responseOf(record, record.originalSha256, artifacts);
}

/** The download link is made anew for every answer and kept nowhere. */
export async function responseOf<Hash>(
  record: SubmissionRecord,
  originalSha256: Hash,
  artifacts: ArtifactStore,
): Promise<NormalizeResponse<Hash>> {
  const { report } = record;
  return {
    apiVersion: record.apiVersion,
    requestId: record.requestId,
    submissionId: record.submissionId,
    processingTimeMs: record.processingTimeMs ?? 0,
    status: record.status,
    ...noted(record),
    original: { sha256: originalSha256, sizeBytes: record.sizeBytes },
    normalized: report?.normalized ? await withLink(record, report.normalized, artifacts) : null,
    security: report?.security ?? {},
    validation: report?.validation ?? {},
    tamperAnalysis: report?.tamperAnalysis ?? null,
    warnings: report?.warnings ?? [],
    failure: report?.failure ?? null,
  };
}

/** The specification's answer is the whole answer to a request that has only what the specification knows. */
function noted(record: SubmissionRecord): Partial<Correlation> {
  const { clientReference, metadata } = record;
  return clientReference === null && Object.keys(metadata).length === 0 ? {} : { clientReference, metadata };
}

async function withLink(record: SubmissionRecord, facts: NormalizedFacts, artifacts: ArtifactStore) {
  const { region, stateless, expiresAt } = record;
  const link = () =>
    artifacts.presignedGet(region, artifactKey(facts.sha256), linkSeconds(expiresAt), ARTIFACT_FILENAME);
  const downloadUrl = stateless ? null : await link();
  return { ...normalizedInfo(facts), downloadUrl };
}

/** A caller who asked for a PDF gets a PDF or a problem, never JSON that ends up in a `.pdf`. */
export function notNormalized(record: SubmissionRecord, submission: NormalizeResponse): ServiceError {
  const code = record.status === 'REJECTED' ? 'document_rejected' : 'document_failed';
  const detail = submission.failure?.message ?? 'The document could not be normalized.';
  return new ServiceError(code, detail, { members: { submission } });
}
