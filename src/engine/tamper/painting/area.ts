/** Areas of a page that painting covers: rectangles, filled paths and lines with a width. */
import type { Box } from '#engine/content/matrix.ts';

export type Point = readonly [x: number, y: number];

export interface Area {
  readonly box: Box;
  readonly holds: (x: number, y: number) => boolean;
  /** The height or width of its thickest part, in units of the page. */
  readonly thickness: number;
  /** The number of comparisons for one question. */
  readonly cost: number;
}

/** Thinner areas hide no letter alone. In units of the page. */
export const LEAST_THICKNESS = 3;

export function rectangle(box: Box): Area {
  return { box, holds: (x, y) => isIn(box, x, y), thickness: thicknessOf(box), cost: 1 };
}

/** The area that filling shapes covers, by one of the two rules (ISO 32000-2, 8.5.3.3). */
export function filling(shapes: readonly (readonly Point[])[], isEvenOdd: boolean): Area | undefined {
  const box = boxAround(shapes.flat());
  if (!box) return undefined;
  const thickness = shapes.reduce((most, shape) => Math.max(most, thicknessOf(boxAround(shape) ?? box)), 0);
  const holds = (x: number, y: number): boolean => {
    if (!isIn(box, x, y)) return false;
    const winding = shapes.reduce((sum, shape) => sum + windingAround(shape, x, y), 0);
    return isEvenOdd ? winding % 2 !== 0 : winding !== 0;
  };
  return { box, holds, thickness, cost: shapes.flat().length };
}

/** The area that a line along shapes covers. */
export function stroke(shapes: readonly (readonly Point[])[], width: number): Area | undefined {
  const around = boxAround(shapes.flat());
  if (!around || width <= 0) return undefined;
  const box = grown(around, width / 2);
  const holds = (x: number, y: number): boolean =>
    isIn(box, x, y) &&
    shapes.some((shape) =>
      shape.slice(1).some((end, index) => distance(shape[index] ?? end, end, [x, y]) <= width / 2),
    );
  return { box, holds, thickness: width, cost: shapes.flat().length };
}

export function boxAround(points: readonly Point[]): Box | undefined {
  if (points.length === 0) return undefined;
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return { left, bottom, right, top };
}

export function cornersOf({ left, bottom, right, top }: Box): Point[] {
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
}

function thicknessOf({ left, bottom, right, top }: Box): number {
  return Math.min(right - left, top - bottom);
}

function isIn({ left, bottom, right, top }: Box, x: number, y: number): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

function grown({ left, bottom, right, top }: Box, by: number): Box {
  return { left: left - by, bottom: bottom - by, right: right + by, top: top + by };
}

/** The number of times a closed shape goes around a point. */
function windingAround(shape: readonly Point[], x: number, y: number): number {
  let winding = 0;
  for (const [index, [x1, y1]] of shape.entries()) {
    const [x2, y2] = shape[(index + 1) % shape.length] ?? [x1, y1];
    if (y1 <= y === y2 <= y) continue;
    const side = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1);
    if (y1 <= y && side > 0) winding++;
    if (y1 > y && side < 0) winding--;
  }
  return winding;
}

function distance([x1, y1]: Point, [x2, y2]: Point, [x, y]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const at = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - at * dx, y - y1 - at * dy);
}
