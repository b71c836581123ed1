/** The marks of a page or an appearance in painting order, and the letters that later marks cover. */
import type { Box } from '#engine/content/matrix.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { type Area, boxAround, LEAST_THICKNESS, type Point } from './area.ts';
import { type Light, lightness, throughBoth, WHITE } from './paint-state.ts';

/** A sign of a text, represented by the point in its middle. */
export interface Glyph {
  readonly x: number;
  readonly y: number;
  /** The vector from its middle to the height of small letters. */
  readonly up: readonly [x: number, y: number];
  /** True if it is drawn mirrored. */
  readonly isMirrored: boolean;
  readonly code: number;
  /** True for a digit or a letter in a string with other letters: covering it alone hides information. */
  readonly isTelling: boolean;
}

export interface TextMark {
  readonly kind: 'text';
  /** Only letters and digits, because bullets, dots and lines for writing carry no information. */
  readonly glyphs: readonly Glyph[];
}

/** An area of one colour, a line, a picture or a shading. */
export interface Cover {
  readonly kind: 'cover';
  readonly areas: readonly Area[];
  readonly clip: Box;
  /** The share of the light from below that passes through it. */
  readonly through: Light;
}

/** An annotation with its rectangle. */
export interface Placed {
  readonly dict: Dict;
  readonly box: Box;
}

export type Mark = TextMark | Cover;

/** Only the last covers count. */
const MAX_COVERS = 200;
/** A smaller visible share of a letter counts as invisible. */
export const LEAST_SEEN = 0.1;
/** Thin areas can hide a letter together. The rules check these heights, as a part of half a small letter. */
const HEIGHTS = [-0.8, -0.4, 0, 0.4, 0.8];
const LEAST_HEIGHTS = 4;
/** A smaller part of a picture has little information. In units of the page. */
const LEAST_PICTURE_SIDE = 12;
const PARTS = [0.1, 0.3, 0.5, 0.7, 0.9];
/** Fewer separate letters may be no text but boxes or bullets. */
export const LEAST_LETTERS = 3;

/** Letters and digits of a page that the page itself paints over. */
export function overpainted(marks: readonly Mark[]): Glyph[] {
  const above: Cover[] = [];
  const found: Glyph[] = [];
  let hasThin = false;
  for (const mark of marks.toReversed()) {
    if (mark.kind === 'text') found.push(...mark.glyphs.filter(isHiddenBy(coversNear(above, mark.glyphs), hasThin)));
    else if (above.length < MAX_COVERS) {
      above.push(mark);
      hasThin ||= isThin(mark);
    }
  }
  return found;
}

/** The covers that may hide one of the letters. A page has many strings and covers, which are mostly far apart. */
function coversNear(covers: readonly Cover[], glyphs: readonly Glyph[]): Cover[] {
  const ends = glyphs.flatMap(({ x, y, up: [dx, dy] }): Point[] => [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ]);
  const box = boxAround(ends);
  return box
    ? covers.filter(({ areas, clip }) => mayMeet(clip, box) && areas.some((one) => mayMeet(one.box, box)))
    : [];
}

/**
 * Letters and digits of a page that lie under covers above it; undefined if there are too many to compare.
 * @param mayCompare counts the comparisons
 */
export function hiddenBy(
  covers: readonly Cover[],
  marks: readonly Mark[],
  mayCompare: (comparisons: number) => boolean,
): Glyph[] | undefined {
  if (covers.length === 0) return [];
  const glyphs = marks.flatMap((mark) => (mark.kind === 'text' ? mark.glyphs : []));
  const cost = (1 + HEIGHTS.length) * costOf(covers);
  if (!mayCompare(glyphs.length * covers.length)) return undefined;
  const below = glyphs.filter((glyph) => covers.some((cover) => isNear(cover, glyph)));
  if (!mayCompare(below.length * cost)) return undefined;
  return below.filter(isHiddenBy(covers, covers.some(isThin)));
}

/**
 * Whether covers hide a part of a picture, whose content is unknown.
 * @param mayCompare counts the comparisons. Beyond their limit a part counts as hidden
 */
export function hidePicture(
  covers: readonly Cover[],
  pictures: readonly Box[],
  mayCompare: (comparisons: number) => boolean,
): boolean {
  const cost = costOf(covers);
  const parts = covers.flatMap(({ areas, clip }) =>
    areas.filter(({ thickness }) => thickness >= LEAST_PICTURE_SIDE).map(({ box }) => within(box, clip)),
  );
  if (!mayCompare(parts.length * pictures.length)) return true;
  return parts.some((part) =>
    pictures.some((picture) => {
      const shown = within(part, picture);
      const side = Math.min(shown.right - shown.left, shown.top - shown.bottom);
      const points = side >= LEAST_PICTURE_SIDE ? pointsIn(shown) : [];
      if (!mayCompare(points.length * cost)) return true;
      return points.filter(([x, y]) => isUnseen(covers, x, y)).length > points.length / 2;
    }),
  );
}

/** The number of comparisons to decide whether a point is hidden. */
function costOf(covers: readonly Cover[]): number {
  return covers.reduce((sum, { areas }) => sum + areas.reduce((all, one) => all + one.cost, 0), 0);
}

function pointsIn({ left, bottom, right, top }: Box): (readonly [x: number, y: number])[] {
  return PARTS.flatMap((x) => PARTS.map((y) => [left + x * (right - left), bottom + y * (top - bottom)] as const));
}

/** Whether the letters are readable: a digit, a part of a word, or some letters that are not all equal. */
export function isReadable(glyphs: readonly Glyph[]): boolean {
  if (glyphs.some(({ isTelling }) => isTelling)) return true;
  return glyphs.length >= LEAST_LETTERS && glyphs.some(({ code }) => code !== glyphs[0]?.code);
}

/** For thick areas the middle of a letter decides. If the page has thin ones, most of its height must be covered. */
function isHiddenBy(covers: readonly Cover[], hasThin: boolean): (glyph: Glyph) => boolean {
  const thick = covers.filter((cover) => !isThin(cover));
  return ({ x, y, up: [dx, dy] }) => {
    if (isUnseen(thick, x, y)) return true;
    if (!hasThin) return false;
    return HEIGHTS.filter((height) => isUnseen(covers, x + height * dx, y + height * dy)).length >= LEAST_HEIGHTS;
  };
}

/** Several covers that each let light through may be opaque together. */
function isUnseen(covers: readonly Cover[], x: number, y: number): boolean {
  const point = { x, y };
  const holdsPoint = (one: Area): boolean => one.holds(x, y);
  let seen = WHITE;
  for (const { areas, clip, through } of covers) {
    if (!holds(clip, point) || !areas.some(holdsPoint)) continue;
    seen = throughBoth(seen, through);
    if (lightness(seen) <= LEAST_SEEN) return true;
  }
  return false;
}

function isThin({ areas }: Cover): boolean {
  return areas.every(({ thickness }) => thickness < LEAST_THICKNESS);
}

/**
 * A letter without a position, caused by malformed numbers, must not remove the others of its string from the
 * comparison.
 */
function mayMeet(a: Box, b: Box): boolean {
  return !(a.left > b.right || a.right < b.left || a.bottom > b.top || a.top < b.bottom);
}

function isNear({ areas }: Cover, { x, y, up: [dx, dy] }: Glyph): boolean {
  const by = Math.hypot(dx, dy);
  return areas.some(
    ({ box: { left, bottom, right, top } }) => x >= left - by && x <= right + by && y >= bottom - by && y <= top + by,
  );
}

export function holds(
  { left, bottom, right, top }: Box,
  { x, y }: { readonly x: number; readonly y: number },
): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

export function within(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
    top: Math.min(a.top, b.top),
  };
}

/** The common area of two rectangles. */
export function shared(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  return width > 0 && height > 0 ? width * height : 0;
}

export function area({ left, bottom, right, top }: Box): number {
  return (right - left) * (top - bottom);
}
