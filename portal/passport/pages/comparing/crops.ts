/** The parts of a page that are shown enlarged, so that a reader sees a changed amount without a search. */
import type { Box } from './pixel-difference.ts';

const MAX_CROPS = 3;
/** Shares of the page: wide enough for some words around the change, and high enough for its line. */
const WIDTH = 0.5;
const HEIGHT = 0.03;
/** A larger part is not enlarged, since the page itself shows it as well. */
const MAX_SHARE = 0.15;

/** Each difference is in one of them, as far as there are crops for it. The first ones are those at the top of the page. */
export function cropsOf(boxes: readonly Box[]): readonly Box[] {
  const crops: Box[] = [];
  for (const box of boxes) {
    const index = crops.findIndex((crop) => overlap(crop, box));
    const met = crops[index];
    if (met !== undefined && contains(met, box)) continue;
    const crop = met === undefined ? around(box) : union(met, padded(box));
    if (crop.width * crop.height > MAX_SHARE) continue;
    if (met === undefined) crops.push(crop);
    else crops[index] = crop;
  }
  return crops.slice(0, MAX_CROPS);
}

function around(box: Box): Box {
  return widened(box, WIDTH, HEIGHT);
}

/** A box at the edge of its crop would show letters that are cut. */
function padded(box: Box): Box {
  return widened(box, 0, 0);
}

function widened({ left, top, width, height }: Box, leastWidth: number, leastHeight: number): Box {
  const across = extent(left, width, leastWidth);
  const down = extent(top, height, leastHeight);
  return { left: across.start, top: down.start, width: across.length, height: down.length };
}

/** Puts the box in the middle, as far as the page allows. */
function extent(start: number, length: number, least: number): { readonly start: number; readonly length: number } {
  const whole = Math.min(1, Math.max(least, 1.25 * length));
  const centred = start + length / 2 - whole / 2;
  return { start: Math.min(Math.max(0, centred), 1 - whole), length: whole };
}

function union(one: Box, other: Box): Box {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}

function overlap(one: Box, other: Box): boolean {
  const isAcross = one.left < other.left + other.width && other.left < one.left + one.width;
  return isAcross && one.top < other.top + other.height && other.top < one.top + one.height;
}

function contains(crop: Box, { left, top, width, height }: Box): boolean {
  const isAcross = left >= crop.left && left + width <= crop.left + crop.width;
  return isAcross && top >= crop.top && top + height <= crop.top + crop.height;
}
