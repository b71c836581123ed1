/** What a page or a look paints, in the order of painting, and which of its letters lie under what is painted later. */
import type { Box } from '#engine/content/matrix.ts';

/** A sign of a text, by the point in its middle. */
export interface Glyph {
  readonly x: number;
  readonly y: number;
  readonly code: number;
  /** It is a digit, or stands in a string with other letters: who hides it alone hides something. */
  readonly isTelling: boolean;
}

export interface TextMark {
  readonly kind: 'text';
  /** Letters and digits alone: bullets, dots and lines to write on are nothing to hide. */
  readonly glyphs: readonly Glyph[];
}

/** An area of one colour, a line, a picture or a shading. */
export interface Cover {
  readonly kind: 'cover';
  readonly boxes: readonly Box[];
  /** What lies in an even number of the boxes is left out, as within a frame (ISO 32000-2, 8.5.3.3.3). */
  readonly isEvenOdd: boolean;
  readonly clip: Box;
  /** 1 lets nothing shine through. */
  readonly opacity: number;
}

export type Mark = TextMark | Cover;

/** Of what is painted, the last. */
const MAX_COVERS = 200;
/** Less of a letter than this is no longer seen. */
export const LEAST_SEEN = 0.1;
/** Of fewer letters that stand alone nobody can say that they are text: boxes to tick, bullets. */
export const LEAST_LETTERS = 3;

/** Letters and digits of a page that lie under what the page itself paints over them. */
export function overpainted(marks: readonly Mark[]): Glyph[] {
  const above: Cover[] = [];
  const found: Glyph[] = [];
  for (const mark of marks.toReversed()) {
    if (mark.kind === 'text') found.push(...mark.glyphs.filter((glyph) => isHiddenBy(above, glyph)));
    else if (above.length < MAX_COVERS) above.push(mark);
  }
  return found;
}

/**
 * Letters and digits of a page that lie under what something above it paints within a rectangle.
 *
 * @param mayCompare counts the comparisons; where there are too many, nothing is said to be hidden
 */
export function hiddenBy(
  covers: readonly Cover[],
  rect: Box,
  marks: readonly Mark[],
  mayCompare: (comparisons: number) => boolean,
): Glyph[] {
  if (covers.length === 0) return [];
  const below = marks.flatMap((mark) =>
    mark.kind === 'text' ? mark.glyphs.filter((glyph) => holds(rect, glyph)) : [],
  );
  if (!mayCompare(below.length * covers.length)) return [];
  return below.filter((glyph) => isHiddenBy(covers, glyph));
}

/** Whether there is something to read: a digit, a part of a word, or a few letters that are not all the same. */
export function isReadable(glyphs: readonly Glyph[]): boolean {
  if (glyphs.some(({ isTelling }) => isTelling)) return true;
  return glyphs.length >= LEAST_LETTERS && glyphs.some(({ code }) => code !== glyphs[0]?.code);
}

/** Several that each let something shine through may let nothing through together. */
function isHiddenBy(covers: readonly Cover[], glyph: Glyph): boolean {
  let seen = 1;
  for (const cover of covers) {
    if (isWithin(cover, glyph)) seen *= 1 - cover.opacity;
    if (seen <= LEAST_SEEN) return true;
  }
  return false;
}

function isWithin({ boxes, isEvenOdd, clip }: Cover, point: Glyph): boolean {
  if (!holds(clip, point)) return false;
  if (!isEvenOdd) return boxes.some((box) => holds(box, point));
  return boxes.filter((box) => holds(box, point)).length % 2 === 1;
}

export function holds({ left, bottom, right, top }: Box, { x, y }: Glyph): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

/** How much two rectangles have in common. */
export function shared(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  return width > 0 && height > 0 ? width * height : 0;
}

export function area({ left, bottom, right, top }: Box): number {
  return (right - left) * (top - bottom);
}
