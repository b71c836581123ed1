/** What a page is known again by in other documents (`docs/page-fingerprints.md`). */

export interface PageFingerprints {
  /** Of all that the page shows: 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** The same without the bands at the top and at the bottom; null where nothing is left. */
  readonly withoutMargins: string | null;
}

/** Names the definition: fingerprints are compared under one definition only. */
export const PAGE_FINGERPRINT_ALGORITHM = 'page-1';
