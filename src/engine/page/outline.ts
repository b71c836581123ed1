/** The current path (ISO 32000-2, 8.5.2) in the coordinates of the page. */
import { type Box, type Matrix, transformBox, transformPoint } from '#engine/content/matrix.ts';
import type { PdfObject } from '#engine/pdf/syntax/objects.ts';
import { toNumber } from '#engine/pdf/syntax/objects.ts';
import { place } from './marks.ts';

/** The number of operands of each operator for path construction. */
const SEGMENTS: ReadonlyMap<string, number> = new Map([
  ['m', 2],
  ['l', 2],
  ['c', 6],
  ['v', 4],
  ['y', 4],
]);

export class Outline {
  #text: string[] = [];
  #left = Infinity;
  #bottom = Infinity;
  #right = -Infinity;
  #top = -Infinity;
  /** The rectangle, if the path is a single upright rectangle. */
  #rectangle: Box | undefined;

  get isEmpty(): boolean {
    return this.#text.length === 0;
  }

  get text(): string {
    return this.#text.join(' ');
  }

  get box(): Box {
    return { left: this.#left, bottom: this.#bottom, right: this.#right, top: this.#top };
  }

  get rectangle(): Box | undefined {
    return this.#rectangle;
  }

  /** Returns whether the operator constructs paths. */
  visit(operator: string, operands: readonly PdfObject[], matrix: Matrix): boolean {
    if (operator === 're') this.#addRectangle(operands, matrix);
    else if (operator === 'h') this.close();
    else {
      const count = SEGMENTS.get(operator);
      if (count === undefined) return false;
      this.#rectangle = undefined;
      this.#text.push(operator);
      for (let at = 0; at + 1 < count; at += 2) this.#add(numberAt(operands, at), numberAt(operands, at + 1), matrix);
    }
    return true;
  }

  close(): void {
    if (this.#text.at(-1) !== 'h' && !this.isEmpty) this.#text.push('h');
  }

  clear(): void {
    this.#text = [];
    [this.#left, this.#bottom, this.#right, this.#top] = [Infinity, Infinity, -Infinity, -Infinity];
    this.#rectangle = undefined;
  }

  #addRectangle(operands: readonly PdfObject[], matrix: Matrix): void {
    const [x, y] = [numberAt(operands, 0), numberAt(operands, 1)];
    const [right, top] = [x + numberAt(operands, 2), y + numberAt(operands, 3)];
    const isUpright = (matrix[1] === 0 && matrix[2] === 0) || (matrix[0] === 0 && matrix[3] === 0);
    const isFirst = this.isEmpty;
    this.#text.push('m');
    this.#add(x, y, matrix);
    for (const [cornerX, cornerY] of [
      [right, y],
      [right, top],
      [x, top],
    ] as const) {
      this.#text.push('l');
      this.#add(cornerX, cornerY, matrix);
    }
    this.#text.push('h');
    const box = {
      left: Math.min(x, right),
      bottom: Math.min(y, top),
      right: Math.max(x, right),
      top: Math.max(y, top),
    };
    this.#rectangle = isFirst && isUpright ? transformBox(matrix, box) : undefined;
  }

  #add(x: number, y: number, matrix: Matrix): void {
    const [pageX, pageY] = transformPoint(matrix, x, y);
    this.#text.push(place(pageX), place(pageY));
    this.#left = Math.min(this.#left, pageX);
    this.#bottom = Math.min(this.#bottom, pageY);
    this.#right = Math.max(this.#right, pageX);
    this.#top = Math.max(this.#top, pageY);
  }
}

function numberAt(operands: readonly PdfObject[], index: number): number {
  return Math.fround(toNumber(operands[index]) ?? 0);
}
