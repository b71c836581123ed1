/**
 * The boxes of a page as readers use them (ISO 32000-2, 7.7.3.3, 7.9.5 and 14.11.2). The standard says nothing about
 * boxes that are no rectangles. The page then has the size that most of PDFium, MuPDF and poppler give it.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, type PdfObject, toNumber } from '#engine/pdf/syntax/objects.ts';
import { roundScalar } from '#engine/pdf/syntax/precision.ts';

/** A page without a usable MediaBox has the size US Letter. */
const DEFAULT_MEDIA_BOX = [0, 0, 612, 792];

/** Annex C.1: the largest integer. PDFium reads a larger one as 0, and no reader shows such a page. */
const MAX_COORDINATE = 2 ** 31 - 1;

/**
 * Replaces a MediaBox that is no rectangle by a default, and removes such a CropBox. A CropBox outside of the MediaBox
 * stays, because readers agree that such a page shows less or nothing. Returns the faults.
 */
export function repairBoxes(pdf: PdfDocument, page: Dict): string[] {
  const problems: string[] = [];
  if (!repairBox(pdf, page, 'MediaBox')) {
    problems.push(page.get('MediaBox') === null ? 'a page without MediaBox' : 'a MediaBox that is no rectangle');
    page.set('MediaBox', [...DEFAULT_MEDIA_BOX]);
  }
  if (page.get('CropBox') !== null && !repairBox(pdf, page, 'CropBox')) {
    problems.push('a CropBox that is no rectangle');
    page.delete('CropBox');
  }
  return problems;
}

/**
 * The corners of a box in order. Items that are no number or too large become 0. Undefined for a value that is no
 * rectangle or has no area.
 */
export function cornersOf(pdf: PdfDocument, box: PdfObject): PdfObject[] | undefined {
  const [x1, y1, x2, y2, ...others] = (Array.isArray(box) ? box : []).map((item) => numberAt(pdf, item));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  const [left, right] = ordered(x1, x2);
  const [bottom, top] = ordered(y1, y2);
  const isEmpty = valueOf(left) === valueOf(right) || valueOf(bottom) === valueOf(top);
  return isEmpty || others.length > 0 ? undefined : [left, bottom, right, top];
}

/** Returns false if the box is no rectangle. */
function repairBox(pdf: PdfDocument, page: Dict, key: string): boolean {
  const corners = cornersOf(pdf, page.get(key));
  const hasOthers = page.array(key)?.some((item) => !isCoordinate(pdf.resolve(item)));
  if (corners && hasOthers) page.set(key, corners);
  return corners !== undefined;
}

function numberAt(pdf: PdfDocument, item: PdfObject): PdfObject {
  const value = pdf.resolve(item);
  return isCoordinate(value) ? value : 0;
}

function isCoordinate(value: PdfObject): boolean {
  return Math.abs(toNumber(value) ?? Infinity) <= MAX_COORDINATE;
}

function ordered(a: PdfObject, b: PdfObject): readonly [PdfObject, PdfObject] {
  return valueOf(a) <= valueOf(b) ? [a, b] : [b, a];
}

/** As the output spells it: a box without an area in the output has none here either. */
function valueOf(number: PdfObject): number {
  return toNumber(roundScalar(number)) ?? 0;
}
