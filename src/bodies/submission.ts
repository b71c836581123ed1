/** A submission as it is read back: the NormalizeResponse, where it belongs, when it was, and where to read on. */
import { type ProofPaths, proofPaths } from '#domain/attestation.ts';
import { type Correlation, correlationOf } from '#domain/correlation.ts';
import { type CreatedBy, createdByOf } from '#store/submissions/creator.ts';
import { isTerminal, type SubmissionRecord } from '#store/submissions/submission-row.ts';
import { type DownloadLink, type NormalizeResponse, responseOf } from './normalize-response.ts';
import { type AlarmLog, readable } from './readable.ts';

/** The hash of the original is null once the document has been erased. */
export interface SubmissionBody extends Omit<NormalizeResponse<string | null>, keyof Correlation>, Correlation {
  readonly batchId: string | null;
  readonly createdAt: string;
  readonly createdBy: CreatedBy | null;
  readonly completedAt: string | null;
  /** The document was erased at this time: only these facts of it are left. */
  readonly erasedAt: string | null;
  readonly links: {
    readonly self: string;
    /** Once the submission has ended, however it ended, and until it is erased. */
    readonly report: string | null;
    /** A normalized document has an output, unless the service stores nothing of it. */
    readonly attestation: string | null;
    readonly certificate: string | null;
    readonly verify: string | null;
    /** Until it is erased; nothing is stored of a stateless submission. */
    readonly original: string | null;
    /** Beside the report, of a file that opened. */
    readonly revisions: string | null;
    /** Once the submission has ended; nothing is stored of a stateless one. */
    readonly evidence: string | null;
    readonly events: string;
  };
}

export async function submissionBody(
  row: SubmissionRecord,
  downloadLink: DownloadLink,
  log: AlarmLog,
): Promise<SubmissionBody> {
  const record = readable(row, log);
  const { batchId, createdAt, completedAt, erasedAt } = record;
  return {
    ...(await responseOf(record, record.originalSha256, downloadLink)),
    ...correlationOf(record),
    batchId,
    createdAt: createdAt.toISOString(),
    createdBy: createdByOf(record),
    completedAt: completedAt?.toISOString() ?? null,
    erasedAt: erasedAt?.toISOString() ?? null,
    links: linksOf(record),
  };
}

export function linksOf(record: SubmissionRecord): SubmissionBody['links'] {
  const self = `/api/submissions/${record.submissionId}`;
  const isReported = isTerminal(record) && record.erasedAt === null;
  return {
    self,
    report: isReported ? `${self}/report` : null,
    ...proofLinks(record),
    original: record.originalSha256 === null || record.stateless ? null : `${self}/original`,
    revisions: record.hasTimeline ? `${self}/revisions` : null,
    evidence: isReported && !record.stateless ? `${self}/evidence` : null,
    events: `${self}/events`,
  };
}

function proofLinks(record: SubmissionRecord): { readonly [Name in keyof ProofPaths]: string | null } {
  const { report, originalSha256, stateless } = record;
  const output = report?.normalized?.sha256;
  if (output === undefined || originalSha256 === null || stateless) {
    return { attestation: null, certificate: null, verify: null };
  }
  return proofPaths({ normalized: output, original: originalSha256 });
}
