/**
 * The digest of a document's text, version 1: NFKC, without soft hyphens and zero-width characters, every run of white
 * space (page borders too) one space, trimmed, UTF-8, SHA-256. Only one page is held at a time.
 */
import { createHash } from 'node:crypto';

/** Names this definition and the engine that reads the text: another version of either is another algorithm. */
export const CONTENT_HASH_ALGORITHM = 'text-1/embedpdf-pdfium-2.15.1';

/** These are U+00AD, U+200B to U+200D, U+2060 and U+FEFF. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** The code points with the Unicode property White_Space; `\s` is another set. */
// oxlint-disable-next-line no-control-regex
const WHITE_SPACE = /[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

export class ContentDigest {
  readonly #hash = createHash('sha256');
  #isEmpty = true;

  /** Adds the next page; pages are separate words. */
  addPage(text: string): void {
    const words = text.toWellFormed().normalize('NFKC').replace(INVISIBLE, '').split(WHITE_SPACE);
    const line = words.filter((word) => word !== '').join(' ');
    if (line === '') return;
    this.#hash.update(this.#isEmpty ? line : ` ${line}`, 'utf8');
    this.#isEmpty = false;
  }

  /** Lower-case hex; null when no page had text. */
  digest(): string | null {
    return this.#isEmpty ? null : this.#hash.digest('hex');
  }
}
