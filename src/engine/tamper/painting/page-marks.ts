/** Finds the text of a page and the part of it that an annotation covers (ISO 32000-2, 12.5.5). */
import { normalAppearance } from '#engine/forms/annotation-appearance.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Stream } from '#engine/pdf/syntax/objects.ts';
import { type Box, type Matrix, readBox, readMatrix, transformBox } from '#engine/content/matrix.ts';
import { rectangle } from './area.ts';
import { type Cover, type Glyph, hiddenBy, type Mark, overpainted, type Placed } from './marks.ts';
import { coversOfReaders, isDrawnByReaders } from './reader-marks.ts';
import { BLACK } from './paint-state.ts';
import { Painter, type Reading } from './painter.ts';

const UNIT: Box = { left: 0, bottom: 0, right: 1, top: 1 };
const EVERYWHERE: Box = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };
const EVERYTHING: Cover = { kind: 'cover', areas: [rectangle(EVERYWHERE)], clip: EVERYWHERE, through: BLACK };
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const MAX_ANCESTORS = 500;
/** ISO 32000-2, table 170: the appearances on the page, under the pointer, and for a pressed button. */
const ALL_KINDS = ['N', 'R', 'D'] as const;
const NORMAL_KIND = ['N'] as const;
/** Half of a small letter, in units of the page. People cannot read a lower one. */
const LEAST_HALF_HEIGHT = 0.4;

export interface PageMarks {
  readonly marks: readonly Mark[];
  /** Letters and digits in layers that are off. */
  readonly unshown: readonly Glyph[];
  /** Letters and digits that are not painted. */
  readonly invisible: readonly Glyph[];
  readonly pictures: readonly Box[];
}

export function pageMarks(pdf: PdfDocument, page: Dict, reading: Reading): PageMarks {
  const painter = new Painter(pdf, reading, false);
  const box = readBox(pdf, page.array('MediaBox'));
  painter.paintPage(page, inheritedResources(page), box ?? EVERYWHERE);
  return painter;
}

/** Letters and digits of a page that lie under covers; undefined if there are too many to compare. */
export function hiddenText(covers: readonly Cover[], marks: readonly Mark[], reading: Reading): Glyph[] | undefined {
  return hiddenBy(covers, marks, (comparisons) => reading.mayCompare(comparisons));
}

/** The covers that an annotation paints over its page in any state, and those that readers draw for it. */
export function coversOf(pdf: PdfDocument, annotation: Placed, reading: Reading): Cover[] {
  const covers = coversOfLooks(pdf, annotation, reading, ALL_KINDS);
  return isDrawnByReaders(annotation.dict) ? [...covers, ...coversOfReaders(pdf, annotation)] : covers;
}

export function coversOfLooks(
  pdf: PdfDocument,
  { dict, box }: Placed,
  reading: Reading,
  kinds: readonly string[] = NORMAL_KIND,
): Cover[] {
  return looksOf(dict, kinds).flatMap((look) => {
    // Readers place content without a box in different ways.
    if (!readBox(pdf, look.dict.array('BBox'))) return [EVERYTHING];
    const painter = new Painter(pdf, reading, true);
    painter.paintForm(look, fitting(pdf, look, box), box);
    return painter.marks.filter((mark) => mark.kind === 'cover');
  });
}

/** The letters and digits that the normal appearance of an annotation shows on its page. */
export function textOfLook(pdf: PdfDocument, { dict, box }: Placed, reading: Reading): Mark[] {
  const look = normalAppearance(dict);
  if (!look) return [];
  const painter = new Painter(pdf, reading, false);
  painter.paintForm(look, fitting(pdf, look, box), box);
  return painter.marks.filter((mark) => mark.kind === 'text');
}

/** The letters and digits of an appearance in a rectangle of the page, counted. */
export interface SeenText {
  readonly seen: number;
  /** The number of letters that are clipped away, transparent, covered or too small. */
  readonly unseen: number;
  /** The directions of the letters, and whether they are mirrored. */
  readonly directions: string;
  /** Half of the highest small letter, in units of the page. */
  readonly height: number;
}

export function seenText(pdf: PdfDocument, look: Stream, box: Box | undefined, reading: Reading): SeenText {
  const painter = new Painter(pdf, reading, true);
  painter.paintForm(look, box ? fitting(pdf, look, box) : IDENTITY, EVERYWHERE);
  const glyphs = painter.marks.flatMap((mark) => (mark.kind === 'text' ? mark.glyphs : []));
  const covered = new Set(overpainted(painter.marks));
  const seen = glyphs.filter((glyph) => !covered.has(glyph) && !isTiny(glyph));
  const directions = [...new Set(seen.map(directionOf))].toSorted().join();
  const height = seen.reduce((most, { up }) => Math.max(most, Math.hypot(...up)), 0);
  return { seen: seen.length, unseen: glyphs.length - seen.length + painter.lost, directions, height };
}

function isTiny({ up }: Glyph): boolean {
  return Math.hypot(...up) < LEAST_HALF_HEIGHT;
}

function directionOf({ up: [x, y], isMirrored }: Glyph): string {
  const quarter = Math.round(Math.atan2(y, x) / (Math.PI / 2));
  return `${quarter === -2 ? 2 : quarter} ${isMirrored}`;
}

/** The appearances of all states, for the given kinds. */
function looksOf(annotation: Dict, kinds: readonly string[]): Stream[] {
  return kinds.flatMap((kind) => {
    const look = annotation.dict('AP')?.get(kind) ?? null;
    if (look instanceof Stream) return [look];
    return look instanceof Dict ? look.keys().flatMap((key) => look.stream(key) ?? []) : [];
  });
}

/** The matrix by which readers fit an appearance into the rectangle of its annotation (algorithm 8.1). */
function fitting(pdf: PdfDocument, look: Stream, rect: Box): Matrix {
  const own = transformBox(readMatrix(pdf, look.dict.array('Matrix')), readBox(pdf, look.dict.array('BBox')) ?? UNIT);
  const [width, height] = [own.right - own.left, own.top - own.bottom];
  const x = width > 0 ? (rect.right - rect.left) / width : 1;
  const y = height > 0 ? (rect.top - rect.bottom) / height : 1;
  return [x, 0, 0, y, rect.left - x * own.left, rect.bottom - y * own.bottom];
}

function inheritedResources(page: Dict): Dict | undefined {
  let node: Dict | undefined = page;
  for (let depth = 0; node && depth < MAX_ANCESTORS; depth++, node = node.dict('Parent')) {
    const resources = node.dict('Resources');
    if (resources) return resources;
  }
  return undefined;
}
