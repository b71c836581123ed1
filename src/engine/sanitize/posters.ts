/**
 * What stays of an annotation that plays something or carries a file: the picture it shows while nothing plays
 * (ISO 32000-2, 12.5.5), which the form stage draws into the page. Nothing else of the annotation is left.
 */
import { isEmptyBox, readBox } from '#engine/content/matrix.ts';
import { isShown, normalAppearance } from '#engine/forms/annotation-appearance.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict, Ref, Stream } from '#engine/pdf/syntax/objects.ts';

/** The entries that say where it is drawn, and of which structure element it is the content (table 166). */
const POSTER_KEYS = ['Type', 'Subtype', 'Rect', 'F', 'OC', 'StructParent'] as const;

export class Posters {
  readonly #pdf: PdfDocument;
  readonly #made = new Map<Dict, Ref | undefined>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  /** Makes the poster of a removed annotation, once; undefined when nothing of the annotation is seen. */
  of(annotation: Dict): Ref | undefined {
    if (!this.#made.has(annotation)) this.#made.set(annotation, this.#make(annotation));
    return this.#made.get(annotation);
  }

  /** The poster that was put on a page in the annotation's place. */
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
