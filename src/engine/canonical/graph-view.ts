/** The document as the canonical form sees it: references followed, pages outside the page tree gone. */
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

  /** The containers at which every walk starts: the catalog, then the Info dictionary unless it is empty. */
  roots(): Dict[] {
    const { catalog, trailer } = this.pdf;
    const info = trailer.dict('Info');
    return info && info !== catalog && info.size > 0 ? [catalog, info] : [catalog];
  }

  /**
   * Puts what it leads to in the place of every reference. Answers every container that can be reached, with a number
   * from 0; a stream stands for its dictionary too.
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
    // The list grows while it is walked.
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

  /** What is no container is written wherever it is referred to. */
  #referredTo(reference: Ref): PdfObject {
    const target = this.pdf.resolve(reference);
    if (target instanceof PdfString) this.pdf.budget.spend('copiedBytes', target.bytes.length);
    else if (target instanceof Name) this.pdf.budget.spend('copiedBytes', target.value.length);
    return target;
  }

  /**
   * A page or node outside the page tree is null: destinations and annotations may still point to pages that were taken
   * out, and would carry their content along unseen.
   */
  #follow(value: PdfObject): PdfObject {
    const target = value instanceof Ref ? this.#referredTo(value) : value;
    // Asked for every value of the document: most have no type, or none that matters.
    const type = target instanceof Dict ? target.raw('Type') : undefined;
    if (type === undefined || !(target instanceof Dict)) return target;
    const name = type instanceof Name ? type.value : target.name('Type');
    return (name === 'Page' || name === 'Pages') && !this.#pageTree.has(target) ? null : target;
  }
}
