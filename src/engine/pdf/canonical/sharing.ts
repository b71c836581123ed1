/**
 * Which containers are one and the same, and which of them are objects of their own.
 *
 * Containers without identity are values: equal ones are merged bottom-up by interning what they say. Whether a file
 * wrote a value in place or by reference does not count; it becomes indirect when it has to be (a stream, a font, an
 * object with a role), when it is long and used more than once, and where nesting would get deep. All of it depends on
 * the graph alone, never on the order in which it is met. Linear; only streams that could be equal are hashed.
 */
import { createHash } from 'node:crypto';
import { Dict, type PdfObject, Stream } from '#engine/pdf/objects.ts';
import { findComponents } from './components.ts';
import { type Container, type GraphView, isContainer } from './graph-view.ts';
import type { Press } from './press.ts';
import { nameKey, scalarKey } from './scalar-key.ts';

/** A value no longer than this many characters is written wherever it is used. */
const SHORT = 128;

/** What a reference counts in that length: numbers are not given yet. */
const REFERENCE_LENGTH = 10;

/** Levels of values in one object. */
const MAX_HEIGHT = 32;

/** Dictionaries that ISO 32000-2 wants by reference: table 110 (fonts) and table 120 (their descriptors). */
const INDIRECT_TYPES: ReadonlySet<string> = new Set(['Font', 'FontDescriptor', 'OCG']);

export interface Sharing {
  /** The one container that stands for all that say the same. */
  representative(container: Container): Container;
  /** Of a representative: whether it is an object of its own. */
  isIndirect(container: Container): boolean;
}

/** Streams are given their final bytes on the way, so that they can be compared. */
export function findSharing(view: GraphView, identities: ReadonlySet<Container>, press: Press): Sharing {
  const graph = new ContainerGraph(view, identities, press);
  const classes = new Classes(graph);
  const indirect = place(graph, classes);
  return {
    representative(container) {
      const node = graph.numberOf(container);
      return node === undefined ? container : graph.container(classes.first[classes.of[node] ?? 0] ?? 0);
    },
    isIndirect(container) {
      const node = graph.numberOf(container);
      return node !== undefined && indirect[classes.of[node] ?? 0] === 1;
    },
  };
}

/** All containers by number, and for each the containers its values lead to, in the order of its keys. */
class ContainerGraph {
  readonly view: GraphView;
  readonly #identities: ReadonlySet<Container>;
  readonly #containers: Container[] = [];
  readonly #numbers = new Map<Container, number>();
  /** The children of node n are `children[starts[n]]` to before `children[starts[n + 1]]`. */
  readonly starts: number[] = [];
  readonly children: number[] = [];

  constructor(view: GraphView, identities: ReadonlySet<Container>, press: Press) {
    this.view = view;
    this.#identities = identities;
    for (const root of view.roots()) this.#enter(root);
    // The list grows while it is walked.
    for (let node = 0; node < this.#containers.length; node++) {
      this.starts.push(this.children.length);
      const container = this.container(node);
      if (container instanceof Stream) press.press(container);
      if (!Array.isArray(container)) settle(view, container instanceof Stream ? container.dict : container);
      for (const value of this.values(node)) {
        const target = view.resolve(value);
        if (isContainer(target)) this.children.push(this.#enter(target));
      }
    }
    this.starts.push(this.children.length);
  }

  get size(): number {
    return this.#containers.length;
  }

  container(node: number): Container {
    const container = this.#containers[node];
    if (container === undefined) throw new Error(`There is no container ${node}.`);
    return container;
  }

  numberOf(container: Container): number | undefined {
    return this.#numbers.get(container);
  }

  hasIdentity(node: number): boolean {
    return this.#identities.has(this.container(node));
  }

  values(node: number): Iterable<PdfObject> {
    const container = this.container(node);
    if (Array.isArray(container)) return container;
    return (container instanceof Stream ? container.dict : container).entries.values();
  }

  #enter(container: Container): number {
    const known = this.#numbers.get(container);
    if (known !== undefined) return known;
    const number = this.#containers.length;
    this.#containers.push(container);
    this.#numbers.set(container, number);
    return number;
  }
}

/** Sorts by key and drops nulls, which mean nothing (7.3.7). */
function settle(view: GraphView, dict: Dict): void {
  let last = '';
  let isSettled = true;
  for (const [key, value] of dict.entries) {
    if (key < last || view.resolve(value) === null) isSettled = false;
    last = key;
  }
  if (isSettled) return;
  const entries = [...dict.entries].filter(([, value]) => view.resolve(value) !== null);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  dict.entries.clear();
  for (const [key, value] of entries) dict.entries.set(key, value);
}

/** Nodes that say the same are one class. A class has a greater number than the classes it refers to, identities apart. */
class Classes {
  /** The class of each node. */
  readonly of: Int32Array;
  /** A node of each class. */
  readonly first: number[] = [];
  /** Classes of nodes that are somebody, or that lie on a cycle of values: those are never merged. */
  readonly single: boolean[] = [];
  readonly #graph: ContainerGraph;
  readonly #known = new Map<string, number>();
  readonly #streams = new Map<string, StreamGroup>();

  constructor(graph: ContainerGraph) {
    this.#graph = graph;
    this.of = new Int32Array(graph.size).fill(-1);
    // Identities first: values are told apart by which of them they refer to.
    for (let node = 0; node < graph.size; node++) if (graph.hasIdentity(node)) this.#add(node, true);
    const { order, cyclic } = findComponents({
      size: graph.size,
      starts: graph.starts,
      children: graph.children,
      isLeaf: (node) => (this.of[node] ?? -1) >= 0,
    });
    for (const node of order) if (cyclic[node] === 1) this.#add(node, true);
    for (const node of order) if (cyclic[node] !== 1) this.#intern(node);
  }

  #add(node: number, single: boolean): number {
    const number = this.first.length;
    this.first.push(node);
    this.single.push(single);
    this.of[node] = number;
    return number;
  }

  #intern(node: number): void {
    const container = this.#graph.container(node);
    const key = container instanceof Stream ? this.#streamKey(container, node) : this.#key(container, node);
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, this.#add(node, false));
    else this.of[node] = known;
  }

  /** What the container says: scalars as they are, containers by their class. */
  #key(container: Dict | PdfObject[], node: number): string {
    const { children, starts, view } = this.#graph;
    let child = starts[node] ?? 0;
    const text = (value: PdfObject): string => {
      const target = view.resolve(value);
      return isContainer(target) ? `#${this.of[children[child++] ?? 0]},` : scalarKey(target);
    };
    let key = Array.isArray(container) ? '[' : '<';
    if (Array.isArray(container)) for (const value of container) key += text(value);
    else for (const [name, value] of container.entries) key += nameKey(name) + text(value);
    return key;
  }

  /** The first stream of a dictionary and a length is not hashed until there is a second. */
  #streamKey(stream: Stream, node: number): string {
    const key = `${stream.raw.length}s${this.#key(stream.dict, node)}`;
    const group = this.#streams.get(key);
    if (group === undefined) {
      this.#streams.set(key, { first: stream, firstDigest: undefined });
      return key;
    }
    group.firstDigest ??= digest(group.first);
    const own = digest(stream);
    return own === group.firstDigest ? key : `${own}${key}`;
  }
}

interface StreamGroup {
  readonly first: Stream;
  firstDigest: string | undefined;
}

function digest({ raw }: Stream): string {
  return createHash('sha256').update(raw).digest('base64');
}

/** For each class whether it is an object of its own. */
function place(graph: ContainerGraph, classes: Classes): Uint8Array {
  const count = classes.first.length;
  const uses = countUses(graph, classes);
  const indirect = new Uint8Array(count);
  const heights = new Uint8Array(count);
  const childrenOf = (number: number): number[] => {
    const node = classes.first[number] ?? 0;
    return graph.children.slice(graph.starts[node], graph.starts[node + 1]).map((child) => classes.of[child] ?? 0);
  };
  for (let number = 0; number < count; number++) {
    if (classes.single[number] === true || mustBeIndirect(graph.container(classes.first[number] ?? 0))) indirect[number] = 1;
  }
  for (let number = 0; number < count; number++) {
    if (indirect[number] === 1) continue;
    let height = 1;
    for (const child of childrenOf(number)) if (indirect[child] === 0) height = Math.max(height, 1 + (heights[child] ?? 0));
    heights[number] = height;
    const isLong = (uses[number] ?? 0) > 1 && !isShort(graph, classes, indirect, number);
    if (isLong || height >= MAX_HEIGHT) indirect[number] = 1;
  }
  return indirect;
}

function mustBeIndirect(container: Container): boolean {
  if (container instanceof Stream) return true;
  return container instanceof Dict && INDIRECT_TYPES.has(container.name('Type') ?? '');
}

/** How often the class is referred to, by classes and not by the nodes they stand for. */
function countUses(graph: ContainerGraph, classes: Classes): Int32Array {
  const uses = new Int32Array(classes.first.length);
  for (const node of classes.first) {
    for (let edge = graph.starts[node] ?? 0; edge < (graph.starts[node + 1] ?? 0); edge++) {
      const used = classes.of[graph.children[edge] ?? 0] ?? 0;
      uses[used] = (uses[used] ?? 0) + 1;
    }
  }
  return uses;
}

/** Whether the value is written in at most `SHORT` characters; stops counting there. */
function isShort(graph: ContainerGraph, classes: Classes, indirect: Uint8Array, number: number): boolean {
  const pending = [classes.first[number] ?? 0];
  let length = 0;
  for (let node = pending.pop(); node !== undefined && length <= SHORT; node = pending.pop()) {
    const container = graph.container(node);
    length += 2;
    if (container instanceof Dict) for (const name of container.entries.keys()) length += 1 + name.length;
    for (const value of graph.values(node)) {
      const target = graph.view.resolve(value);
      if (!isContainer(target)) length += scalarKey(target).length;
      else {
        const child = graph.numberOf(target) ?? 0;
        if (indirect[classes.of[child] ?? 0] === 1) length += REFERENCE_LENGTH;
        else pending.push(child);
      }
      if (length > SHORT) return false;
    }
  }
  return length <= SHORT;
}
