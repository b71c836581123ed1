/** The layers that are off when a document opens (optional content, ISO 32000-2, 8.11). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfArray } from '#engine/pdf/syntax/objects.ts';

export class Layers {
  readonly #pdf: PdfDocument;
  readonly #on: ReadonlySet<Dict>;
  readonly #off: ReadonlySet<Dict>;
  readonly #isOffAtFirst: boolean;
  /** A cache, because content may name a membership a million times. */
  readonly #known = new Map<Dict, boolean>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    const settings = pdf.catalog.dict('OCProperties')?.dict('D');
    this.#on = this.#groups(settings?.array('ON'));
    this.#off = this.#groups(settings?.array('OFF'));
    this.#isOffAtFirst = settings?.name('BaseState') === 'OFF';
  }

  /**
   * Whether content of a group, or of a membership dictionary (8.11.2.2), is hidden. A dictionary with a visibility
   * expression counts as visible, since it may be.
   */
  isHidden(membership: Dict): boolean {
    const known = this.#known.get(membership);
    if (known !== undefined) return known;
    const isHidden = this.#judge(membership);
    this.#known.set(membership, isHidden);
    return isHidden;
  }

  #judge(membership: Dict): boolean {
    if (membership.name('Type') !== 'OCMD') return this.#isOff(membership);
    if (membership.array('VE')) return false;
    const one = membership.dict('OCGs');
    const groups = one ? [one] : [...this.#groups(membership.array('OCGs'))];
    if (groups.length === 0) return false;
    const off = groups.filter((group) => this.#isOff(group)).length;
    switch (membership.name('P')) {
      case 'AllOn':
        return off > 0;
      case 'AnyOff':
        return off === 0;
      case 'AllOff':
        return off < groups.length;
      default:
        return off === groups.length;
    }
  }

  #isOff(group: Dict): boolean {
    return this.#isOffAtFirst ? !this.#on.has(group) : this.#off.has(group);
  }

  #groups(array: PdfArray | undefined): Set<Dict> {
    const items = (array ?? []).map((item) => this.#pdf.resolve(item));
    return new Set(items.filter((item) => item instanceof Dict));
  }
}
