/** The digests that identify a page in other documents (`docs/engine/page-fingerprints.md`). */

export interface PageFingerprints {
  /** The digest of everything that the page shows: 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** The digest without the bands at the top and at the bottom; null if nothing else is on the page. */
  readonly withoutMargins: string | null;
}

/** The name of the definition. Fingerprints of different definitions cannot be compared. */
export const PAGE_FINGERPRINT_ALGORITHM = 'page-1';

/** The fingerprint of a page that matched the search. */
export const PAGE_MATCHES = ['page', 'without_margins'] as const;

export type PageMatch = (typeof PAGE_MATCHES)[number];
