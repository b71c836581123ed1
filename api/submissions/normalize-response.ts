/** The answer to the sender of a document: the NormalizeResponse, or a problem. */
import { ServiceError } from '#domain/problem-codes.ts';
import { type DownloadLink, type NormalizeResponse, responseOf } from '#src/bodies/normalize-response.ts';
import { type AlarmLog, readable } from '#src/bodies/readable.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { objectKey } from '#store/objects/object-key.ts';
import type { SubmissionRecord } from '#store/submissions/submissions.ts';
import { linkSeconds } from '#api/http/link-life.ts';
import { notFound } from '#api/http/http.ts';

export const ARTIFACT_FILENAME = 'normalized.pdf';

/** Each answer has a new download link, which is stored nowhere. */
export function presignedLinks(artifacts: ArtifactStore): DownloadLink {
  return ({ region, expiresAt, outputFolder: folder }, sha256) => {
    const key = objectKey('artifact', { folder, sha256 });
    return artifacts.presignedGet(region, key, linkSeconds(expiresAt), ARTIFACT_FILENAME);
  };
}

/** The answer to the sender of the document, which may already be erased. */
export async function normalizeResponse(
  record: SubmissionRecord,
  { artifacts, log }: { readonly artifacts: ArtifactStore; readonly log: AlarmLog },
): Promise<NormalizeResponse> {
  if (record.originalSha256 === null) {
    throw notFound('submission', 'The document has been erased.');
  }
  return responseOf(readable(record, log), record.originalSha256, presignedLinks(artifacts));
}

/** A caller who asked for a PDF gets a PDF or a problem, never JSON that ends up in a `.pdf`. */
export function notNormalized(record: SubmissionRecord, submission: NormalizeResponse): ServiceError {
  const code = record.status === 'REJECTED' ? 'document_rejected' : 'document_failed';
  const detail = submission.failure?.message ?? 'The document could not be normalized.';
  return new ServiceError(code, detail, { members: { submission } });
}
