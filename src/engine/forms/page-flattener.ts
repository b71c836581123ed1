/**
 * Draws the widgets of a page, and the pictures of removed media and files, into the page content and removes them from
 * the page (ISO 32000-2, 12.5.5). The page content comes first, in its own brackets, then each appearance as a form
 * XObject, with fields above other annotations. Annotations that lie below one of them are drawn into the page too.
 */
import { concatBytes } from '#platform';
import { balanceOf, type ContentBalance } from '#engine/content/balance.ts';
import { ContentBuilder } from '#engine/content/builder.ts';
import { Fingerprints } from '#engine/canonical/fingerprint.ts';
import { type Matrix, readBox } from '#engine/content/matrix.ts';
import type { FaceLibrary } from '#engine/fonts/opentype.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import { Dict, Name, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { carriesFile } from '#engine/sanitize/action-holders.ts';
import { formOf, isShown, normalAppearance, uprightOn } from './annotation-appearance.ts';
import { AppearanceChooser } from './choose.ts';
import { coveringAnnotations, hidePicture } from './covering.ts';
import type { Form } from './field.ts';
import { completeResources, copyOf } from './form-resources.ts';
import { placementOf } from './placement.ts';
import type { StructureTree } from './structure-tree.ts';

const LINE_END = fromLatin1('\n');

/** An appearance and its position. */
interface Drawing {
  readonly annotation: Dict;
  readonly appearance: Stream;
  readonly matrix: Matrix;
  /** True if the annotation stays on the page. */
  readonly isKept: boolean;
}

export class PageFlattener {
  readonly chooser: AppearanceChooser;
  /** The names of fields that are not shown on screen and were left out. */
  readonly hidden: string[] = [];
  /** The number of signature fields whose appearance was drawn. */
  signatures = 0;
  /** Every widget that was on a page. */
  readonly placed = new Set<Dict>();
  readonly #form: Form;
  readonly #pdf: PdfDocument;
  readonly #structure: StructureTree;
  readonly #fingerprints: Fingerprints;
  readonly #completed = new Set<Stream>();
  /** One form XObject for all equal appearances, by fingerprint. */
  readonly #shared = new Map<string, PdfObject>();

  constructor(form: Form, structure: StructureTree, library?: FaceLibrary) {
    this.#form = form;
    this.#pdf = form.pdf;
    this.#structure = structure;
    this.#fingerprints = new Fingerprints(form.pdf);
    this.chooser = new AppearanceChooser(form, library);
  }

  flatten(page: Page): void {
    const annotations = page.dict.array('Annots') ?? [];
    const flattened = new Set(annotations.flatMap((item) => toFlatten(this.#pdf, item) ?? []));
    if (flattened.size === 0) return;
    this.#pdf.budget.spend('widgets', flattened.size);
    const drawings = this.#drawingsOf(page, annotations, flattened);
    if (drawings.length > 0) this.#draw(page, drawings);
    for (const { annotation, isKept } of drawings) if (isKept) hidePicture(this.#pdf, annotation);
    for (const annotation of flattened) {
      if (isWidget(annotation)) this.placed.add(annotation);
      this.#structure.remove(annotation);
    }
    const kept = annotations.filter((item) => toFlatten(this.#pdf, item) === undefined);
    if (kept.length > 0) page.dict.set('Annots', kept);
    else page.dict.delete('Annots');
  }

  /** The drawings in the order in which viewers paint the annotations. */
  #drawingsOf(page: Page, annotations: readonly PdfObject[], flattened: ReadonlySet<Dict>): Drawing[] {
    const all = inPaintingOrder(
      annotations.map((item) => this.#pdf.resolve(item)).filter((item) => item instanceof Dict),
    );
    const drawings = new Map<Dict, Drawing>();
    for (const annotation of flattened) {
      const drawing = isWidget(annotation)
        ? this.#widgetDrawing(annotation, page)
        : this.#pictureDrawing(annotation, page, false);
      if (drawing) drawings.set(annotation, drawing);
    }
    for (const annotation of coveringAnnotations(this.#pdf, all, new Set(drawings.keys()))) {
      const drawing = this.#pictureDrawing(annotation, page, true);
      if (drawing) drawings.set(annotation, drawing);
    }
    return all.flatMap((annotation) => drawings.get(annotation) ?? []);
  }

  #widgetDrawing(widget: Dict, page: Page): Drawing | undefined {
    const field = this.#form.fieldOf(widget);
    if (!isShown(widget)) {
      if (field.type !== 'Sig') this.hidden.push(field.name);
      return undefined;
    }
    const rect = readBox(this.#pdf, widget.array('Rect'));
    const appearance = rect && this.chooser.choose(field, rect);
    const matrix = appearance && placementOf(this.#pdf, appearance, rect, uprightOn(page, widget));
    if (!matrix) return undefined;
    const fieldResources = field.chain.map((node) => node.dict('DR'));
    this.#prepare(appearance, page, [...fieldResources, this.#form.dict.dict('DR')]);
    if (field.type === 'Sig') this.signatures++;
    return { annotation: widget, appearance, matrix, isKept: false };
  }

  #pictureDrawing(annotation: Dict, page: Page, isKept: boolean): Drawing | undefined {
    const rect = readBox(this.#pdf, annotation.array('Rect'));
    const normal = isShown(annotation) ? normalAppearance(annotation) : undefined;
    const appearance = rect && normal && formOf(this.#pdf, normal, rect);
    const matrix = rect && appearance && placementOf(this.#pdf, appearance, rect, uprightOn(page, annotation));
    if (!matrix) return undefined;
    this.#prepare(appearance, page, []);
    return { annotation, appearance, matrix, isKept };
  }

  /** Makes a form XObject of the appearance that depends on nothing else. */
  #prepare(appearance: Stream, page: Page, formResources: readonly (Dict | undefined)[]): void {
    if (this.#completed.has(appearance)) return;
    this.#completed.add(appearance);
    appearance.dict.set('Type', new Name('XObject')).set('Subtype', new Name('Form'));
    // Without its annotation, no structure element can refer to the content of the appearance (14.7.5.4).
    appearance.dict.delete('StructParent');
    const inheritedResources = appearance.dict.has('Resources') ? undefined : page.dict.dict('Resources');
    completeResources(this.#pdf, appearance, [...formResources, inheritedResources]);
  }

  #draw(page: Page, drawings: readonly Drawing[]): void {
    const content = this.#pdf.pageContent(page);
    const balance = balanceOf(content, this.#pdf.budget);
    const resources = new PageResources(this.#pdf, page);
    const added = new ContentBuilder();
    for (const operator of [...balance.closing, 'Q']) added.add(operator);
    let mcid = this.#structure.firstFreeMcid(page, balance.greatestMcid);
    for (const drawing of drawings) if (this.#add(added, drawing, page, resources, mcid)) mcid++;
    const opening = this.#pdf.newStream(fromLatin1('q\n'));
    // The last stream of the page may end in a comment, which only a line end closes (7.2.4).
    const closing = this.#pdf.newStream(concatBytes([LINE_END, added.bytes()]));
    const streams = [opening, ...this.#pageStreams(page, content, balance), closing];
    page.dict.set(
      'Contents',
      streams.map((stream) => this.#pdf.add(stream)),
    );
  }

  /** Draws one appearance. Returns whether it used the marked-content identifier. */
  #add(
    content: ContentBuilder,
    { annotation, appearance, matrix, isKept }: Drawing,
    page: Page,
    resources: PageResources,
    mcid: number,
  ): boolean {
    const name = resources.nameXObject(this.#share(appearance));
    const layer = annotation.dict('OC');
    if (layer) content.add('BDC', new Name('OC'), resources.nameLayer(annotation.raw('OC') ?? layer));
    const type = isKept ? undefined : this.#structure.typeOf(annotation);
    if (type !== undefined) content.addMarked(type, mcid);
    else if (this.#structure.isTagged) content.add('BMC', new Name('Artifact'));
    content
      .add('q')
      .add('cm', ...matrix)
      .add('Do', name)
      .add('Q');
    if (this.#structure.isTagged) content.add('EMC');
    if (layer) content.add('EMC');
    if (type !== undefined) this.#structure.replace(annotation, page, mcid);
    return type !== undefined;
  }

  #share(appearance: Stream): PdfObject {
    const fingerprint = this.#fingerprints.of(appearance);
    const known = this.#shared.get(fingerprint);
    if (known !== undefined) return known;
    const ref = this.#pdf.add(appearance);
    this.#shared.set(fingerprint, ref);
    return ref;
  }

  /**
   * Returns the content of the page unchanged, or repaired if an operator `Q` would close our bracket or the end is
   * broken.
   */
  #pageStreams(page: Page, content: Uint8Array, { strayRestores, end }: ContentBalance): Stream[] {
    if (strayRestores.length === 0 && end === content.length) {
      const contents = page.dict.get('Contents');
      const items = Array.isArray(contents) ? contents : [contents];
      return items.map((item) => this.#pdf.resolve(item)).filter((item) => item instanceof Stream);
    }
    const repaired = content.slice(0, end);
    for (const offset of strayRestores) repaired[offset] = 0x20;
    return [this.#pdf.newStream(repaired)];
  }
}

/** The page's own copy of its resources, with names for the added objects. */
class PageResources {
  readonly #pdf: PdfDocument;
  readonly #resources: Dict;
  /** The categories that were already copied for this page. */
  readonly #own = new Map<string, Dict>();
  /** The name of each added object, and the last number of each category. */
  readonly #names = new Map<PdfObject, Name>();
  readonly #last = new Map<string, number>();

  constructor(pdf: PdfDocument, page: Page) {
    this.#pdf = pdf;
    this.#resources = copyOf(pdf, page.dict.dict('Resources'));
    page.dict.set('Resources', this.#resources);
  }

  nameXObject(object: PdfObject): Name {
    return this.#name('XObject', 'Fx', object);
  }

  nameLayer(object: PdfObject): Name {
    return this.#name('Properties', 'OC', object);
  }

  /** The order of drawing defines the name, so it does not depend on the object or its number. */
  #name(category: string, prefix: string, object: PdfObject): Name {
    const target = this.#pdf.resolve(object);
    const known = this.#names.get(target);
    if (known) return known;
    const entries = this.#categoryOf(category);
    let number = (this.#last.get(category) ?? 0) + 1;
    while (entries.has(`${prefix}${number}`)) number++;
    this.#last.set(category, number);
    const name = new Name(`${prefix}${number}`);
    this.#names.set(target, name);
    entries.set(name.value, object);
    return name;
  }

  #categoryOf(category: string): Dict {
    const own = this.#own.get(category) ?? copyOf(this.#pdf, this.#resources.dict(category));
    this.#own.set(category, own);
    this.#resources.set(category, own);
    return own;
  }
}

/** A widget, or the poster that stage 4 left of an annotation with media or a file. */
function toFlatten(pdf: PdfDocument, item: PdfObject): Dict | undefined {
  const annotation = pdf.resolve(item);
  return annotation instanceof Dict && (isWidget(annotation) || carriesFile(annotation)) ? annotation : undefined;
}

/**
 * Each annotation once, widgets last. PDFium and MuPDF paint fields above all other annotations, and poppler paints in
 * the order of the list.
 */
function inPaintingOrder(annotations: readonly Dict[]): Dict[] {
  const all = [...new Set(annotations)];
  return [...all.filter((annotation) => !isWidget(annotation)), ...all.filter(isWidget)];
}

function isWidget(annotation: Dict): boolean {
  return annotation.name('Subtype') === 'Widget';
}
