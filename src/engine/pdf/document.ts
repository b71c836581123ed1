/**
 * An open document: the object graph of its newest revision, editable in place, loaded on demand.
 *
 * Opening repairs and decrypts (`open.ts`); everything after sees clean objects. A reference to nothing is null
 * (ISO 32000-2, 7.3.10). Objects added by a stage get numbers no file can have; the writer renumbers.
 */
import { type Budget, exceeded, LIMITS } from './budget.ts';
import { decodeStream, type Decoded } from './filters/decode.ts';
import { joinContent } from './join-content.ts';
import { Dict, dictOf, leadsOn, type PdfArray, type PdfObject, Ref, type Resolver, Stream } from './syntax/objects.ts';
import type { Problem, Structure } from './read/structure.ts';

const MAX_REFERENCE_HOPS = 32;
/** Loading an object may need another, a stream its Length: more in a row are a chain made to exhaust the stack. */
const MAX_LOADS_IN_A_ROW = 16;
/** Decoded bytes that are kept for their next reader. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** What objects are read from; see `loader.ts`. */
export interface ObjectSource {
  /** Parses and decrypts one object; undefined when the file has none of that number. */
  load(number: number): PdfObject | undefined;
  /** Whether the file defines the object, be it null. */
  has(number: number): boolean;
  /** Answers every object number that the cross-reference knows, unsorted. */
  numbers(): Iterable<number>;
  /** The object streams that were read and whose data are damaged: objects behind the damage are missing. */
  readonly damagedStreams: readonly Stream[];
}

/** One leaf of the page tree with inherited attributes already pushed down (7.7.3.4). */
export interface Page {
  readonly ref: Ref;
  readonly dict: Dict;
  /** From 0. */
  readonly index: number;
}

export class PdfDocument implements Resolver {
  /** How the file was laid out, before any repair; for stages 1 and 2. */
  readonly structure: Structure;
  readonly budget: Budget;
  /** `Root` and `Info` of the newest revision; nothing else of the trailer survives. */
  readonly trailer: Dict;
  readonly problems: Problem[];
  readonly #source: ObjectSource;
  readonly #objects = new Map<number, PdfObject>();
  readonly #loading = new Set<number>();
  /** How much each stream decoded to when it was first decoded. */
  readonly #decodedSizes = new WeakMap<Stream, number>();
  readonly #decodingWork = new WeakMap<Stream, number>();
  /** Recently compressed data, by the compressed bytes. */
  readonly #kept = new WeakMap<Uint8Array, Decoded>();
  #keptBytes = 0;
  /** New objects have negative numbers, which no reference of a file can hit. */
  #next = -1;
  #pages: Page[] = [];
  #reachable: readonly (Dict | PdfArray)[] | null = null;

  constructor(source: ObjectSource, structure: Structure, budget: Budget, problems: Problem[]) {
    this.#source = source;
    this.structure = structure;
    this.budget = budget;
    this.problems = problems;
    this.trailer = new Dict(this);
  }

  get catalog(): Dict {
    const root = this.trailer.dict('Root');
    return root ?? new Dict(this);
  }

  /** Pages in reading order. Filled by `page-tree.ts` when the document is opened. */
  get pages(): readonly Page[] {
    return this.#pages;
  }

  setPages(pages: Page[]): void {
    this.#pages = pages;
  }

  /** Follows references to the object they lead to. */
  resolve(object: PdfObject | undefined): PdfObject {
    let current = object;
    for (let hops = 0; current instanceof Ref; hops++) {
      if (hops === MAX_REFERENCE_HOPS) return null;
      current = this.object(current.number);
    }
    return current ?? null;
  }

  /** The object of that number; null when the file has none. Generations are not told apart: the newest wins. */
  object(number: number): PdfObject {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    // An object that needs itself to be loaded, e.g. a cyclic Length, is null meanwhile.
    if (this.#loading.has(number) || this.#loading.size === MAX_LOADS_IN_A_ROW) return null;
    this.#loading.add(number);
    try {
      const loaded = this.#source.load(number) ?? null;
      this.#objects.set(number, loaded);
      return loaded;
    } finally {
      this.#loading.delete(number);
    }
  }

  /** The object streams of the file that lost objects. */
  get damagedObjectStreams(): readonly Stream[] {
    return this.#source.damagedStreams;
  }

  /** Whether the file or a stage defines an object of that number, be it null. */
  has({ number }: Ref): boolean {
    return this.#source.has(number) || (this.#objects.get(number) ?? null) !== null;
  }

  /** Makes an object indirect. */
  add(object: PdfObject): Ref {
    const number = this.#next--;
    this.#objects.set(number, object);
    return new Ref(number);
  }

  /** Puts another object under an existing number. */
  replace(ref: Ref, object: PdfObject): void {
    this.#objects.set(ref.number, object);
  }

  newDict(entries: Record<string, PdfObject> = {}): Dict {
    return Dict.of(this, Object.entries(entries));
  }

  /** A new unfiltered stream; the writer compresses. What it is made of was counted when it was decoded. */
  newStream(bytes: Uint8Array, entries: Record<string, PdfObject> = {}): Stream {
    const stream = new Stream(this.newDict(entries), bytes);
    this.#decodedSizes.set(stream, bytes.length);
    return stream;
  }

  /**
   * Decodes a stream through its filters up to the first image filter (`remaining`); `damaged` tells that bytes were
   * lost. Counts towards the decoded-bytes budget once per stream, and as work every time.
   */
  decode(stream: Stream): Decoded {
    const known = this.#decodedSizes.get(stream);
    const limit = Math.max(known ?? 0, this.budget.decodable);
    const decoded = this.#kept.get(stream.raw) ?? decodeStream(stream, this, limit);
    const { length } = decoded.bytes;
    const work = Math.max(length, decoded.work);
    this.budget.spendDecoding(work);
    this.#decodingWork.set(stream, work);
    if (known === undefined) {
      if (stream.dict.has('Filter')) this.budget.spendDecoded(length);
      this.#decodedSizes.set(stream, length);
    }
    return decoded;
  }

  /**
   * Keeps the bytes that a stream was compressed from, as long as there is room for more: who decodes it gets them as they
   * are. They count as if they were decoded.
   */
  keepDecoded({ raw }: Stream, bytes: Uint8Array): void {
    const { byteLength } = bytes.buffer;
    if (bytes.length === 0 || this.#kept.has(raw) || this.#keptBytes + byteLength > MAX_KEPT_BYTES) return;
    this.#keptBytes += byteLength;
    this.#kept.set(raw, { bytes, remaining: [], damaged: false, work: bytes.length });
  }

  /** How many bytes the stream decodes to, without decoding it again. */
  decodedSize(stream: Stream): number {
    return this.#decodedSizes.get(stream) ?? this.decode(stream).bytes.length;
  }

  /** How many bytes its filters put out together whenever it is decoded, which are more than are left of them. */
  decodingWork(stream: Stream): number {
    if (!this.#decodingWork.has(stream)) this.decode(stream);
    return this.#decodingWork.get(stream) ?? 0;
  }

  /** The wholly decoded bytes, or undefined where an image filter or an unknown filter stands in the way. */
  bytesOf(stream: Stream): Uint8Array | undefined {
    const { bytes, remaining } = this.decode(stream);
    return remaining.length === 0 ? bytes : undefined;
  }

  /** The page's content: its streams joined as a reader would see them (7.8.2). */
  pageContent({ dict }: Pick<Page, 'dict'>): Uint8Array {
    const contents = dict.get('Contents');
    return joinContent(contentParts(this, Array.isArray(contents) ? contents : [contents]));
  }

  /**
   * Every container reachable from the trailer, each once: dictionaries (of streams too) and arrays, in no promised order,
   * including objects that stages reach only through unknown keys. Until something is edited the answer is remembered.
   */
  reachable(): readonly (Dict | PdfArray)[] {
    return (this.#reachable ??= this.#findReachable());
  }

  /** An editor calls this, so that reachable objects are searched again. */
  beginEdits(): void {
    this.#reachable = null;
  }

  #findReachable(): (Dict | PdfArray)[] {
    const found: (Dict | PdfArray)[] = [];
    const seen = new Set<PdfObject>();
    const pending: PdfObject[] = [this.trailer];
    while (pending.length > 0) {
      const next = this.resolve(pending.pop());
      const container = Array.isArray(next) ? next : dictOf(next);
      if (!container || seen.has(container)) continue;
      seen.add(container);
      if (Array.isArray(container)) {
        for (const item of container) if (leadsOn(item)) pending.push(item);
      } else {
        container.forEach((value) => {
          if (leadsOn(value)) pending.push(value);
        });
      }
      found.push(container);
    }
    return found;
  }

  /**
   * Lets go of all but the pages and what they lead to, in a document whose references have been linked
   * (`canonical.ts`): once it is written, the rest is only in the way of what reads the output.
   */
  keepPages(): void {
    this.#objects.clear();
    this.trailer.clear();
  }

  /** Answers all object numbers of the file (not of added objects), ascending. */
  numbers(): number[] {
    return [...this.#source.numbers()].toSorted((a, b) => a - b);
  }
}

/**
 * The decoded streams of a page's contents; other items are left out. A stream listed again is not decoded again, and
 * all together are no more than one stream may decode to.
 */
function contentParts(pdf: PdfDocument, contents: readonly PdfObject[]): Uint8Array[] {
  const decoded = new Map<Stream, Uint8Array>();
  const parts: Uint8Array[] = [];
  let total = 0;
  for (const item of contents) {
    const stream = pdf.resolve(item);
    if (!(stream instanceof Stream)) continue;
    const part = decoded.get(stream) ?? pdf.bytesOf(stream) ?? new Uint8Array();
    decoded.set(stream, part);
    total += part.length + 1;
    if (total > LIMITS.decodedBytesPerStream) exceeded('pageContentBytes');
    parts.push(part);
  }
  return parts;
}
