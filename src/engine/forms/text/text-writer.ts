/**
 * Writes the runs of a line into a text object. It writes a move only if a run does not start at the end of the
 * previous one.
 */
import type { ContentBuilder } from '#engine/content/builder.ts';
import type { Point } from '#engine/fonts/cff/outline.ts';
import type { Name, PdfObject } from '#engine/pdf/syntax/objects.ts';

/** Sums of fractional widths differ in their last digits. The tolerance is in thousandths of an em. */
const SAME_PLACE = 0.01;

export class TextWriter {
  readonly #content: ContentBuilder;
  readonly #size: number;
  readonly #nameOf: (resource: PdfObject) => Name;
  #resource: PdfObject | undefined;
  #bytes: number[] = [];
  /** The position of the next glyph, and the target of the last `Td`. */
  #pen: Point = { x: 0, y: 0 };
  #start: Point = { x: 0, y: 0 };

  constructor(content: ContentBuilder, size: number, nameOf: (resource: PdfObject) => Name) {
    this.#content = content;
    this.#size = size;
    this.#nameOf = nameOf;
  }

  /** Adds codes of one font. The position from the start of the line and the advance are in thousandths of an em. */
  add(resource: PdfObject, codes: Iterable<number>, at: Point, width: number): void {
    const follows = Math.abs(at.x - this.#pen.x) < SAME_PLACE && at.y === this.#pen.y;
    if (!follows || resource !== this.#resource) this.finish();
    if (!follows) {
      this.#content.add('Td', this.#scaled(at.x - this.#start.x), this.#scaled(at.y - this.#start.y));
      this.#start = at;
    }
    if (resource !== this.#resource) this.#content.add('Tf', this.#nameOf(resource), this.#size);
    this.#resource = resource;
    for (const code of codes) this.#bytes.push(code);
    this.#pen = { x: at.x + width, y: at.y };
  }

  finish(): void {
    if (this.#bytes.length > 0) this.#content.add('Tj', Uint8Array.from(this.#bytes));
    this.#bytes = [];
  }

  #scaled(thousandths: number): number {
    return (thousandths * this.#size) / 1000;
  }
}
