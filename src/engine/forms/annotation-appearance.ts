/** The appearance of an annotation, and whether a viewer shows it (ISO 32000-2, 12.5.3 and 12.5.5). */
import { type Box, isEmptyBox, quarterOf, readBox } from '#engine/content/matrix.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { Dict, fromNumber, Stream } from '#engine/pdf/syntax/objects.ts';
import { copyOf } from './form-resources.ts';

/** Table 167, bit positions minus one. */
const HIDDEN = 1 << 1;
const NO_ROTATE = 1 << 4;
const NO_VIEW = 1 << 5;

export function isShown(annotation: Dict): boolean {
  return ((annotation.integer('F') ?? 0) & (HIDDEN | NO_VIEW)) === 0;
}

/** The rotation of the page in degrees if the annotation does not rotate with the page, else 0. */
export function uprightOn(page: Page, annotation: Dict): number {
  const turns = Math.trunc((page.dict.number('Rotate') ?? 0) / 90);
  return (annotation.integer('F') ?? 0) & NO_ROTATE ? quarterOf(turns * 90) : 0;
}

/** The normal appearance: the only one, or that of the current state. */
export function normalAppearance(annotation: Dict): Stream | undefined {
  const normal = annotation.dict('AP')?.get('N');
  const chosen = normal instanceof Dict ? normal.stream(annotation.name('AS') ?? '') : normal;
  return chosen instanceof Stream ? chosen : undefined;
}

/**
 * The stream as a form XObject that can be drawn; undefined for an image and for an empty bounding box. Without a
 * bounding box the content is drawn in its own size from the lower left corner of the annotation, as PDFium does.
 */
export function formOf(pdf: PdfDocument, stream: Stream, { left, bottom, right, top }: Box): Stream | undefined {
  if (stream.dict.name('Subtype') === 'Image') return undefined;
  if (stream.dict.get('BBox') === null) {
    const box = [0, 0, right - left, top - bottom].map(fromNumber);
    return new Stream(copyOf(pdf, stream.dict).set('BBox', box), stream.raw);
  }
  const box = readBox(pdf, stream.dict.array('BBox'));
  return box && !isEmptyBox(box) ? stream : undefined;
}
