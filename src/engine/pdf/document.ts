/**
 * An open document: the object graph of its newest revision, editable in place, loaded on demand. Opening repairs and
 * decrypts (`open.ts`), so all later code gets valid objects. A reference to a missing object is null (ISO 32000-2,
 * 7.3.10). A stage adds objects under numbers that no file can have, and the writer renumbers all objects.
 */
import { type Budget, exceeded, LIMITS } from './budget.ts';
import { decodeStream, type Decoded } from './filters/decode.ts';
import { joinContent } from './join-content.ts';
import { Dict, dictOf, leadsOn, type PdfArray, type PdfObject, Ref, type Resolver, Stream } from './syntax/objects.ts';
import type { Problem, Structure } from './read/structure.ts';

const MAX_REFERENCE_HOPS = 32;
/**
 * An object may need another one for its loading, for example the Length of a stream. A longer chain was made to
 * exhaust the stack.
 */
const MAX_LOADS_IN_A_ROW = 16;
/** The number of decoded bytes in the cache for the next reader. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** The source of objects; see `loader.ts`. */
export interface ObjectSource {
  /** Parses and decrypts one object; undefined if the file has no object with that number. */
  load(number: number): PdfObject | undefined;
  /** Whether the file defines the object, even as null. */
  has(number: number): boolean;
  /** Returns every object number in the cross-reference, unsorted. */
  numbers(): Iterable<number>;
  /** The object streams with damaged data. Objects behind the damage are missing. */
  readonly damagedStreams: readonly Stream[];
}

/** One leaf of the page tree, with its inherited attributes copied to it (7.7.3.4). */
export interface Page {
  readonly ref: Ref;
  readonly dict: Dict;
  /** Counted from 0. */
  readonly index: number;
}

export class PdfDocument implements Resolver {
  /** The layout of the file before any repair, for stages 1 and 2. */
  readonly structure: Structure;
  readonly budget: Budget;
  /** `Root` and `Info` of the newest revision. All other entries of the trailer are dropped. */
  readonly trailer: Dict;
  readonly problems: Problem[];
  readonly #source: ObjectSource;
  readonly #objects = new Map<number, PdfObject>();
  readonly #loading = new Set<number>();
  /** The decoded size of each stream at its first decoding. */
  readonly #decodedSizes = new WeakMap<Stream, number>();
  readonly #decodingWork = new WeakMap<Stream, number>();
  /** Recently compressed data, by the compressed bytes. */
  readonly #kept = new WeakMap<Uint8Array, Decoded>();
  #keptBytes = 0;
  /** New objects have negative numbers, because no reference of a file has one. */
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

  /** The pages in reading order. `page-tree.ts` fills the list when the document is opened. */
  get pages(): readonly Page[] {
    return this.#pages;
  }

  setPages(pages: Page[]): void {
    this.#pages = pages;
  }

  /** Follows references to their object. */
  resolve(object: PdfObject | undefined): PdfObject {
    let current = object;
    for (let hops = 0; current instanceof Ref; hops++) {
      if (hops === MAX_REFERENCE_HOPS) return null;
      current = this.object(current.number);
    }
    return current ?? null;
  }

  /**
   * The object with that number; null if the file has none. Generations are ignored, because the newest object counts.
   */
  object(number: number): PdfObject {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    // An object that needs itself for its loading, for example by a cyclic Length, is null meanwhile.
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

  get damagedObjectStreams(): readonly Stream[] {
    return this.#source.damagedStreams;
  }

  /** Whether the file or a stage defines an object with that number, even as null. */
  has({ number }: Ref): boolean {
    return this.#source.has(number) || (this.#objects.get(number) ?? null) !== null;
  }

  add(object: PdfObject): Ref {
    const number = this.#next--;
    this.#objects.set(number, object);
    return new Ref(number);
  }

  replace(ref: Ref, object: PdfObject): void {
    this.#objects.set(ref.number, object);
  }

  newDict(entries: Record<string, PdfObject> = {}): Dict {
    return Dict.of(this, Object.entries(entries));
  }

  /** A new unfiltered stream, which the writer compresses. Its source was counted when it was decoded. */
  newStream(bytes: Uint8Array, entries: Record<string, PdfObject> = {}): Stream {
    const stream = new Stream(this.newDict(entries), bytes);
    this.#decodedSizes.set(stream, bytes.length);
    return stream;
  }

  /**
   * Decodes a stream through its filters up to the first image filter (`remaining`). `damaged` reports lost bytes. The
   * result counts once for each stream towards the limit of decoded bytes, and every time towards the work.
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
   * Caches the bytes of a compressed stream while there is space, so that the next reader need not decode them. They
   * count as if they were decoded.
   */
  keepDecoded({ raw }: Stream, bytes: Uint8Array): void {
    const { byteLength } = bytes.buffer;
    if (bytes.length === 0 || this.#kept.has(raw) || this.#keptBytes + byteLength > MAX_KEPT_BYTES) return;
    this.#keptBytes += byteLength;
    this.#kept.set(raw, { bytes, remaining: [], damaged: false, work: bytes.length });
  }

  /** The decoded size of the stream. The stream is decoded at most once for it. */
  decodedSize(stream: Stream): number {
    return this.#decodedSizes.get(stream) ?? this.decode(stream).bytes.length;
  }

  /** The total output of its filters at each decoding, which is more than the final result. */
  decodingWork(stream: Stream): number {
    if (!this.#decodingWork.has(stream)) this.decode(stream);
    return this.#decodingWork.get(stream) ?? 0;
  }

  /** The completely decoded bytes; undefined if the stream has an image filter or an unknown filter. */
  bytesOf(stream: Stream): Uint8Array | undefined {
    const { bytes, remaining } = this.decode(stream);
    return remaining.length === 0 ? bytes : undefined;
  }

  /** The content of the page: its streams joined as readers join them (7.8.2). */
  pageContent({ dict }: Pick<Page, 'dict'>): Uint8Array {
    const contents = dict.get('Contents');
    return joinContent(contentParts(this, Array.isArray(contents) ? contents : [contents]));
  }

  /**
   * Every container that the trailer leads to, each once: dictionaries (also of streams) and arrays, in no defined
   * order, including objects that only unknown keys lead to. The result is cached until an edit starts.
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
   * Drops all objects except the pages and everything below them from a document with linked references
   * (`canonical.ts`). After the writing, the rest only takes memory.
   */
  keepPages(): void {
    this.#objects.clear();
    this.trailer.clear();
  }

  /** Returns all object numbers of the file in ascending order, without added objects. */
  numbers(): number[] {
    return [...this.#source.numbers()].toSorted((a, b) => a - b);
  }
}

/**
 * The decoded streams of the contents of a page, without other items. A stream that is listed again is not decoded
 * again, and the limit of one stream holds for all together.
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
