/** A submission as it is read back: the NormalizeResponse, where it belongs, when it was, and where to read on. */
import { type Correlation, correlationOf } from '#domain/correlation.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { isTerminal, type SubmissionRecord } from '#store/submissions/submission-row.ts';
import { type NormalizeResponse, responseOf } from './normalize-response.ts';

/** The hash of the original is null once the document has been erased. */
export interface SubmissionBody extends Omit<NormalizeResponse<string | null>, keyof Correlation>, Correlation {
  readonly batchId: string | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
  /** The document was erased at this time: only these facts of it are left. */
  readonly erasedAt: string | null;
  readonly links: {
    readonly self: string;
    /** Once the submission has ended, however it ended, and until it is erased. */
    readonly report: string | null;
    /** There is one of a normalized document, unless nothing of it is kept. */
    readonly attestation: string | null;
  };
}

export async function submissionBody(record: SubmissionRecord, artifacts: ArtifactStore): Promise<SubmissionBody> {
  const { batchId, createdAt, completedAt, erasedAt } = record;
  return {
    ...(await responseOf(record, record.originalSha256, artifacts)),
    ...correlationOf(record),
    batchId,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    erasedAt: erasedAt?.toISOString() ?? null,
    links: linksOf(record),
  };
}

function linksOf(record: SubmissionRecord): SubmissionBody['links'] {
  const self = `/api/submissions/${record.submissionId}`;
  const sha256 = record.report?.normalized?.sha256;
  return {
    self,
    report: isTerminal(record) && record.erasedAt === null ? `${self}/report` : null,
    attestation: sha256 === undefined || record.stateless ? null : `/api/attestations/${sha256}`,
  };
}
