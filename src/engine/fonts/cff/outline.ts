/** Outlines as path segments, and their charstrings (Adobe Technical Note 5177). */
import type { CffProgram } from './cff.ts';
import { encodeNumber } from './charstring.ts';

/** A move (one point), a line (one point) or a curve (three points), in glyph space. */
export interface Segment {
  readonly kind: 'move' | 'line' | 'curve';
  readonly points: readonly Point[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface OutlineBox {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

const LINE = 5;
const CURVE = 8;
const ENDCHAR = 14;
const MOVE = 21;

/** A charstring that sets an advance and draws an outline. Points are rounded to integers. */
export function writeOutline(
  { nominalWidth }: Pick<CffProgram, 'nominalWidth'>,
  advance: number,
  outline: readonly Segment[],
): Uint8Array {
  const bytes = encodeNumber(advance - nominalWidth);
  let from: Point = { x: 0, y: 0 };
  for (const { kind, points } of outline) {
    for (const point of points) {
      const to = { x: Math.round(point.x), y: Math.round(point.y) };
      bytes.push(...encodeNumber(to.x - from.x), ...encodeNumber(to.y - from.y));
      from = to;
    }
    bytes.push(kind === 'move' ? MOVE : kind === 'line' ? LINE : CURVE);
  }
  bytes.push(ENDCHAR);
  return Uint8Array.from(bytes);
}

/** The least box around all points, including control points. The box of an empty outline is the origin. */
export function boxOf(outline: readonly Segment[]): OutlineBox {
  const points = outline.flatMap((segment) => segment.points);
  if (points.length === 0) return { left: 0, right: 0, bottom: 0, top: 0 };
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

/** The FontBBox `[left, bottom, right, top]` enlarged by these boxes, in integers. */
export function enlarged(fontBBox: readonly number[], boxes: readonly OutlineBox[]): number[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = fontBBox;
  return [
    Math.floor(Math.min(left, ...boxes.map((box) => box.left))),
    Math.floor(Math.min(bottom, ...boxes.map((box) => box.bottom))),
    Math.ceil(Math.max(right, ...boxes.map((box) => box.right))),
    Math.ceil(Math.max(top, ...boxes.map((box) => box.top))),
  ];
}
