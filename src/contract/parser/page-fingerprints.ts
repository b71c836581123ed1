/** The fingerprints of pages as a parser child sends them: 64 bytes a page, so that long documents need little. */
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';

const DIGEST_BYTES = 32;
const PAGE_BYTES = 2 * DIGEST_BYTES;
/** No page has this digest: it stands where there is none. */
const NONE = '0'.repeat(2 * DIGEST_BYTES);
/** The limit of pages of a document. */
const MAX_PAGES = 70_000;

export function encodePages(pages: readonly PageFingerprints[] | null): Uint8Array | null {
  if (pages === null) return null;
  const digits = pages.map(({ fingerprint, withoutMargins }) => fingerprint + (withoutMargins ?? NONE));
  return Buffer.from(digits.join(''), 'hex');
}

/** The child has read hostile bytes: answers null for anything but a row of fingerprints. */
export function decodePages(payload: Uint8Array): PageFingerprints[] | null {
  const count = payload.length / PAGE_BYTES;
  if (count === 0 || !Number.isInteger(count) || count > MAX_PAGES) return null;
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.length);
  return Array.from({ length: count }, (_, index) => {
    const [start, middle] = [index * PAGE_BYTES, index * PAGE_BYTES + DIGEST_BYTES];
    const body = bytes.toString('hex', middle, middle + DIGEST_BYTES);
    return { fingerprint: bytes.toString('hex', start, middle), withoutMargins: body === NONE ? null : body };
  });
}
