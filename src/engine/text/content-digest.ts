/**
 * The digest of the text of a document, version 2 (`docs/content-hash.md`): the text of the pages in NFKC, without
 * invisible characters, with one space for each run of white space and each page border, trimmed, in UTF-8, as SHA-256.
 * Only a part of the text is in memory at a time.
 */
import { createHash } from '#platform';
import type { TextSink } from './text-interpreter.ts';

/** The name of this definition. A change in the reading or cleaning of the text needs a new name. */
export const CONTENT_HASH_ALGORITHM = 'text-3';

/**
 * Control characters except white space, soft hyphens, zero-width and bidirectional formatting characters, and U+FEFF.
 */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** The code points with the Unicode property White_Space, which differ from `\s`. */
// oxlint-disable-next-line no-control-regex
const WHITE_SPACE = /[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
/** Characters that a rule changes. Printable ASCII with single spaces stays unchanged. */
const NOT_PLAIN = /[^ -~]| {2}/;
/** At this length the part before the last space goes into the digest. */
const CHUNK_UNITS = 64 * 1024;

export class ContentDigest implements TextSink {
  readonly #hash = createHash('sha256');
  #isEmpty = true;
  /** Text that is not in the digest yet. */
  #text = '';
  /** The length of the part that is searched for a space. */
  #full = 2 * CHUNK_UNITS;

  text(piece: string): void {
    this.#text += piece;
    if (this.#text.length >= this.#full) this.#takeWords();
  }

  /** No character composes with a space, so the text can be normalized up to the space. */
  separate(): void {
    if (this.#text.length >= CHUNK_UNITS) this.#take();
    else this.#text += ' ';
  }

  /** Lower-case hex; null if there was no text. */
  digest(): string | null {
    this.#take();
    return this.#isEmpty ? null : this.#hash.digest('hex');
  }

  /** Digests everything up to the last space, because the word after it may be incomplete. */
  #takeWords(): void {
    const end = this.#text.lastIndexOf(' ');
    const rest = this.#text.slice(end + 1);
    this.#full = Math.max(2 * CHUNK_UNITS, 2 * rest.length);
    if (end < 0) return;
    this.#text = this.#text.slice(0, end);
    this.#take();
    this.#text = rest;
  }

  #take(): void {
    const line = NOT_PLAIN.test(this.#text) ? cleaned(this.#text) : this.#text.trim();
    this.#text = '';
    if (line === '') return;
    this.#hash.update(this.#isEmpty ? line : ` ${line}`);
    this.#isEmpty = false;
  }
}

function cleaned(text: string): string {
  const words = text.toWellFormed().normalize('NFKC').replace(INVISIBLE, '').split(WHITE_SPACE);
  return words.filter((word) => word !== '').join(' ');
}
