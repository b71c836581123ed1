/** Tarjan's strongly connected components without recursion. Every path ends at an identity. */
import type { ContainerGraph } from './container-graph.ts';

export interface Components {
  /** Every value comes after the values that it refers to, unless it lies on a cycle. */
  readonly order: readonly number[];
  /** A node has the value one if a path leads back to it. */
  readonly cyclic: Uint8Array;
}

export function findComponents(graph: ContainerGraph): Components {
  const search = new Search(graph);
  for (const node of graph.nodes) search.from(node);
  return search;
}

class Search implements Components {
  readonly order: number[] = [];
  readonly cyclic: Uint8Array;
  readonly #graph: ContainerGraph;
  /**
   * The time at which a node was entered, from 1. While the node is open, the earliest time that a path from it leads
   * back to.
   */
  readonly #entered: Int32Array;
  readonly #low: Int32Array;
  readonly #open: Uint8Array;
  readonly #stack: number[] = [];
  /** The current path, and the next edge to follow of each node on it. */
  readonly #path: number[] = [];
  readonly #next: Int32Array;
  #clock = 0;

  constructor(graph: ContainerGraph) {
    this.#graph = graph;
    this.cyclic = new Uint8Array(graph.containers.length);
    this.#entered = new Int32Array(graph.containers.length);
    this.#low = new Int32Array(graph.containers.length);
    this.#open = new Uint8Array(graph.containers.length);
    this.#next = Int32Array.from(graph.starts, (start = 0) => start);
  }

  from(start: number): void {
    this.#enter(start);
    for (let node = this.#path.at(-1); node !== undefined; node = this.#path.at(-1)) {
      const edge = this.#next[node] ?? 0;
      if (edge < (this.#graph.ends[node] ?? 0)) {
        this.#next[node] = edge + 1;
        this.#follow(node, this.#graph.children[edge] ?? 0);
      } else this.#leave(node);
    }
  }

  #enter(node: number): void {
    if (this.#entered[node] !== 0 || this.#graph.isIdentity[node]) return;
    this.#entered[node] = this.#low[node] = ++this.#clock;
    this.#open[node] = 1;
    this.#stack.push(node);
    this.#path.push(node);
  }

  #follow(node: number, child: number): void {
    if (child === node) this.cyclic[node] = 1;
    if (this.#open[child] === 1) this.#lower(node, this.#entered[child] ?? 0);
    else this.#enter(child);
  }

  #leave(node: number): void {
    this.#path.pop();
    const parent = this.#path.at(-1);
    if (parent !== undefined) this.#lower(parent, this.#low[node] ?? 0);
    if (this.#low[node] !== this.#entered[node]) return;
    const isAlone = this.#stack.at(-1) === node;
    for (let member = this.#stack.pop(); member !== undefined; member = this.#stack.pop()) {
      this.#open[member] = 0;
      if (!isAlone) this.cyclic[member] = 1;
      this.order.push(member);
      if (member === node) return;
    }
  }

  #lower(node: number, time: number): void {
    if (time < (this.#low[node] ?? 0)) this.#low[node] = time;
  }
}
