/** Where a page shows text, and what an annotation of it covers (ISO 32000-2, 12.5.5). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Stream } from '#engine/pdf/syntax/objects.ts';
import { type Box, type Matrix, readBox, readMatrix, transformBox } from '#engine/content/matrix.ts';
import { type Cover, type Glyph, hiddenBy, type Mark, overpainted } from './marks.ts';
import { Painter, type Reading } from './painter.ts';

const UNIT: Box = { left: 0, bottom: 0, right: 1, top: 1 };
const EVERYWHERE: Box = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const MAX_ANCESTORS = 500;

export interface Placed {
  readonly dict: Dict;
  /** Its rectangle. */
  readonly box: Box;
}

export interface PageMarks {
  readonly marks: readonly Mark[];
  /** Letters and digits of layers that are off. */
  readonly unshown: readonly Glyph[];
}

export function pageMarks(pdf: PdfDocument, page: Dict, reading: Reading): PageMarks {
  const painter = new Painter(pdf, reading, false);
  const box = readBox(pdf, page.array('MediaBox'));
  painter.paintPage(page, inheritedResources(page), box ?? EVERYWHERE);
  return painter;
}

/** Letters and digits of its page that an annotation hides, in any of its states. */
export function hiddenText(pdf: PdfDocument, annotation: Placed, marks: readonly Mark[], reading: Reading): Glyph[] {
  const covers = lookCovers(pdf, annotation, reading);
  return hiddenBy(covers, annotation.box, marks, (comparisons) => reading.mayCompare(comparisons));
}

function lookCovers(pdf: PdfDocument, { dict, box }: Placed, reading: Reading): Cover[] {
  return looksOf(dict).flatMap((look) => {
    const painter = new Painter(pdf, reading, true);
    painter.paintForm(look, fitting(pdf, look, box), box);
    return painter.marks.filter((mark) => mark.kind === 'cover');
  });
}

/** How many letters and digits of an appearance are seen, and how many are not: clipped away, transparent or covered. */
export function seenText(
  pdf: PdfDocument,
  look: Stream,
  reading: Reading,
): { readonly seen: number; readonly unseen: number } {
  const painter = new Painter(pdf, reading, true);
  painter.paintForm(look, IDENTITY, EVERYWHERE);
  const painted = painter.marks.reduce((sum, mark) => sum + (mark.kind === 'text' ? mark.glyphs.length : 0), 0);
  const covered = overpainted(painter.marks).length;
  return { seen: painted - covered, unseen: covered + painter.lost };
}

/** The normal appearance, or those of all states. */
function looksOf(annotation: Dict): Stream[] {
  const normal = annotation.dict('AP')?.get('N') ?? null;
  if (normal instanceof Stream) return [normal];
  return normal instanceof Dict ? normal.keys().flatMap((key) => normal.stream(key) ?? []) : [];
}

/** The matrix by which readers fit a look into the rectangle of its annotation (algorithm 8.1). */
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
