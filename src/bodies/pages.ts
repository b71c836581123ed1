/** Pages with a fingerprint, and the fingerprints of the pages of a submission. */
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import type { FoundPage } from '#store/submissions/page-fingerprints.ts';

export function foundPageBody({ submissionId, page, match, createdAt, normalizedSha256 }: FoundPage) {
  return { submissionId, page, match, createdAt: createdAt.toISOString(), normalizedSha256 };
}

export function pageBodies(pages: readonly PageFingerprints[] | null) {
  return (
    pages && pages.map(({ fingerprint, withoutMargins }, index) => ({ page: index + 1, fingerprint, withoutMargins }))
  );
}
