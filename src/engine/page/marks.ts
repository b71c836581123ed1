/**
 * Digests the marks that a page paints. A mark is one painted thing with its graphics state, and a page is the sequence
 * of its marks. `docs/engine/page-fingerprints.md` states the definition.
 */
import { createHash, type Hash } from '#platform';
import type { Box, Matrix } from '#engine/content/matrix.ts';

export interface Mark {
  /** The position and all properties of the mark. */
  readonly text: string;
  /** The area of the mark in the coordinates of the page. */
  readonly box: Box;
  /** True if the colours of the mark depend on the marks below it. */
  readonly isTransparent: boolean;
}

/** Receives the marks of one page, form, pattern or glyph in the order of painting. */
export interface MarkSink {
  mark(mark: Mark): void;
  /** A transparency group (ISO 32000-2, 11.6.6) holds the marks until `endGroup`. */
  beginGroup(text: string, isTransparent: boolean): void;
  endGroup(): void;
}

interface OpenGroup {
  readonly text: string;
  readonly isTransparent: boolean;
  isWritten: boolean;
}

const MAX_LINES_LENGTH = 16 * 1024;

/** Digests the marks that `counts` accepts. */
export class MarkDigest implements MarkSink {
  readonly #hash: Hash = createHash('sha256');
  readonly #counts: (box: Box) => boolean;
  readonly #groups: OpenGroup[] = [];
  #marks = 0;
  /** Lines that are not yet in the digest. A call for each of many short marks would cost more than the digest. */
  #lines = '';

  constructor(counts: (box: Box) => boolean = () => true) {
    this.#counts = counts;
  }

  get isEmpty(): boolean {
    return this.#marks === 0;
  }

  mark({ text, box, isTransparent }: Mark): void {
    if (!this.#counts(box)) return;
    this.#writeGroups(isTransparent);
    this.#write(text);
    this.#marks++;
  }

  beginGroup(text: string, isTransparent: boolean): void {
    this.#groups.push({ text, isTransparent, isWritten: false });
  }

  endGroup(): void {
    if (this.#groups.pop()?.isWritten === true) this.#write('end of group');
  }

  digest(): string {
    this.#flush();
    return this.#hash.copy().digest('hex');
  }

  /**
   * A group of opaque marks that is painted opaquely has the appearance of its marks, so the group is left out.
   * Programs that stamp pages put whole pages into such groups.
   */
  #writeGroups(isTransparent: boolean): void {
    for (const group of this.#groups) {
      if (group.isWritten || !(group.isTransparent || isTransparent)) continue;
      group.isWritten = true;
      this.#write(group.text);
    }
  }

  #write(text: string): void {
    this.#lines += `${text}\n`;
    if (this.#lines.length > MAX_LINES_LENGTH) this.#flush();
  }

  #flush(): void {
    this.#hash.update(this.#lines);
    this.#lines = '';
  }
}

/** Passes the marks to several sinks. */
export function tee(sinks: readonly MarkSink[]): MarkSink {
  return {
    mark: (mark) => sinks.forEach((sink) => sink.mark(mark)),
    beginGroup: (text, isTransparent) => sinks.forEach((sink) => sink.beginGroup(text, isTransparent)),
    endGroup: () => sinks.forEach((sink) => sink.endGroup()),
  };
}

/** Positions are rounded to a thousandth of a point, because programs round coordinates in different ways. */
const PLACES = 1e3;
/** The factors of matrices and colours are small numbers, so they need more digits. */
const FACTORS = 1e5;

export function place(value: number): string {
  return String(Math.round(value * PLACES) / PLACES + 0);
}

export function factor(value: number): string {
  return String(Math.round(value * FACTORS) / FACTORS + 0);
}

/** A matrix whose linear part consists of lengths on the page, such as that of an image. */
export function lengths(matrix: Matrix): string {
  return matrix.map(place).join(' ');
}

/** The linear part of a matrix. */
export function linear([a, b, c, d]: Matrix): string {
  return `${factor(a)} ${factor(b)} ${factor(c)} ${factor(d)}`;
}

/** Many marks may repeat a long text, so its digest replaces it. */
export function brief(text: string): string {
  return text.length > MAX_REPEATED ? digestOf(text) : text;
}

const MAX_REPEATED = 256;

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
