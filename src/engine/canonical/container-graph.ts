/** The containers of a document as a graph of numbers, so that the later walks need no hashing. */
import { type Container, type Dict, dictOf, isContainer, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { type GraphView } from './graph-view.ts';
import type { StreamEncoder } from './stream-encoder.ts';

export interface GraphSource {
  readonly view: GraphView;
  readonly encoder: StreamEncoder;
  /** The numbers that are assigned already. New containers add more. */
  readonly numbers: Map<Container, number>;
  /** True for a container with identity, which is never merged. */
  readonly isIdentity: (container: Container) => boolean;
}

/** Streams get their final bytes and dictionaries their final order while the graph is built. */
export class ContainerGraph {
  /** The nodes in the order in which the walk reaches them. */
  readonly nodes: number[] = [];
  readonly containers: Container[];
  readonly isIdentity: boolean[];
  /**
   * The children of node n are `children[starts[n]]` up to, and without, `children[ends[n]]`. They have the order of
   * its values.
   */
  readonly starts: number[];
  readonly ends: number[];
  readonly children: number[] = [];
  readonly #numbers: Map<Container, number>;

  constructor({ view, encoder, numbers, isIdentity }: GraphSource) {
    this.#numbers = numbers;
    this.containers = [...numbers.keys()];
    this.isIdentity = this.containers.map((container) => isIdentity(container));
    // The value -1 marks a node that the walk has not reached.
    this.starts = this.containers.map(() => -1);
    this.ends = this.containers.map(() => -1);
    for (const root of view.roots()) this.#reach(root);
    // The loop appends to the list that it reads.
    for (let next = 0; next < this.nodes.length; next++) this.#follow(this.nodes[next] ?? 0, encoder);
  }

  container(node: number): Container {
    const container = this.containers[node];
    if (container === undefined) throw new Error(`There is no container ${node}.`);
    return container;
  }

  nodeOf(container: Container): number {
    const node = this.#numbers.get(container);
    if (node === undefined) throw new Error('A container that was not reached.');
    return node;
  }

  values(node: number): readonly PdfObject[] {
    const container = this.container(node);
    if (Array.isArray(container)) return container;
    return dictOf(container).values();
  }

  #reach(container: Container): number {
    let node = this.#numbers.get(container);
    if (node === undefined) {
      node = this.containers.push(container) - 1;
      this.#numbers.set(container, node);
      this.isIdentity.push(false);
      this.starts.push(-1);
      this.ends.push(-1);
    }
    if (this.starts[node] === -1) {
      this.starts[node] = 0;
      this.nodes.push(node);
    }
    return node;
  }

  #follow(node: number, encoder: StreamEncoder): void {
    const container = this.container(node);
    if (container instanceof Stream) encoder.encode(container);
    this.starts[node] = this.children.length;
    if (Array.isArray(container)) {
      for (const value of container) if (isContainer(value)) this.children.push(this.#reach(value));
    } else this.#followEntries(dictOf(container));
    this.ends[node] = this.children.length;
  }

  /** Sorts the dictionary by key and drops nulls, since a null equals a missing entry (7.3.7). */
  #followEntries(dict: Dict): void {
    dict.sort();
    dict.forEach((value, key) => {
      if (value === null) dict.delete(key);
      else if (isContainer(value)) this.children.push(this.#reach(value));
    });
  }
}
