/** Any two opposite corners define a rectangle (ISO 32000-2, 7.9.5). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { fromNumber, type PdfArray, toNumber } from '#engine/pdf/syntax/objects.ts';

/** The corners in order, as objects; undefined unless the array has four numbers. */
export function rectangle(pdf: PdfDocument, array: PdfArray | undefined): PdfArray | undefined {
  const [x1, y1, x2, y2] = (array ?? []).map((item) => toNumber(pdf.resolve(item)));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)].map(fromNumber);
}
