/** The current path (ISO 32000-2, 8.5.2) and the area that filling or stroking covers. */
import { type Box, type Matrix, transformPoint } from '#engine/content/matrix.ts';
import { type PdfObject, toNumber } from '#engine/pdf/syntax/objects.ts';
import { type Area, boxAround, filling, LEAST_THICKNESS, type Point, stroke } from './area.ts';

/** The least share of its bounding rectangle that a shape must fill to count as the rectangle. */
const LEAST_SHARE = 0.7;
const MAX_POINTS = 20_000;
/** A curve counts as this many lines. */
const LINES_OF_CURVE = 8;

/** The number of operands of each operator. The last two are the new current point. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['m', 2],
  ['l', 2],
  ['c', 6],
  ['v', 4],
  ['y', 4],
  ['re', 4],
]);

export class Path {
  /** True if the path has more points than the limit. */
  isCut = false;
  #shapes: Point[][] = [];
  #count = 0;

  /** Returns whether the operator builds paths. */
  visit(operator: string, operands: readonly PdfObject[], matrix: Matrix): boolean {
    if (operator === 'h') this.close();
    const taken = STEPS.get(operator);
    if (taken === undefined) return operator === 'h';
    const numbers = operands.slice(0, taken).map((operand) => toNumber(operand));
    const known = numbers.filter((number) => number !== undefined);
    if (known.length < taken) return true;
    this.isCut ||= this.#count >= MAX_POINTS;
    if (this.isCut) return true;
    this.#count += taken;
    if (operator === 're') this.#shapes.push(rectangle(known).map(([x, y]) => transformPoint(matrix, x, y)));
    else
      this.#go(
        operator,
        pointsOf(known).map(([x, y]) => transformPoint(matrix, x, y)),
      );
    return true;
  }

  close(): void {
    const shape = this.#shapes.at(-1);
    const [start] = shape ?? [];
    if (start) shape?.push(start);
  }

  /** @param isStrict true if shapes count that are not nearly rectangles */
  filled(isEvenOdd: boolean, isStrict: boolean): Area | undefined {
    return filling(isStrict ? this.#shapes : this.#shapes.filter(isAlmostRectangle), isEvenOdd);
  }

  /**
   * @param width in units of the page
   * @param isStrict true if lines count that hide a letter only together with others
   */
  stroked(width: number, isStrict: boolean): Area | undefined {
    return isStrict || width >= LEAST_THICKNESS ? stroke(this.#shapes, width) : undefined;
  }

  /**
   * The visible part of the page after clipping; undefined if that is no rectangle.
   * @param isStrict true if its bounding rectangle counts
   */
  window(isStrict: boolean): Box | undefined {
    if (isStrict) return boxAround(this.#shapes.flat());
    const [shape, ...more] = this.#shapes;
    return shape && more.length === 0 && isAlmostRectangle(shape) ? boxAround(shape) : undefined;
  }

  clear(): void {
    this.#shapes = [];
    this.#count = 0;
    this.isCut = false;
  }

  #go(operator: string, points: readonly Point[]): void {
    if (operator === 'm' || this.#shapes.length === 0) this.#shapes.push([]);
    const shape = this.#shapes.at(-1) ?? [];
    const [first = [0, 0], second = first, third = second] = points;
    const start = shape.at(-1) ?? first;
    if (operator === 'c') shape.push(...curve(start, first, second, third));
    else if (operator === 'v') shape.push(...curve(start, start, first, second));
    else if (operator === 'y') shape.push(...curve(start, first, second, second));
    else shape.push(first);
  }
}

function pointsOf(numbers: readonly number[]): Point[] {
  return Array.from({ length: numbers.length >> 1 }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0]);
}

/** The four sides of the rectangle. */
function rectangle([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
    [x, y],
  ];
}

/** The points of a Bézier curve (8.5.2.2) without its start. */
function curve(from: Point, first: Point, second: Point, to: Point): Point[] {
  return Array.from({ length: LINES_OF_CURVE }, (_, index) => {
    const t = (index + 1) / LINES_OF_CURVE;
    const at = (axis: 0 | 1): number =>
      (1 - t) ** 3 * from[axis] +
      3 * (1 - t) ** 2 * t * first[axis] +
      3 * (1 - t) * t ** 2 * second[axis] +
      t ** 3 * to[axis];
    return [at(0), at(1)];
  });
}

function isAlmostRectangle(shape: readonly Point[]): boolean {
  const box = boxAround(shape);
  return box !== undefined && surface(shape) >= LEAST_SHARE * (box.right - box.left) * (box.top - box.bottom);
}

/** The area by the shoelace formula. */
function surface(shape: readonly Point[]): number {
  let twice = 0;
  for (const [index, [x, y]] of shape.entries()) {
    const [nextX, nextY] = shape[(index + 1) % shape.length] ?? [x, y];
    twice += x * nextY - nextX * y;
  }
  return Math.abs(twice) / 2;
}
