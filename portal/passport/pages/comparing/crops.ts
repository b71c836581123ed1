/** The parts of a page that are shown enlarged, so that a reader sees a changed amount without a search. */
import type { Box } from './pixel-difference.ts';

const MAX_CROPS = 3;
/** As shares of the page: wide enough for some words around the change, and high enough for its line. */
const WIDTH = 0.5;
const HEIGHT = 0.03;
/** A larger part is not enlarged, since the page itself shows it as well. */
const MAX_SHARE = 0.15;

/** Each difference is in one of them, as far as there are crops for it. The first ones are those at the top of the page. */
export function cropsOf(boxes: readonly Box[]): readonly Box[] {
  const crops: Box[] = [];
  for (const box of boxes) {
    if (crops.some((crop) => contains(crop, box))) continue;
    const crop = around(box);
    if (crop.width * crop.height <= MAX_SHARE) crops.push(crop);
  }
  return crops.slice(0, MAX_CROPS);
}

function around({ left, top, width, height }: Box): Box {
  const across = extent(left, width, WIDTH);
  const down = extent(top, height, HEIGHT);
  return { left: across.start, top: down.start, width: across.length, height: down.length };
}

/** With the box in its middle, as far as the page allows. */
function extent(start: number, length: number, least: number): { readonly start: number; readonly length: number } {
  const whole = Math.min(1, Math.max(least, 1.25 * length));
  const centred = start + length / 2 - whole / 2;
  return { start: Math.min(Math.max(0, centred), 1 - whole), length: whole };
}

function contains(crop: Box, { left, top, width, height }: Box): boolean {
  const isAcross = left >= crop.left && left + width <= crop.left + crop.width;
  return isAcross && top >= crop.top && top + height <= crop.top + crop.height;
}
