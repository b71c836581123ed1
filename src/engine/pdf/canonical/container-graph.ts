/** The containers of a document as a graph of numbers, on which the walks that follow need no hashing. */
import { type Dict, type PdfObject, Stream } from '#engine/pdf/objects.ts';
import { type Container, type GraphView, isContainer } from './graph-view.ts';
import type { Press } from './press.ts';

export interface GraphSource {
  readonly view: GraphView;
  readonly press: Press;
  /** Numbers already given; more are added for containers that are new. */
  readonly numbers: Map<Container, number>;
  /** Containers that are never merged. */
  readonly identities: ReadonlySet<Container>;
}

/** Streams get their final bytes and dictionaries their final order while the graph is built. */
export class ContainerGraph {
  readonly view: GraphView;
  /** Nodes in the order in which they are reached. */
  readonly nodes: number[] = [];
  readonly containers: Container[];
  readonly isIdentity: boolean[];
  /** The children of node n are `children[starts[n]]` to before `children[ends[n]]`, in the order of its values. */
  readonly starts: number[];
  readonly ends: number[];
  readonly children: number[] = [];
  readonly #numbers: Map<Container, number>;

  constructor({ view, press, numbers, identities }: GraphSource) {
    this.view = view;
    this.#numbers = numbers;
    this.containers = [...numbers.keys()];
    this.isIdentity = this.containers.map((container) => identities.has(container));
    // None is reached before it has edges.
    this.starts = this.containers.map(() => -1);
    this.ends = this.containers.map(() => -1);
    for (const root of view.roots()) this.#reach(root);
    // The list grows while it is walked.
    for (let next = 0; next < this.nodes.length; next++) this.#follow(this.nodes[next] ?? 0, press);
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

  values(node: number): Iterable<PdfObject> {
    const container = this.container(node);
    if (Array.isArray(container)) return container;
    return (container instanceof Stream ? container.dict : container).entries.values();
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

  #follow(node: number, press: Press): void {
    const container = this.container(node);
    if (container instanceof Stream) press.press(container);
    this.starts[node] = this.children.length;
    if (Array.isArray(container)) {
      for (const value of container) {
        const target = this.view.resolve(value);
        if (isContainer(target)) this.children.push(this.#reach(target));
      }
    } else this.#followEntries(container instanceof Stream ? container.dict : container);
    this.ends[node] = this.children.length;
  }

  /** Sorts the dictionary by key and drops nulls, which mean nothing (7.3.7). */
  #followEntries(dict: Dict): void {
    if (!isSorted(dict.entries.keys())) {
      const entries = [...dict.entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
      dict.entries.clear();
      for (const [key, value] of entries) dict.entries.set(key, value);
    }
    for (const [key, value] of dict.entries) {
      const target = this.view.resolve(value);
      if (target === null) dict.entries.delete(key);
      else if (isContainer(target)) this.children.push(this.#reach(target));
    }
  }
}

function isSorted(keys: Iterable<string>): boolean {
  let last = '';
  for (const key of keys) {
    if (key < last) return false;
    last = key;
  }
  return true;
}
