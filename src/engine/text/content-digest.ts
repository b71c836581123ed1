/**
 * The digest of a document's text, version 2 (`docs/content-hash.md`): the pages' text as the engine reads it, NFKC, without
 * characters that show nothing, every run of white space (page borders too) one space, trimmed, UTF-8, SHA-256. Only a
 * part of the text is held at a time.
 */
import { createHash } from '#platform';
import type { TextSink } from './text-interpreter.ts';

/** Names this definition: another way to read or to clean the text is another algorithm. */
export const CONTENT_HASH_ALGORITHM = 'text-3';

/** Controls but white space, soft hyphen, zero-width and bidirectional formatting characters, and U+FEFF. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** The code points with the Unicode property White_Space; `\s` is another set. */
// oxlint-disable-next-line no-control-regex
const WHITE_SPACE = /[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
/** What some rule changes; printable ASCII with single spaces stays as it is. */
const NOT_PLAIN = /[^ -~]| {2}/;
/** As soon as there is so much, what comes before a space is taken into the digest. */
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

  /** No character composes with a space before it or after it, so that text may be normalized up to there. */
  separate(): void {
    if (this.#text.length >= CHUNK_UNITS) this.#take();
    else this.#text += ' ';
  }

  /** Lower-case hex; null when there was no text. */
  digest(): string | null {
    this.#take();
    return this.#isEmpty ? null : this.#hash.digest('hex');
  }

  /** Takes all up to the last space; a word that is not at its end is waited for. */
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
