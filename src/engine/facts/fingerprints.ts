/** The digests by which a page is known again in other documents (`docs/engine/page-fingerprints.md`). */

export interface PageFingerprints {
  /** The digest of all that the page shows: 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** The same without the bands at the top and at the bottom; null where nothing is left. */
  readonly withoutMargins: string | null;
}

/** This name is of the definition: fingerprints are compared under one definition only. */
export const PAGE_FINGERPRINT_ALGORITHM = 'page-1';

/** Which of the fingerprints of a page is the one that was searched. */
export const PAGE_MATCHES = ['page', 'without_margins'] as const;

export type PageMatch = (typeof PAGE_MATCHES)[number];
