/** How the canonical form sees the document: references followed, pages outside the page tree gone. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfArray, type PdfObject, Stream } from '#engine/pdf/objects.ts';

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
    const target = this.pdf.resolve(object);
    if (!(target instanceof Dict) || this.#pageTree.has(target)) return target;
    const type = target.name('Type');
    return type === 'Page' || type === 'Pages' ? null : target;
  }

  /** Where every walk starts: the catalog, then the Info dictionary unless it is empty. */
  roots(): Dict[] {
    const info = this.pdf.trailer.dict('Info');
    return info && info.entries.size > 0 ? [this.pdf.catalog, info] : [this.pdf.catalog];
  }

  /** Every container that can be reached, each once. A stream stands for its dictionary too. */
  containers(): Container[] {
    const found: Container[] = this.roots();
    const seen = new Set<Container>(found);
    // The list grows while it is walked.
    for (let index = 0; index < found.length; index++) {
      const container = found[index];
      if (container === undefined) break;
      for (const value of valuesOf(container)) {
        if (value === null || typeof value !== 'object') continue;
        const target = this.resolve(value);
        if (!isContainer(target) || seen.has(target)) continue;
        seen.add(target);
        found.push(target);
      }
    }
    return found;
  }
}

function valuesOf(container: Container): Iterable<PdfObject> {
  if (Array.isArray(container)) return container;
  return (container instanceof Stream ? container.dict : container).entries.values();
}
