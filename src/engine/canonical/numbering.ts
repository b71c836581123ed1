/**
 * Assigns object numbers breadth first from the trailer with sorted keys, so that the numbers of the file have no
 * influence.
 */
import { type Container, dictOf, isContainer, type PdfObject } from '#engine/pdf/syntax/objects.ts';
import { type GraphView } from './graph-view.ts';
import type { Sharing } from './sharing.ts';

export interface Numbered {
  /** Object number n is at index n - 1. */
  readonly objects: readonly Container[];
  /** The numbers of all indirect containers. A container that is written in place has none. */
  readonly numbers: ReadonlyMap<Container, number>;
}

/** The data about sharing take more memory than the result, so the result holds no reference to them. */
export function numberObjects(view: GraphView, sharing: Sharing): Numbered {
  const { objects, numberOf } = new Numbering(view, sharing);
  const numbers = new Map<Container, number>();
  for (const container of sharing.containers) {
    const number = numberOf(sharing.classOf(container));
    if (number > 0) numbers.set(container, number);
  }
  return { objects, numbers };
}

class Numbering {
  readonly objects: Container[] = [];
  readonly #sharing: Sharing;
  /** The object number of each class; 0 for a class that is written in place. */
  readonly #numbers: Int32Array;

  constructor(view: GraphView, sharing: Sharing) {
    this.#sharing = sharing;
    this.#numbers = new Int32Array(sharing.classCount);
    for (const root of view.roots()) this.#enter(sharing.classOf(root));
    // The loop appends to the list that it reads: the list is the breadth-first queue.
    for (const object of this.objects) this.#enterChildren(object);
  }

  readonly numberOf = (number: number): number => this.#numbers[number] ?? 0;

  #enter(number: number): void {
    if (this.#numbers[number] !== 0) return;
    this.objects.push(this.#sharing.representative(number));
    this.#numbers[number] = this.objects.length;
  }

  /** Adds the targets of one object in the order in which its references are written. */
  #enterChildren(object: Container): void {
    const pending = childrenOf(object);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (!isContainer(next)) continue;
      const number = this.#sharing.classOf(next);
      if (this.#sharing.isIndirect(number)) this.#enter(number);
      else for (const child of childrenOf(next)) pending.push(child);
    }
  }
}

/** The children in reverse order. */
function childrenOf(container: Container): PdfObject[] {
  if (Array.isArray(container)) return container.toReversed();
  return dictOf(container).values().toReversed();
}
