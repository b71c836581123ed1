/**
 * Malformed files use one dictionary in two roles, for example the catalog as a font, or an annotation as a graphics
 * state. Stages edit a dictionary by its role and would damage the other one. This module gives each role of a resource
 * its own dictionary before the first edit. The writer merges equal ones again.
 */
import { WORDS } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, dictOf, type PdfArray, type PdfObject, type Ref, Stream } from '#engine/pdf/syntax/objects.ts';
import { findRoles } from './roles.ts';

/** The kinds of dictionaries on the path from a page or an annotation to its resources (ISO 32000-2, 7.8.3). */
type Kind =
  | 'identity' // a page, an annotation, or any other dictionary that is not a resource
  | 'appearances'
  | 'descriptor'
  | 'font'
  | 'fonts'
  | 'form'
  | 'group'
  | 'image'
  | 'mask'
  | 'resources'
  | 'state'
  | 'states'
  | 'xobjects';

/** An entry that refers to a dictionary of a kind. */
interface Slot {
  readonly holder: Dict | PdfArray;
  readonly key: string | number;
  readonly kind: Kind;
}

export function separateRoles(pdf: PdfDocument): void {
  new Separation(pdf).run();
}

class Separation {
  readonly #pdf: PdfDocument;
  readonly #kinds = new Map<Dict, Kind>();
  readonly #copies = new Map<Kind, Map<Dict, Ref>>();
  readonly #pending: Slot[] = [];

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  run(): void {
    const { catalog, pages } = this.#pdf;
    this.#noteIdentities();
    const form = catalog.dict('AcroForm');
    if (form) this.#add(form, 'DR', 'resources');
    for (const { dict } of pages) {
      this.#add(dict, 'Resources', 'resources');
      this.#add(dict, 'Group', 'group');
      for (const item of dict.array('Annots') ?? []) {
        const annotation = this.#pdf.resolve(item);
        if (annotation instanceof Dict) this.#add(annotation, 'AP', 'appearances');
      }
    }
    for (let slot = this.#pending.pop(); slot; slot = this.#pending.pop()) this.#separate(slot);
  }

  /** Notes all dictionaries that stages edit in another role than that of a resource. */
  #noteIdentities(): void {
    const note = (object: PdfObject): void => {
      if (object instanceof Dict) this.#kinds.set(object, 'identity');
    };
    for (const dict of findRoles(this.#pdf).keys()) {
      note(dict);
      for (const key of ['A', 'AA', 'Parent']) note(dict.get(key));
    }
    for (const [, value] of this.#pdf.catalog) note(this.#pdf.resolve(value));
  }

  #add(holder: Dict | PdfArray, key: string | number, kind: Kind): void {
    this.#pending.push({ holder, key, kind });
  }

  #separate({ holder, key, kind: stated }: Slot): void {
    const object = this.#pdf.resolve(Array.isArray(holder) ? holder[Number(key)] : holder.raw(String(key)));
    const dict = dictOf(object);
    if (!dict) return;
    const kind = stated === 'form' && dict.name('Subtype') === 'Image' ? 'image' : stated;
    const known = this.#kinds.get(dict);
    if (known === kind) return;
    if (known === undefined) {
      this.#kinds.set(dict, kind);
      this.#addEntries(dict, kind);
      return;
    }
    const copy = this.#copyFor(object, dict, kind);
    if (Array.isArray(holder)) holder[Number(key)] = copy;
    else holder.set(String(key), copy);
  }

  /** All users of the dictionary in this role share one copy. */
  #copyFor(object: PdfObject, dict: Dict, kind: Kind): Ref {
    const copies = this.#copies.get(kind) ?? new Map<Dict, Ref>();
    this.#copies.set(kind, copies);
    const known = copies.get(dict);
    if (known) return known;
    this.#pdf.budget.spend('objectWords', WORDS.dictionary + 2 * dict.size);
    const copy = Dict.of(this.#pdf, dict);
    const ref = this.#pdf.add(object instanceof Stream ? new Stream(copy, object.raw) : copy);
    copies.set(dict, ref);
    this.#kinds.set(copy, kind);
    this.#addEntries(copy, kind);
    return ref;
  }

  #addEntries(dict: Dict, kind: Kind): void {
    switch (kind) {
      case 'resources':
        this.#add(dict, 'Font', 'fonts');
        this.#add(dict, 'XObject', 'xobjects');
        this.#add(dict, 'Pattern', 'xobjects');
        return this.#add(dict, 'ExtGState', 'states');
      case 'fonts':
        return this.#addAll(dict, 'font');
      case 'xobjects':
        return this.#addAll(dict, 'form');
      case 'states':
        return this.#addAll(dict, 'state');
      case 'appearances':
        return this.#addAppearances(dict);
      case 'font':
        return this.#addFont(dict);
      case 'form':
        this.#add(dict, 'Resources', 'resources');
        return this.#add(dict, 'Group', 'group');
      case 'state':
        this.#add(dict, 'SMask', 'mask');
        return this.#addItems(dict.array('Font'), 'font');
      case 'mask':
        return this.#add(dict, 'G', 'form');
      default:
    }
  }

  #addFont(font: Dict): void {
    this.#add(font, 'Resources', 'resources');
    this.#add(font, 'CharProcs', 'xobjects');
    this.#add(font, 'FontDescriptor', 'descriptor');
    this.#addItems(font.array('DescendantFonts'), 'font');
  }

  /** The normal, rollover and down appearances: one stream, or one for each state (12.5.5). */
  #addAppearances(dict: Dict): void {
    for (const key of ['N', 'R', 'D']) this.#add(dict, key, dict.stream(key) ? 'form' : 'xobjects');
  }

  #addAll(dict: Dict, kind: Kind): void {
    for (const key of dict.keys()) this.#add(dict, key, kind);
  }

  /** The first item is the font of a graphics state, or the only descendant font that readers use. */
  #addItems(items: PdfArray | undefined, kind: Kind): void {
    if (items && items.length > 0) this.#add(items, 0, kind);
  }
}
