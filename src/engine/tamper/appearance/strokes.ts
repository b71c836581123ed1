/**
 * Counts the lines of an appearance and reads their colours, because letters can be made of lines, and text can be
 * invisible.
 */
import { type Box, type Matrix, multiply } from '#engine/content/matrix.ts';
import { type PdfObject, toNumber } from '#engine/pdf/syntax/objects.ts';

/** Borders and backgrounds are at least this share of the width or height of their field. */
const LEAST_PART = 0.5;
/**
 * The greatest distance of borders and their corners from the edge, as a part of the height, and in units of the form.
 */
const EDGE_PART = 0.15;
const EDGE = 4;
/** A lightness from 0 (black) to 1. Lighter colours count as paper. */
const PAPER = 0.9;
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const MAX_SAVED_STATES = 500;
const COLOURS: ReadonlySet<string> = new Set(['g', 'rg', 'k', 'sc', 'scn']);
const FILLS: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

type Point = readonly [x: number, y: number];

interface State {
  readonly matrix: Matrix;
  /** True while it paints in the colour of paper. */
  readonly isPaper: boolean;
}

export class Strokes {
  /** The number of lines and rectangles within the form that are too short for a border or a background. */
  count = 0;
  /** True if text was written in the colour of paper on no other background. */
  isPale = false;
  readonly #box: Box | undefined;
  readonly #saved: State[] = [];
  #state: State = { matrix: IDENTITY, isPaper: false };
  #hasDarkGround = false;
  #isDashed = false;
  /** The number of shapes that are drawn and not yet painted. */
  #open = 0;
  #at: Point = [0, 0];

  constructor(box: Box | undefined) {
    this.#box = box;
  }

  visit(operator: string, operands: readonly PdfObject[]): void {
    const numbers = operands.map((operand) => toNumber(operand) ?? 0);
    if (operator === 'm') this.#at = this.#place(numbers);
    else if (operator === 'l') this.#line(this.#place(numbers));
    else if (operator === 'd') this.#isDashed = Array.isArray(operands[0]) && operands[0].length > 0;
    else if (operator === 're') this.#rectangle(numbers);
    else if (operator === 'n') this.#open = 0;
    else if (operator === 'S' || operator === 's' || FILLS.has(operator)) this.#paint(operator);
    else if (SHOWING.has(operator)) this.isPale ||= this.#state.isPaper && !this.#hasDarkGround;
    else this.#change(operator, numbers);
  }

  #change(operator: string, numbers: readonly number[]): void {
    if (operator === 'q' && this.#saved.length < MAX_SAVED_STATES) this.#saved.push(this.#state);
    else if (operator === 'Q') this.#state = this.#saved.pop() ?? this.#state;
    else if (COLOURS.has(operator)) this.#state = { ...this.#state, isPaper: isPaper(numbers) };
    else if (operator === 'cm' && numbers.length === 6) {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
      this.#state = { ...this.#state, matrix: multiply([a, b, c, d, e, f], this.#state.matrix) };
    }
  }

  #place([x = 0, y = 0]: readonly number[]): Point {
    const [a, b, c, d, e, f] = this.#state.matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  #line(end: Point): void {
    const [x1, y1] = this.#at;
    const [x2, y2] = end;
    this.#at = end;
    if (!this.#box) return;
    const { left, right } = this.#box;
    // A digit can be one vertical line, and dashes split a line into many.
    const isLong = !this.#isDashed && Math.abs(x2 - x1) >= LEAST_PART * (right - left);
    if (!isLong && this.#isWithin([(x1 + x2) / 2, (y1 + y2) / 2])) this.#open++;
  }

  /** A high and narrow rectangle is no border. */
  #rectangle([x = 0, y = 0, width = 0, height = 0]: readonly number[]): void {
    const [start, end] = [this.#place([x, y]), this.#place([x + width, y + height])];
    this.#at = start;
    if (!this.#box) return;
    const isNarrow = Math.abs(end[0] - start[0]) < LEAST_PART * (this.#box.right - this.#box.left);
    if (isNarrow && this.#isWithin([(start[0] + end[0]) / 2, (start[1] + end[1]) / 2])) this.#open++;
  }

  #isWithin([x, y]: Point): boolean {
    if (!this.#box) return false;
    const { left, bottom, right, top } = this.#box;
    const edge = Math.min(EDGE, EDGE_PART * (top - bottom));
    return x > left + edge && x < right - edge && y > bottom + edge && y < top - edge;
  }

  #paint(operator: string): void {
    this.count += this.#open;
    this.#open = 0;
    if (FILLS.has(operator) && !this.#state.isPaper) this.#hasDarkGround = true;
  }
}

/** Whether a colour with one, three or four components is that of paper. */
export function isPaper(components: readonly number[]): boolean {
  if (components.length === 4) return components.every((component) => component <= 1 - PAPER);
  return components.length > 0 && components.every((component) => component >= PAPER);
}
