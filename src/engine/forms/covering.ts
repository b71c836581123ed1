/**
 * Finds annotations that stay and that were below the drawn ones. Annotations are painted in their order and above the
 * page (ISO 32000-2, 12.5.1). After the drawing they would cover the appearances that covered them before.
 */
import { type Box, readBox } from '#engine/content/matrix.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, fromNumber } from '#engine/pdf/syntax/objects.ts';
import { isShown, normalAppearance } from './annotation-appearance.ts';

/** Readers draw no appearance for the first two types, and the third one is transparent. */
const NEVER_COVERING: ReadonlySet<string> = new Set(['Link', 'Popup', 'Highlight']);

/**
 * Returns the annotations, in their order, that come before a drawn one, or before another returned one, and overlap
 * it.
 */
export function coveringAnnotations(
  pdf: PdfDocument,
  annotations: readonly Dict[],
  drawn: ReadonlySet<Dict>,
): ReadonlySet<Dict> {
  const covering = new Set<Dict>();
  const above: Box[] = [];
  for (const annotation of annotations.toReversed()) {
    const isDrawn = drawn.has(annotation);
    if (!isDrawn && (above.length === 0 || !canCover(annotation))) continue;
    const box = readBox(pdf, annotation.array('Rect'));
    if (!box) continue;
    // The number of compared pairs is the product of both lengths, so each comparison counts.
    if (!isDrawn) pdf.budget.spend('operators', above.length);
    if (!isDrawn && !above.some((other) => overlaps(box, other))) continue;
    if (!isDrawn) covering.add(annotation);
    above.push(box);
  }
  return covering;
}

/** The annotation stays with all its data, but without an appearance, because its picture is in the page. */
export function hidePicture(pdf: PdfDocument, annotation: Dict): void {
  const { left = 0, bottom = 0, right = 0, top = 0 } = readBox(pdf, annotation.array('Rect')) ?? {};
  const blank = pdf.newStream(new Uint8Array());
  blank.dict.set('BBox', [0, 0, right - left, top - bottom].map(fromNumber));
  annotation.set('AP', pdf.newDict({ N: pdf.add(blank) }));
  annotation.delete('AS');
}

function canCover(annotation: Dict): boolean {
  if (NEVER_COVERING.has(annotation.name('Subtype') ?? '')) return false;
  return isShown(annotation) && normalAppearance(annotation) !== undefined;
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}
