/** How the canonical form sees the document: references followed, pages outside the page tree gone. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfArray, type PdfObject, Ref, Stream } from '#engine/pdf/objects.ts';

export type Container = Dict | PdfArray | Stream;

export function isContainer(value: PdfObject): value is Container {
  return value instanceof Dict || value instanceof Stream || Array.isArray(value);
}

export class GraphView {
  readonly pdf: PdfDocument;
  readonly #pageTree: ReadonlySet<Dict>;

  constructor(pdf: PdfDocument) {
    this.pdf = pdf;
    const root = pdf.catalog.dict('Pages');
    this.#pageTree = new Set([...pdf.pages.map(({ dict }) => dict), ...(root ? [root] : [])]);
  }

  /**
   * Follows references. A page or node outside the page tree is null: destinations and annotations may still point to
   * pages that were taken out, and would carry their content along unseen.
   */
  resolve(object: PdfObject | undefined): PdfObject {
    const target = object instanceof Ref ? this.pdf.resolve(object) : (object ?? null);
    // Asked for every value of the document: most have no type, or none that matters.
    const type = target instanceof Dict ? target.entries.get('Type') : undefined;
    if (type === undefined || !(target instanceof Dict)) return target;
    const name = type instanceof Name ? type.value : target.name('Type');
    return (name === 'Page' || name === 'Pages') && !this.#pageTree.has(target) ? null : target;
  }

  /** Where every walk starts: the catalog, then the Info dictionary unless it is empty. */
  roots(): Dict[] {
    const info = this.pdf.trailer.dict('Info');
    return info && info.entries.size > 0 ? [this.pdf.catalog, info] : [this.pdf.catalog];
  }

  /** Every container that can be reached, with a number from 0. A stream stands for its dictionary too. */
  containers(): Map<Container, number> {
    const found: Container[] = this.roots();
    const numbers = new Map<Container, number>(found.map((root, index) => [root, index]));
    // The list grows while it is walked.
    for (let index = 0; index < found.length; index++) {
      const container = found[index];
      if (container === undefined) break;
      for (const value of valuesOf(container)) {
        if (value === null || typeof value !== 'object') continue;
        const target = this.resolve(value);
        if (!isContainer(target) || numbers.has(target)) continue;
        numbers.set(target, found.length);
        found.push(target);
      }
    }
    return numbers;
  }
}

function valuesOf(container: Container): Iterable<PdfObject> {
  if (Array.isArray(container)) return container;
  return (container instanceof Stream ? container.dict : container).entries.values();
}
