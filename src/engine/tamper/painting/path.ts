/** The path that is being built (ISO 32000-2, 8.5.2): what filling or stroking it covers, as far as rectangles tell. */
import { type Box, type Matrix } from '#engine/content/matrix.ts';
import { type PdfObject, toNumber } from '#engine/pdf/syntax/objects.ts';

type Point = readonly [x: number, y: number];

/** How much of the rectangle around it a shape must fill to count as that rectangle. */
const LEAST_SHARE = 0.7;
/** Thinner lines hide no letter, in units of the page. */
const LEAST_LINE_WIDTH = 3;
const MAX_POINTS = 20_000;

/** How many numbers each operator takes; the last two are where the path goes on. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['m', 2],
  ['l', 2],
  ['c', 6],
  ['v', 4],
  ['y', 4],
  ['re', 4],
]);

export class Path {
  #shapes: Point[][] = [];
  #count = 0;

  /** Answers whether the operator builds paths. */
  visit(operator: string, operands: readonly PdfObject[], matrix: Matrix): boolean {
    const taken = STEPS.get(operator);
    if (taken === undefined) return operator === 'h';
    const numbers = operands.slice(0, taken).map((operand) => toNumber(operand));
    const known = numbers.filter((number) => number !== undefined);
    if (known.length < taken || this.#count >= MAX_POINTS) return true;
    this.#count += taken;
    if (operator === 're') this.#shapes.push(cornersOf(known).map((point) => place(matrix, point)));
    else {
      if (operator === 'm' || this.#shapes.length === 0) this.#shapes.push([]);
      for (let at = 0; at < taken; at += 2)
        this.#shapes.at(-1)?.push(place(matrix, [known[at] ?? 0, known[at + 1] ?? 0]));
    }
    return true;
  }

  /** Rectangles that filling it covers. */
  filled(): Box[] {
    return this.#shapes.flatMap((shape) => {
      const box = boxAround(shape);
      return box && surface(shape) >= LEAST_SHARE * (box.right - box.left) * (box.top - box.bottom) ? [box] : [];
    });
  }

  /** Rectangles that a line along it covers, @param width in units of the page. */
  stroked(width: number): Box[] {
    if (width < LEAST_LINE_WIDTH) return [];
    return this.#shapes.flatMap((shape) =>
      shape.slice(1).flatMap((end, index) => {
        const box = boxAround([shape[index] ?? end, end]);
        const isUpright = box && Math.min(box.right - box.left, box.top - box.bottom) <= width;
        return isUpright ? [grown(box, width / 2)] : [];
      }),
    );
  }

  /** What may be seen after clipping by it; undefined where that is no rectangle. */
  window(): Box | undefined {
    const [box, ...more] = this.filled();
    return this.#shapes.length === 1 && more.length === 0 ? box : undefined;
  }

  clear(): void {
    this.#shapes = [];
    this.#count = 0;
  }
}

function place([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

function cornersOf([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

function boxAround(shape: readonly Point[]): Box | undefined {
  if (shape.length === 0) return undefined;
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of shape) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return { left, bottom, right, top };
}

/** By the shoelace formula; the points that pull a curve count as its corners. */
function surface(shape: readonly Point[]): number {
  let twice = 0;
  for (const [index, [x, y]] of shape.entries()) {
    const [nextX, nextY] = shape[(index + 1) % shape.length] ?? [x, y];
    twice += x * nextY - nextX * y;
  }
  return Math.abs(twice) / 2;
}

function grown({ left, bottom, right, top }: Box, by: number): Box {
  return { left: left - by, bottom: bottom - by, right: right + by, top: top + by };
}
