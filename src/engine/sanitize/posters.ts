/**
 * Preserves the picture of an annotation that plays media or holds a file (ISO 32000-2, 12.5.5). The form stage draws
 * the picture into the page. All other data of the annotation are removed.
 */
import { isEmptyBox, readBox } from '#engine/content/matrix.ts';
import { isShown, normalAppearance } from '#engine/forms/annotation-appearance.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict, Ref, Stream } from '#engine/pdf/syntax/objects.ts';

/** The entries for the position of the picture and for its structure element (table 166). */
const POSTER_KEYS = ['Type', 'Subtype', 'Rect', 'F', 'OC', 'StructParent'] as const;

export class Posters {
  readonly #pdf: PdfDocument;
  readonly #made = new Map<Dict, Ref | undefined>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  /** Makes the poster of a removed annotation once; undefined if the annotation is invisible. */
  of(annotation: Dict): Ref | undefined {
    if (!this.#made.has(annotation)) this.#made.set(annotation, this.#make(annotation));
    return this.#made.get(annotation);
  }

  /** The poster that replaces the annotation on its page. */
  inPlaceOf(annotation: Dict): Ref | undefined {
    return this.#made.get(annotation);
  }

  #make(annotation: Dict): Ref | undefined {
    const rect = readBox(this.#pdf, annotation.array('Rect'));
    const appearance = normalAppearance(annotation);
    if (!rect || isEmptyBox(rect) || !appearance || !isShown(annotation) || this.#isBlank(appearance)) return undefined;
    const poster = this.#pdf.newDict({ AP: this.#pdf.newDict({ N: this.#pdf.add(appearance) }) });
    for (const key of POSTER_KEYS) {
      const value = annotation.raw(key);
      if (value !== undefined) poster.set(key, value);
    }
    return this.#pdf.add(poster);
  }

  #isBlank(appearance: Stream): boolean {
    const content = this.#pdf.bytesOf(appearance);
    return content?.every((byte) => byte <= 0x20) ?? false;
  }
}
