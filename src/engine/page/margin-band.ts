/**
 * The bands at the top and at the bottom of a page. Courts and registries stamp case numbers, dates and page numbers
 * there, and documents of a production have their Bates numbers there.
 */
import { type Box, quarterOf } from '#engine/content/matrix.ts';

/** The height of each band in points. Body text starts further inside, because a margin of an inch has 72 points. */
const BAND_POINTS = 54;
/** On a small page, such as a receipt, a band is at most this share of the height. */
const BAND_SHARE = 1 / 12;

type Side = keyof Box;

/** The side that viewers show at the top, by the rotation of the page (ISO 32000-2, 7.7.3.3). */
const TOPS: Readonly<Record<number, Side>> = { 0: 'top', 90: 'left', 180: 'bottom', 270: 'right' };
const OPPOSITE: Readonly<Record<Side, Side>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/** Returns a function that says whether a box is completely inside of one of the bands. */
export function marginBands(page: Box, rotation: number, userUnit: number): (box: Box) => boolean {
  const top = TOPS[quarterOf(rotation)] ?? 'top';
  const isUpright = top === 'top' || top === 'bottom';
  const height = isUpright ? page.top - page.bottom : page.right - page.left;
  const band = Math.min(BAND_POINTS / userUnit, height * BAND_SHARE);
  return (box) => isWithin(box, page, top, band) || isWithin(box, page, OPPOSITE[top], band);
}

function isWithin(box: Box, page: Box, side: Side, band: number): boolean {
  switch (side) {
    case 'top':
      return box.bottom >= page.top - band;
    case 'bottom':
      return box.top <= page.bottom + band;
    case 'left':
      return box.right <= page.left + band;
    case 'right':
      return box.left >= page.right - band;
  }
}
