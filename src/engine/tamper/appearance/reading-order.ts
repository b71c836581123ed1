/** The text of an appearance in reading order, line by line, independent of the order of drawing. */
import type { Box } from '#engine/content/matrix.ts';
import type { GlyphRun } from '#engine/text/text-interpreter.ts';
import { UNREADABLE } from './look-fonts.ts';

/** A part of a text with the position of its drawing. */
export interface DrawnText {
  readonly text: string;
  readonly box: Box;
  /** True if it is upright, so that its position defines the reading order. */
  readonly isUpright: boolean;
}

/** The share of the narrower or lower of two parts that must overlap the other one. */
const SAME_PLACE = 0.5;
/** Parts of a line may touch, because their positions are exact only to a fraction of their height. */
const TOLERANCE = 0.1;
/** Letters with a smaller distance, as a part of their width, overlap. */
const LEAST_ADVANCE = 0.5;

export function drawnText(text: string, { box, state, toPage, count }: GlyphRun): DrawnText {
  const [a, b, c, d] = toPage;
  const isUpright =
    a > 0 && d > 0 && Math.abs(b) + Math.abs(c) < TOLERANCE * (a + d) && state.size > 0 && state.scale > 0;
  const width = box.right - box.left;
  const spacing = state.characterSpacing * count * state.scale * a;
  const isOverlapping = count > 1 && spacing < 0 && width < LEAST_ADVANCE * (width - spacing);
  return { text: isOverlapping ? UNREADABLE : text, box, isUpright };
}

/**
 * The text in the order of lines from top to bottom, each from left to right, if the positions are known, else in the
 * order of drawing.
 */
export function inReadingOrder(parts: readonly DrawnText[]): string {
  const shown = parts.filter(({ text }) => text.trim() !== '');
  if (shown.length < 2 || !shown.every(({ isUpright }) => isUpright) || isInOrder(shown)) return textOf(parts);
  const lines: DrawnText[][] = [];
  for (const part of shown.toSorted((one, other) => other.box.top - one.box.top)) {
    const line = lines.findLast(([first]) => first !== undefined && isSameLine(first.box, part.box));
    if (line) line.push(part);
    else lines.push([part]);
  }
  return textOf(lines.flatMap((line) => withoutOverlaps(line.toSorted((one, other) => one.box.left - other.box.left))));
}

function isInOrder(parts: readonly DrawnText[]): boolean {
  return parts.every(({ box }, index) => {
    const before = parts[index - 1];
    if (!before) return true;
    const height = box.top - box.bottom;
    if (isSameLine(before.box, box)) return box.left >= before.box.right - TOLERANCE * height;
    return box.top < before.box.top;
  });
}

/** Overlapping parts show an unreadable sign. */
function withoutOverlaps(line: readonly DrawnText[]): DrawnText[] {
  return line.map((part, index) => {
    const next = line[index + 1];
    const width = Math.min(widthOf(part), next ? widthOf(next) : 0);
    const isCovered = next !== undefined && part.box.right - next.box.left > SAME_PLACE * width;
    return isCovered ? { ...part, text: UNREADABLE } : part;
  });
}

function isSameLine(a: Box, b: Box): boolean {
  const height = Math.min(a.top - a.bottom, b.top - b.bottom);
  return Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom) > SAME_PLACE * height;
}

function widthOf({ box: { left, right } }: DrawnText): number {
  return right - left;
}

function textOf(parts: readonly DrawnText[]): string {
  return parts.map(({ text }) => text).join('');
}
