/** Tarjan's strongly connected components without recursion. */

export interface NumberedGraph {
  readonly size: number;
  /** The children of node n are `children[starts[n]]` to before `children[starts[n + 1]]`. */
  readonly starts: readonly number[];
  readonly children: readonly number[];
  /** Nodes that end a path: they are neither entered nor answered. */
  isLeaf(node: number): boolean;
}

export interface Components {
  /** Every node after all it leads to, as far as it lies on no cycle. */
  readonly order: readonly number[];
  /** One for each node that leads back to itself. */
  readonly cyclic: Uint8Array;
}

export function findComponents(graph: NumberedGraph): Components {
  const search = new Search(graph);
  for (let node = 0; node < graph.size; node++) search.from(node);
  return search;
}

class Search implements Components {
  readonly order: number[] = [];
  readonly cyclic: Uint8Array;
  readonly #graph: NumberedGraph;
  /** When a node was entered, from 1; the earliest such time it leads back to while it is open. */
  readonly #entered: Int32Array;
  readonly #low: Int32Array;
  readonly #open: Uint8Array;
  readonly #stack: number[] = [];
  /** The path walked, and on each node the next edge to follow. */
  readonly #path: number[] = [];
  readonly #next: Int32Array;
  #clock = 0;

  constructor(graph: NumberedGraph) {
    this.#graph = graph;
    this.cyclic = new Uint8Array(graph.size);
    this.#entered = new Int32Array(graph.size);
    this.#low = new Int32Array(graph.size);
    this.#open = new Uint8Array(graph.size);
    this.#next = Int32Array.from(graph.starts.slice(0, graph.size));
  }

  from(start: number): void {
    this.#enter(start);
    for (let node = this.#path.at(-1); node !== undefined; node = this.#path.at(-1)) {
      const edge = this.#next[node] ?? 0;
      if (edge < (this.#graph.starts[node + 1] ?? 0)) {
        this.#next[node] = edge + 1;
        this.#follow(node, this.#graph.children[edge] ?? 0);
      } else this.#leave(node);
    }
  }

  #enter(node: number): void {
    if (this.#entered[node] !== 0 || this.#graph.isLeaf(node)) return;
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
