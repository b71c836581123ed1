/**
 * Reads single objects from a file: at an offset or from an object stream, decrypted (ISO 32000-2, 7.3.10 and 7.5.7).
 */
import { viewOf } from '#platform';
import { type Budget, exceeded, LIMITS, WORDS } from '#engine/pdf/budget.ts';
import { type Decryptor, dropCryptFilter } from '#engine/pdf/crypt/standard.ts';
import type { ObjectSource } from '#engine/pdf/document.ts';
import { decodeStream } from '#engine/pdf/filters/decode.ts';
import { unsupportedFilter } from '#engine/pdf/undecodable.ts';
import { isDigit, isWhiteSpace, Lexer, NameTable, SMALL_DIGITS, smallInteger } from '#engine/pdf/syntax/lexer.ts';
import { Dict, type PdfObject, PdfString, type Resolver, Stream } from '#engine/pdf/syntax/objects.ts';
import { Parser } from '#engine/pdf/syntax/parser.ts';
import type { Problem, XrefEntry } from './structure.ts';

/** The data at an offset: `number generation obj`, the object, and its stream data. */
export interface IndirectObject {
  readonly number: number;
  readonly generation: number;
  readonly object: PdfObject;
  /** The position directly after the object or its stream data. */
  readonly end: number;
  /** True if the Length of the stream was wrong and a search found its end. */
  readonly lengthRepaired: boolean;
  readonly malformed: boolean;
}

/** A header is short. Longer white space or digits are no header and are not read to their end. */
const HEADER_WINDOW_BYTES = 256;

interface ObjectHeader {
  readonly number: number;
  readonly generation: number;
  /** The start of the object. */
  readonly start: number;
}

/** The start of the object if `number generation obj` stands at the offset, else -1. */
export function headerAt(bytes: Uint8Array, offset: number, number: number): number {
  const header = readHeader(bytes, offset);
  return header?.number === number ? header.start : -1;
}

function readHeader(bytes: Uint8Array, offset: number): ObjectHeader | undefined {
  if (offset < 0 || offset >= bytes.length) return undefined;
  return plainHeader(bytes, offset) ?? looseHeader(bytes.subarray(offset, offset + HEADER_WINDOW_BYTES), offset);
}

/** The form `12 0 obj`, which nearly all files use, gets a fast path, because every object is read several times. */
function plainHeader(bytes: Uint8Array, offset: number): ObjectHeader | undefined {
  const first = endOfDigits(bytes, offset);
  const second = endOfDigits(bytes, first + 1);
  if (first === offset || second === first + 1) return undefined;
  if (bytes[first] !== 0x20 || !startsWith(bytes, second, ' obj')) return undefined;
  return {
    number: smallInteger(bytes, offset, first),
    generation: smallInteger(bytes, first + 1, second),
    start: second + ' obj'.length,
  };
}

function looseHeader(window: Uint8Array, offset: number): ObjectHeader | undefined {
  const lexer = new Lexer(window);
  if (lexer.next() !== 'number' || typeof lexer.number !== 'number') return undefined;
  const { number } = lexer;
  if (lexer.next() !== 'number') return undefined;
  const generation = typeof lexer.number === 'number' ? lexer.number : 0;
  // `obj` may directly precede other characters, as in `1 0 obj123`.
  if (lexer.next() !== 'keyword' || !lexer.keyword.startsWith('obj')) return undefined;
  return { number, generation, start: offset + lexer.start + 'obj'.length };
}

function endOfDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at - from < SMALL_DIGITS && isDigit(bytes[at])) at++;
  return at;
}

/** Returns undefined if no object starts at the offset. */
export function readIndirectObject(
  bytes: Uint8Array,
  offset: number,
  resolver: Resolver,
  budget: Budget,
  names?: NameTable,
): IndirectObject | undefined {
  const header = readHeader(bytes, offset);
  if (header === undefined) return undefined;
  const { number, generation } = header;
  const lexer = new Lexer(bytes, header.start, names);
  const parser = new Parser(lexer, resolver, budget);
  const object = parser.readObject() ?? null;
  const { malformed } = parser;
  const end = lexer.position;
  budget.spendRead(Math.max(end, lexer.start) - offset); // a comment at the end was read too
  if (object instanceof Dict && lexer.next() === 'keyword' && lexer.keyword === 'stream') {
    const data = readStreamData(bytes, lexer.position, object);
    if (data.repaired) budget.spendRead(data.end - end);
    return {
      number,
      generation,
      object: new Stream(object, data.raw),
      end: data.end,
      lengthRepaired: data.repaired,
      malformed,
    };
  }
  return { number, generation, object, end, lengthRepaired: false, malformed };
}

interface StreamData {
  readonly raw: Uint8Array;
  readonly end: number;
  readonly repaired: boolean;
}

/** 7.3.8.1: data start after the line end that follows the keyword. Length counts as correct if `endstream` follows. */
function readStreamData(bytes: Uint8Array, afterKeyword: number, dict: Dict): StreamData {
  const start = skipLineEnd(bytes, afterKeyword);
  const length = dict.integer('Length') ?? -1;
  if (length >= 0 && start + length <= bytes.length && endstreamFollows(bytes, start + length)) {
    return { raw: bytes.subarray(start, start + length), end: start + length, repaired: false };
  }
  const end = findEndOfStream(bytes, start);
  return { raw: bytes.subarray(start, end), end, repaired: true };
}

function skipLineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++; // blanks before the line end are wrong and common
  if (bytes[at] === 0x0d) return bytes[at + 1] === 0x0a ? at + 2 : at + 1;
  return bytes[at] === 0x0a ? at + 1 : from;
}

function endstreamFollows(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (isWhiteSpace(bytes[at])) at++;
  return startsWith(bytes, at, 'endstream') || startsWith(bytes, at, 'endobj');
}

/** The end of data with a wrong Length: before the line end that precedes the next `endstream` or `endobj`. */
function findEndOfStream(bytes: Uint8Array, start: number): number {
  const view = viewOf(bytes);
  let end = view.indexOf('end', start, 'latin1');
  while (end >= 0 && !startsWith(bytes, end + 3, 'stream') && !startsWith(bytes, end + 3, 'obj')) {
    end = view.indexOf('end', end + 3, 'latin1');
  }
  if (end < 0) return bytes.length;
  if (end > start && bytes[end - 1] === 0x0a) end--;
  if (end > start && bytes[end - 1] === 0x0d) end--;
  return end;
}

export function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** The contents of an object stream: the numbers and the start of each object (7.5.7). */
interface ObjectStream {
  readonly bytes: Uint8Array;
  readonly damaged: boolean;
  readonly numbers: readonly number[];
  readonly offsets: readonly number[];
  /** The positions of the numbers in the list. They are computed only if an entry of the cross-reference is wrong. */
  positions?: ReadonlyMap<number, number>;
}

function readObjectStream(stream: Stream, resolver: Resolver, budget: Budget): ObjectStream {
  const { bytes, remaining, damaged } = decodeStream(stream, resolver, budget.decodable);
  const [obstacle] = remaining;
  if (obstacle) throw unsupportedFilter('object_stream', obstacle);
  budget.spendDecoded(bytes.length);
  budget.addSource(bytes.length);
  const count = stream.dict.integer('N') ?? 0;
  const first = stream.dict.integer('First') ?? 0;
  const lexer = new Lexer(bytes);
  const numbers: number[] = [];
  const offsets: number[] = [];
  while (numbers.length < count && lexer.next() === 'number' && typeof lexer.number === 'number') {
    const { number } = lexer;
    if (lexer.next() !== 'number' || typeof lexer.number !== 'number') break;
    if (numbers.length >= LIMITS.objects) exceeded('objects');
    budget.spend('packedObjects');
    numbers.push(number);
    offsets.push(first + lexer.number);
  }
  return { bytes, damaged, numbers, offsets };
}

function positionOf(contents: ObjectStream, number: number): number {
  contents.positions ??= new Map(contents.numbers.map((listed, index) => [listed, index] as const).toReversed());
  return contents.positions.get(number) ?? -1;
}

/** The objects of one file under one cross-reference. */
export class FileSource implements ObjectSource {
  readonly #bytes: Uint8Array;
  readonly #entries: ReadonlyMap<number, XrefEntry>;
  readonly #budget: Budget;
  readonly #problems: Problem[];
  readonly #names = new NameTable();
  readonly #objectStreams = new Map<number, ObjectStream | null>();
  readonly damagedStreams: Stream[] = [];
  /** Set after the Encrypt dictionary has been read. */
  decryptor: Decryptor | null = null;
  /** The number of the Encrypt dictionary, whose strings are not encrypted. */
  encryptNumber: number | null = null;
  /** The resolver of references. The document that owns this source sets it. */
  resolver: Resolver = { resolve: () => null };

  constructor(bytes: Uint8Array, entries: ReadonlyMap<number, XrefEntry>, budget: Budget, problems: Problem[]) {
    this.#bytes = bytes;
    this.#entries = entries;
    this.#budget = budget;
    this.#problems = problems;
  }

  numbers(): Iterable<number> {
    return this.#entries.keys();
  }

  has(number: number): boolean {
    return (this.#entries.get(number)?.kind ?? 'free') !== 'free';
  }

  load(number: number): PdfObject | undefined {
    const entry = this.#entries.get(number);
    if (!entry || entry.kind === 'free') return undefined;
    this.#budget.spend('objects');
    this.#budget.spend('objectWords', WORDS.object);
    return entry.kind === 'offset' ? this.#loadAt(entry.offset, number) : this.#loadCompressed(entry, number);
  }

  /** The numbers of the objects in an object stream, in order. */
  contentsOf(objectStream: number): readonly number[] {
    return this.#objectStream(objectStream)?.numbers ?? [];
  }

  #loadAt(offset: number, number: number): PdfObject | undefined {
    const found = readIndirectObject(this.#bytes, offset, this.resolver, this.#budget, this.#names);
    if (!found || found.number !== number) return undefined;
    if (found.lengthRepaired) this.#note('stream-length', number, 'stream length is wrong');
    if (found.malformed) this.#note('syntax', number, 'malformed object');
    if (this.decryptor && number !== this.encryptNumber) {
      return decryptObject(found, this.decryptor, this.resolver);
    }
    return found.object;
  }

  #loadCompressed(entry: { stream: number; index: number }, number: number): PdfObject | undefined {
    const contents = this.#objectStream(entry.stream);
    if (!contents) return undefined;
    const index = contents.numbers[entry.index] === number ? entry.index : positionOf(contents, number);
    const offset = contents.offsets[index];
    if (offset === undefined || offset >= contents.bytes.length) return undefined;
    const lexer = new Lexer(contents.bytes, offset, this.#names);
    const parser = new Parser(lexer, this.resolver, this.#budget);
    const object = parser.readObject();
    this.#budget.spendRead(Math.max(lexer.position, lexer.start) - offset);
    if (parser.malformed) this.#note('syntax', number, 'malformed object');
    return object;
  }

  #objectStream(number: number): ObjectStream | null {
    const known = this.#objectStreams.get(number);
    if (known !== undefined) return known;
    this.#objectStreams.set(number, null); // an object stream that contains itself has no objects
    // An object stream is never in another object stream (7.5.7).
    const object = this.#entries.get(number)?.kind === 'offset' ? this.load(number) : undefined;
    const contents = object instanceof Stream ? readObjectStream(object, this.resolver, this.#budget) : null;
    this.#objectStreams.set(number, contents);
    if (contents?.damaged === true && object instanceof Stream) {
      this.damagedStreams.push(object);
      this.#note('undecodable-stream', number, 'object stream with broken data');
    }
    return contents;
  }

  #note(code: Problem['code'], objectNumber: number, message: string): void {
    this.#problems.push({ code, message, objectNumber });
  }
}

/** Decrypts every string and the stream data of one object, in place if possible. */
function decryptObject(found: IndirectObject, decryptor: Decryptor, resolver: Resolver): PdfObject {
  const { object, number, generation } = found;
  if (object instanceof PdfString) return new PdfString(decryptor.string(object.bytes, number, generation));
  const pending: PdfObject[] = [object];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof Stream) {
      next.raw = decryptor.stream(next, number, generation);
      dropCryptFilter(next.dict, resolver);
      pending.push(next.dict);
    } else if (next instanceof Dict) {
      const clear = isSignature(next) ? 'Contents' : undefined; // 7.6.2: this value is never encrypted
      for (const [key, value] of next) {
        if (value instanceof PdfString) {
          if (key !== clear) next.set(key, new PdfString(decryptor.string(value.bytes, number, generation)));
        } else pending.push(value);
      }
    } else if (Array.isArray(next)) {
      for (const [index, value] of next.entries()) {
        if (value instanceof PdfString) next[index] = new PdfString(decryptor.string(value.bytes, number, generation));
        else pending.push(value);
      }
    }
  }
  return object;
}

function isSignature(dict: Dict): boolean {
  return dict.has('ByteRange') && dict.has('Contents');
}
