/** The specification's NormalizeResponse of a submission, pending or ended. */
import type { Correlation } from '#domain/correlation.ts';
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
import type { SubmissionRecord } from '#store/submissions/submission-row.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';
import type { ReadRecord } from './readable.ts';
import { verdictBody } from './verdict.ts';

/** Members about the request are present if the request set them. */
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
  readonly verdict: Verdict;
  readonly tamperAnalysis: TamperAnalysis | null;
  readonly warnings: readonly Warning[];
  readonly failure: Failure | null;
}

/** Returns the address of the stored output of a submission, or null. */
export type DownloadLink = (record: SubmissionRecord, sha256: string) => Promise<string | null>;

export async function responseOf<Hash>(
  record: ReadRecord,
  originalSha256: Hash,
  downloadLink: DownloadLink,
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
    normalized: report?.normalized ? await withLink(record, report.normalized, downloadLink) : null,
    security: report?.security ?? {},
    validation: report?.validation ?? {},
    verdict: verdictBody(record),
    tamperAnalysis: report?.tamperAnalysis ?? null,
    warnings: [...record.rowWarnings, ...(report?.warnings ?? [])],
    failure: report?.failure ?? null,
  };
}

/** The specification's answer is the whole answer to a request that has only what the specification knows. */
function noted(record: SubmissionRecord): Partial<Correlation> {
  const { clientReference, metadata } = record;
  return clientReference === null && Object.keys(metadata).length === 0 ? {} : { clientReference, metadata };
}

async function withLink(record: SubmissionRecord, facts: NormalizedFacts, downloadLink: DownloadLink) {
  const downloadUrl = record.stateless ? null : await downloadLink(record, facts.sha256);
  return { ...normalizedInfo(facts), downloadUrl };
}
