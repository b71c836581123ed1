/** Object numbers: breadth first from the trailer with sorted keys, so they say nothing of how the file was numbered. */
import { Dict, type PdfArray, type PdfObject, Stream } from '#engine/pdf/objects.ts';
import { type Container, type GraphView, isContainer } from './graph-view.ts';
import type { Sharing } from './sharing.ts';

export class Numbering {
  readonly objects: Container[] = [];
  readonly #view: GraphView;
  readonly #sharing: Sharing;
  readonly #numbers = new Map<Container, number>();

  constructor(view: GraphView, sharing: Sharing) {
    this.#view = view;
    this.#sharing = sharing;
    for (const root of view.roots()) this.#enter(root);
    // The list grows while it is walked: that is the breadth-first queue.
    for (const object of this.objects) this.#enterChildren(object instanceof Stream ? object.dict : object);
  }

  /** Follows references and answers, of a container, the one that stands for all its equals. */
  resolve(object: PdfObject): PdfObject {
    const target = this.#view.resolve(object);
    return isContainer(target) ? this.#sharing.representative(target) : target;
  }

  /** The number of a container that is indirect; undefined for one written in place. */
  numberOf(container: Container): number | undefined {
    return this.#numbers.get(container);
  }

  #enter(container: Container): void {
    if (this.#numbers.has(container)) return;
    this.objects.push(container);
    this.#numbers.set(container, this.objects.length);
  }

  /** Enters what one object refers to, in the order in which the references are written. */
  #enterChildren(object: Dict | PdfArray): void {
    const pending: PdfObject[] = [];
    const descend = (container: Container): void => {
      const children = container instanceof Dict ? [...container.entries.values()] : Array.isArray(container) ? container : [];
      for (let index = children.length - 1; index >= 0; index--) pending.push(children[index] ?? null);
    };
    descend(object);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const target = this.resolve(next);
      if (!isContainer(target)) continue;
      if (this.#sharing.isIndirect(target)) this.#enter(target);
      else descend(target);
    }
  }
}
