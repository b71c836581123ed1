/**
 * Digests of what a page paints. A mark is one thing that is painted, with the state that it is painted in; a page is the
 * sequence of its marks. `docs/engine/page-fingerprints.md` states the definition.
 */
import { createHash, type Hash } from '#platform';
import type { Box, Matrix } from '#engine/content/matrix.ts';

export interface Mark {
  /** Everything that says how the mark is painted and where. */
  readonly text: string;
  /** The part of the page that the mark fills, in the coordinates of the page. */
  readonly box: Box;
  /** Whether the colours of the mark depend on what lies below. */
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

/** Digests those marks of which `counts` says so. */
export class MarkDigest implements MarkSink {
  readonly #hash: Hash = createHash('sha256');
  readonly #counts: (box: Box) => boolean;
  readonly #groups: OpenGroup[] = [];
  #marks = 0;
  /** Lines that the digest does not have yet: a call for each of many short marks would cost more than the digest. */
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
   * A group of opaque marks that is painted opaquely has the appearance of its marks alone. Programs that stamp pages put
   * whole pages into such groups.
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

/** Gives the marks to several sinks. */
export function tee(sinks: readonly MarkSink[]): MarkSink {
  return {
    mark: (mark) => sinks.forEach((sink) => sink.mark(mark)),
    beginGroup: (text, isTransparent) => sinks.forEach((sink) => sink.beginGroup(text, isTransparent)),
    endGroup: () => sinks.forEach((sink) => sink.endGroup()),
  };
}

/** Places on the page count to the thousandth of a point: programs round coordinates in different ways. */
const PLACES = 1e3;
/** Factors of matrices and colours are small numbers. */
const FACTORS = 1e5;

export function place(value: number): string {
  return String(Math.round(value * PLACES) / PLACES + 0);
}

export function factor(value: number): string {
  return String(Math.round(value * FACTORS) / FACTORS + 0);
}

/** A matrix whose linear part is of lengths on the page, as that of an image is. */
export function lengths(matrix: Matrix): string {
  return matrix.map(place).join(' ');
}

/** The linear part of a matrix. */
export function linear([a, b, c, d]: Matrix): string {
  return `${factor(a)} ${factor(b)} ${factor(c)} ${factor(d)}`;
}

/** Many marks may repeat a long text: it then counts by its digest. */
export function brief(text: string): string {
  return text.length > MAX_REPEATED ? digestOf(text) : text;
}

const MAX_REPEATED = 256;

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
