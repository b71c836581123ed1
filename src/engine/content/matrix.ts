/** Transformation matrices and rectangles (ISO 32000-2, 8.3.4 and 7.9.5). */
import { type PdfArray, type Resolver, toNumber } from '#engine/pdf/syntax/objects.ts';
import { roundNumber } from '#engine/pdf/syntax/precision.ts';

/** `[a b c d e f]`: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** A rectangle with its corners in order. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** No page has coordinates beyond this (annex C: 14,400 units), and their text would need an exponent. */
const MAX_COORDINATE = 1e9;

/** The product applies `a` first, then `b`. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ];
}

export function translation(x: number, y: number): Matrix {
  return [1, 0, 0, 1, x, y];
}

/** A counterclockwise rotation by a multiple of 90 degrees about the origin, without rounding errors. */
export function quarterTurn(degrees: number): Matrix {
  const turns: readonly Matrix[] = [IDENTITY, [0, 1, -1, 0, 0, 0], [-1, 0, 0, -1, 0, 0], [0, -1, 1, 0, 0, 0]];
  return turns[quarterOf(degrees) / 90] ?? IDENTITY;
}

/** Returns 0, 90, 180 or 270. Any other angle counts as 0. */
export function quarterOf(degrees: number | undefined): number {
  if (degrees === undefined || !Number.isInteger(degrees / 90)) return 0;
  return ((degrees % 360) + 360) % 360;
}

export function transformPoint([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The smallest upright rectangle around the transformed one. */
export function transformBox([a, b, c, d, e, f]: Matrix, { left, bottom, right, top }: Box): Box {
  const xs = [a * left + c * bottom, a * right + c * bottom, a * left + c * top, a * right + c * top];
  const ys = [b * left + d * bottom, b * right + d * bottom, b * left + d * top, b * right + d * top];
  return {
    left: Math.min(...xs) + e,
    bottom: Math.min(...ys) + f,
    right: Math.max(...xs) + e,
    top: Math.max(...ys) + f,
  };
}

export function isEmptyBox({ left, bottom, right, top }: Box): boolean {
  return right - left < 1e-6 || top - bottom < 1e-6;
}

/**
 * A rectangle with its corners in order; undefined unless it has four numbers in range. The numbers are rounded as in
 * the output, so that two spellings of a number give the same content.
 */
export function readBox(resolver: Resolver, array: PdfArray | undefined): Box | undefined {
  const [x1, y1, x2, y2] = numbers(resolver, array);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}

/** A matrix, rounded as in the output; the identity if the value is no matrix. */
export function readMatrix(resolver: Resolver, array: PdfArray | undefined): Matrix {
  const [a, b, c, d, e, f] = numbers(resolver, array);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return IDENTITY;
  return e === undefined || f === undefined ? IDENTITY : [a, b, c, d, e, f];
}

export function isPrintable(matrix: Matrix): boolean {
  return matrix.every((value) => Number.isFinite(value) && Math.abs(value) < MAX_COORDINATE);
}

function numbers(resolver: Resolver, array: PdfArray | undefined): (number | undefined)[] {
  return (array ?? []).slice(0, 6).map((item) => {
    const value = toNumber(resolver.resolve(item));
    return value !== undefined && Math.abs(value) < MAX_COORDINATE ? roundNumber(value) : undefined;
  });
}
