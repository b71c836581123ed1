/** The document as the canonical form sees it: references are resolved, and pages outside the page tree are null. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import {
  type Container,
  Dict,
  dictOf,
  isContainer,
  Name,
  type PdfObject,
  PdfString,
  Ref,
} from '#engine/pdf/syntax/objects.ts';

export class GraphView {
  readonly pdf: PdfDocument;
  readonly #pageTree: ReadonlySet<Dict>;

  constructor(pdf: PdfDocument) {
    this.pdf = pdf;
    const root = pdf.catalog.dict('Pages');
    this.#pageTree = new Set([...pdf.pages.map(({ dict }) => dict), ...(root ? [root] : [])]);
  }

  /** The containers at which every walk starts: the catalog, then the Info dictionary if it is not empty. */
  roots(): Dict[] {
    const { catalog, trailer } = this.pdf;
    const info = trailer.dict('Info');
    return info && info !== catalog && info.size > 0 ? [catalog, info] : [catalog];
  }

  /**
   * Replaces every reference by its target. Returns every reachable container with a number from 0. A stream also
   * stands for its dictionary.
   */
  link(): Map<Container, number> {
    const found: Container[] = this.roots();
    const numbers = new Map<Container, number>(found.map((root, index) => [root, index]));
    const { budget } = this.pdf;
    const enter = (target: PdfObject): void => {
      if (target instanceof PdfString) budget.spend('writtenNodes');
      if (!isContainer(target) || numbers.has(target)) return;
      budget.spend('writtenNodes');
      numbers.set(target, found.length);
      found.push(target);
    };
    // The loop appends to the map that it reads.
    for (const container of found) {
      if (Array.isArray(container)) {
        for (let index = 0; index < container.length; index++)
          enter((container[index] = this.#follow(container[index] ?? null)));
        continue;
      }
      const dict = dictOf(container);
      dict.forEach((value, key) => {
        const target = this.#follow(value);
        if (target !== value) dict.set(key, target);
        enter(target);
      });
    }
    return numbers;
  }

  /** A scalar is written in place at each of its references. */
  #referredTo(reference: Ref): PdfObject {
    const target = this.pdf.resolve(reference);
    if (target instanceof PdfString) this.pdf.budget.spend('copiedBytes', target.bytes.length);
    else if (target instanceof Name) this.pdf.budget.spend('copiedBytes', target.value.length);
    return target;
  }

  /**
   * A page or node outside the page tree becomes null. Destinations and annotations may still refer to removed pages
   * and would keep their hidden content in the file.
   */
  #follow(value: PdfObject): PdfObject {
    const target = value instanceof Ref ? this.#referredTo(value) : value;
    // This runs for every value of the document, so the cheap check comes first: most values have no type.
    const type = target instanceof Dict ? target.raw('Type') : undefined;
    if (type === undefined || !(target instanceof Dict)) return target;
    const name = type instanceof Name ? type.value : target.name('Type');
    return (name === 'Page' || name === 'Pages') && !this.#pageTree.has(target) ? null : target;
  }
}
