/**
 * Equal containers form one class. The classes are built from the leaves upward by interning the content of each
 * container. An object with identity and a value on a cycle are classes of their own. So are short values, because they
 * are written in place wherever they are used. Only streams that could be equal are hashed.
 */
import { createHash } from '#platform';
import { Dict, isContainer, type PdfArray, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { findComponents } from './components.ts';
import type { ContainerGraph } from './container-graph.ts';
import { nameKey, scalarKey } from './scalar-key.ts';

/** A short value has at most this many characters and at most `SHORT_LEVELS` levels. */
const SHORT_CHARACTERS = 128;
const SHORT_LEVELS = 16;

/** A reference counts as this many characters, because object numbers are not assigned yet. */
const REFERENCE_CHARACTERS = 10;

const LONG = SHORT_CHARACTERS + 1;

/** ISO 32000-2 requires an indirect reference to these dictionaries (tables 110, 120, 96 and 43). */
const INDIRECT_TYPES: ReadonlySet<string> = new Set(['Filespec', 'Font', 'FontDescriptor', 'OCG']);

export class Classes {
  /** The class of each node. The number of a class is greater than the numbers of the classes inside of it. */
  readonly of: Int32Array;
  /** One node of each class. */
  readonly first: number[] = [];
  /** These classes are always indirect: streams, identities, fonts and values on a cycle. */
  readonly indirect: boolean[] = [];
  /** The number of characters of each short value, or `LONG`. */
  readonly #lengths: Int32Array;
  readonly #levels: Uint8Array;
  readonly #graph: ContainerGraph;
  readonly #known = new Map<string, number>();
  readonly #streams = new Map<string, StreamGroup>();

  constructor(graph: ContainerGraph) {
    const size = graph.containers.length;
    this.#graph = graph;
    this.of = new Int32Array(size).fill(-1);
    this.#lengths = new Int32Array(size).fill(LONG);
    this.#levels = new Uint8Array(size);
    // Identities come first, because the keys of other values name the identities they refer to.
    for (const node of graph.nodes) if (graph.isIdentity[node]) this.#add(node, true);
    const { order, cyclic } = findComponents(graph);
    for (const node of order) if (cyclic[node] === 1) this.#add(node, true);
    for (const node of order) if (cyclic[node] !== 1) this.#classify(node);
    // The keys together are as large as the document, so they are released.
    this.#known.clear();
    this.#streams.clear();
  }

  isShort(number: number): boolean {
    return (this.#lengths[this.first[number] ?? 0] ?? LONG) < LONG;
  }

  #add(node: number, indirect: boolean): number {
    const number = this.first.length;
    this.first.push(node);
    this.indirect.push(indirect);
    this.of[node] = number;
    return number;
  }

  #classify(node: number): void {
    const container = this.#graph.container(node);
    if (container instanceof Stream) return this.#intern(node, this.#streamKey(container, node), true);
    if (container instanceof Dict && INDIRECT_TYPES.has(container.name('Type') ?? '')) {
      return this.#intern(node, this.#key(container, node), true);
    }
    this.#measure(node, container);
    if (this.#lengths[node] === LONG) this.#intern(node, this.#key(container, node), false);
    else this.#add(node, false);
  }

  #intern(node: number, key: string, indirect: boolean): void {
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, this.#add(node, indirect));
    else this.of[node] = known;
  }

  /** A container of a long value is long, even if the long value becomes an object of its own. */
  #measure(node: number, container: Dict | PdfArray): void {
    const { children, ends, starts } = this.#graph;
    let length = 2;
    let level = 1;
    for (let edge = starts[node] ?? 0; edge < (ends[node] ?? 0) && length < LONG; edge++) {
      const child = children[edge] ?? 0;
      if (this.indirect[this.of[child] ?? 0] === true) length += REFERENCE_CHARACTERS;
      else length += this.#lengths[child] ?? LONG;
      level = Math.max(level, 1 + (this.#levels[child] ?? 0));
    }
    if (container instanceof Dict) container.forEach((_, key) => (length += 1 + key.length));
    for (const value of this.#graph.values(node)) {
      if (length >= LONG || level > SHORT_LEVELS) return;
      if (!isContainer(value)) length += scalarKey(value).length;
    }
    if (length >= LONG) return;
    this.#lengths[node] = length;
    this.#levels[node] = level;
  }

  /** The key of a container: scalars and short values literally, other values by their class. */
  #key(container: Dict | PdfArray, node: number): string {
    const { starts, children } = this.#graph;
    let child = starts[node] ?? 0;
    const keyOf = (value: PdfObject): string =>
      isContainer(value) ? this.keyOf(children[child++] ?? 0) : scalarKey(value);
    let text = '';
    if (Array.isArray(container)) {
      for (const value of container) text += keyOf(value);
      return `[${text}]`;
    }
    container.forEach((value, key) => (text += nameKey(key) + keyOf(value)));
    return `<${text}>`;
  }

  /** Equal values have equal keys. Short values are nested at most `SHORT_LEVELS` deep. */
  keyOf(node: number): string {
    if (this.#lengths[node] === LONG) return `#${this.of[node]},`;
    const container = this.#graph.container(node);
    return container instanceof Stream ? '' : this.#key(container, node);
  }

  /** The first stream with a certain dictionary and length is hashed only when a second one appears. */
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
