/**
 * From the edited graph to the canonical one: which objects there are, in which order, and with which stream bytes.
 *
 * The order is a breadth-first walk from the trailer with sorted keys, so it depends on what the document says and not
 * on how it was numbered. What nothing reaches is gone, null entries and references to nothing are dropped, indirect
 * scalars are written in place, and every stream is decoded and compressed once by `deflate`.
 */
import { PdfFailure } from '#engine/failure.ts';
import type { PdfDocument } from './document.ts';
import { type Filter, isData } from './filters/decode.ts';
import { deflate } from './filters/flate.ts';
import { isWhiteSpace } from './lexer.ts';
import { Dict, Name, type PdfArray, type PdfObject, Ref, Stream, toNumber } from './objects.ts';

export type Container = Dict | PdfArray | Stream;

export interface CanonicalGraph {
  /** Object number n is at index n - 1. Dictionaries are sorted and free of nulls; streams hold their final bytes. */
  readonly objects: readonly Container[];
  /** Follows references; null for what is not part of the document. */
  resolve(object: PdfObject): PdfObject;
  /** The number of a container that is indirect; undefined for one written in place. */
  numberOf(container: Container): number | undefined;
  readonly root: number;
  readonly info: number | null;
  /** How many streams lost bytes in decoding. */
  readonly damagedStreams: number;
}

/** Deeper direct nesting than a parsed object can have is our own mistake, not the customer's. */
const MAX_DIRECT_DEPTH = 600;

export function canonicalize(pdf: PdfDocument): CanonicalGraph {
  normalizeCatalog(pdf);
  for (const page of pdf.pages) normalizePage(pdf, page.dict);
  const walk = new Walk(pdf);
  const root = walk.enter(pdf.catalog);
  const infoDict = pdf.trailer.dict('Info');
  const info = infoDict && infoDict.entries.size > 0 ? walk.enter(infoDict) : null;
  walk.run();
  return { root, info, ...walk.result() };
}

/** 7.7.2: what only says how the file was saved. */
function normalizeCatalog({ catalog }: PdfDocument): void {
  catalog.set('Type', new Name('Catalog'));
  catalog.delete('Version');
  catalog.delete('Extensions');
}

/** Table 31: entries that say the default are left out; contents are one stream (7.8.2). */
function normalizePage(pdf: PdfDocument, page: Dict): void {
  const rotate = page.number('Rotate') ?? 0;
  const quarter = Number.isInteger(rotate / 90) ? ((rotate % 360) + 360) % 360 : 0;
  if (quarter === 0) page.delete('Rotate');
  else page.set('Rotate', quarter);
  if (sameBox(pdf, page.array('CropBox'), page.array('MediaBox'))) page.delete('CropBox');
  for (const box of ['ArtBox', 'BleedBox', 'TrimBox']) {
    if (sameBox(pdf, page.array(box), page.array('CropBox') ?? page.array('MediaBox'))) page.delete(box);
  }
  if (page.number('UserUnit') === 1) page.delete('UserUnit');
  if (page.array('Annots')?.length === 0) page.delete('Annots');
  joinContents(pdf, page);
}

function sameBox(pdf: PdfDocument, a: PdfArray | undefined, b: PdfArray | undefined): boolean {
  const values = (box: PdfArray): string => box.map((item) => toNumber(pdf.resolve(item))).join(' ');
  return a !== undefined && b !== undefined && values(a) === values(b);
}

function joinContents(pdf: PdfDocument, page: Dict): void {
  const contents = page.get('Contents');
  if (!Array.isArray(contents)) {
    // Content behind a filter nobody knows is shown by nobody.
    if (!(contents instanceof Stream) || !isData(contents.dict, pdf)) page.delete('Contents');
    return;
  }
  const streams = contents
    .map((item) => pdf.resolve(item))
    .filter((item) => item instanceof Stream)
    .filter((stream) => isData(stream.dict, pdf));
  if (streams.length === 0) page.delete('Contents');
  else if (streams.length === 1) page.set('Contents', streams[0] ?? null);
  else {
    const parts = streams.map((stream) => trimEnd(pdf.bytesOf(stream) ?? new Uint8Array()));
    const joined = joinLines(parts);
    pdf.budget.spendDecoded(joined.length);
    page.set('Contents', pdf.newStream(joined));
  }
}

function trimEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && isWhiteSpace(bytes[end - 1])) end--;
  return bytes.subarray(0, end);
}

function joinLines(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length + 1, -1));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
    if (at < joined.length) joined[at++] = 0x0a;
  }
  return joined;
}

class Walk {
  readonly #pdf: PdfDocument;
  readonly #pageTree: ReadonlySet<Dict>;
  readonly #objects: Container[] = [];
  readonly #numbers = new Map<Container, number>();
  #damagedStreams = 0;

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    const root = pdf.catalog.dict('Pages');
    this.#pageTree = new Set([...pdf.pages.map(({ dict }) => dict), ...(root ? [root] : [])]);
  }

  /**
   * Follows references. A page or node outside the page tree is null: destinations and annotations may still point to
   * pages that were taken out, and would carry their content along unseen.
   */
  resolve(object: PdfObject): PdfObject {
    const target = this.#pdf.resolve(object);
    if (!(target instanceof Dict) || this.#pageTree.has(target)) return target;
    const type = target.name('Type');
    return type === 'Page' || type === 'Pages' ? null : target;
  }

  /** Gives a container its number, once. */
  enter(container: Container): number {
    const known = this.#numbers.get(container);
    if (known !== undefined) return known;
    this.#objects.push(container);
    this.#numbers.set(container, this.#objects.length);
    return this.#objects.length;
  }

  run(): void {
    // The list grows while it is walked: that is the breadth-first queue.
    for (let index = 0; index < this.#objects.length; index++) {
      const object = this.#objects[index];
      if (object instanceof Stream) {
        if (compress(this.#pdf, object)) this.#damagedStreams++;
        this.#enterChildren(object.dict);
      } else if (object) this.#enterChildren(object);
    }
  }

  result(): Pick<CanonicalGraph, 'objects' | 'resolve' | 'numberOf' | 'damagedStreams'> {
    return {
      objects: this.#objects,
      resolve: (object) => this.resolve(object),
      numberOf: (container) => this.#numbers.get(container),
      damagedStreams: this.#damagedStreams,
    };
  }

  /** Enters what one object refers to, in the order in which the references are written. */
  #enterChildren(object: Dict | PdfArray): void {
    const pending: { value: PdfObject; depth: number }[] = [];
    const descend = (container: Dict | PdfArray, depth: number): void => {
      if (depth > MAX_DIRECT_DEPTH) throw new PdfFailure('OUTPUT_INVALID', 'Direct objects are nested without end.');
      const children = container instanceof Dict ? this.#settle(container) : container;
      for (let index = children.length - 1; index >= 0; index--) pending.push({ value: children[index] ?? null, depth });
    };
    descend(object, 0);
    for (let next = pending.pop(); next; next = pending.pop()) {
      const target = this.resolve(next.value);
      if (!isContainer(target)) continue;
      if (next.value instanceof Ref || target instanceof Stream || this.#numbers.has(target)) this.enter(target);
      else descend(target, next.depth + 1);
    }
  }

  /** Sorts a dictionary by key and drops entries that are null, which mean nothing (7.3.7). Answers its values. */
  #settle(dict: Dict): PdfObject[] {
    const entries = [...dict.entries].filter(([, value]) => this.resolve(value) !== null);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    dict.entries.clear();
    for (const [key, value] of entries) dict.entries.set(key, value);
    return entries.map(([, value]) => value);
  }
}

/**
 * Gives a stream its final bytes: data decoded and deflated, image data kept as they are, XMP left readable
 * (ISO 19005-1, 6.7.2 forbids to filter it). Answers whether bytes were lost.
 */
function compress(pdf: PdfDocument, stream: Stream): boolean {
  const { bytes, remaining, damaged } = pdf.decode(stream);
  stream.replace(bytes);
  stream.dict.delete('Length');
  stream.dict.delete('DL');
  if (remaining.length > 0) setFilters(stream.dict, remaining);
  else if (bytes.length > 0 && !isXmp(stream.dict)) {
    stream.raw = deflate(bytes);
    stream.dict.set('Filter', new Name('FlateDecode'));
  }
  return damaged;
}

function isXmp(dict: Dict): boolean {
  return dict.name('Type') === 'Metadata' && dict.name('Subtype') === 'XML';
}

function setFilters(dict: Dict, filters: readonly Filter[]): void {
  const names = filters.map(({ name }) => new Name(name));
  const parms = filters.map((filter) => (filter.parms && filter.parms.entries.size > 0 ? filter.parms : null));
  dict.set('Filter', names.length === 1 ? (names[0] ?? null) : names);
  if (parms.some((parm) => parm !== null)) dict.set('DecodeParms', parms.length === 1 ? (parms[0] ?? null) : parms);
}

export function isContainer(value: PdfObject): value is Container {
  return value instanceof Dict || value instanceof Stream || Array.isArray(value);
}
