/**
 * These are the counted limits of one document. They are deterministic: the same file meets the same limit in any
 * process, however much memory or time there is. Figures: 499 levels and 25 filters are qpdf's; the rest bound memory
 * and time of a parser child.
 */
import type { LimitedQuantity } from '#engine/facts/failure.ts';
import { PdfFailure } from './failure.ts';

const MIB = 1024 * 1024;

export const LIMITS = {
  nesting: 499,
  objects: 1_000_000,
  /**
   * What objects take that are read, copies included: machine words of eight bytes, by the estimate of `WORDS`. All of it is held
   * in memory and gone over by every stage.
   */
  objectWords: 30_000_000,
  /** Arrays, dictionaries and strings that are left to be written: their canonical form takes twice the memory. */
  writtenNodes: 750_000,
  xrefSections: 10_000,
  /** Of all sections together: a small stream may be the hybrid part of thousands of them. */
  xrefEntries: 1_500_000,
  /** Numbers listed by all object streams together. */
  packedObjects: 2_000_000,
  /** Object streams stay in memory decoded. */
  objectStreamBytes: 128 * MIB,
  filtersPerStream: 25,
  decodedBytesPerStream: 256 * MIB,
  /**
   * Above this many decoded bytes the whole document may not grow by more than `expansion` over its input. One deflate
   * cannot do better than 1032:1 (zlib's manual) and blank scans come near it; what grows more is nested on purpose.
   */
  expansionFloorBytes: 64 * MIB,
  expansion: 1032,
  /** Above this many, only `plainExpansion` more for each byte of input: what a large honest document may need. */
  expansionCeilingBytes: 1024 * MIB,
  plainExpansion: 32,
  savedStates: 100_000,
  /** So many cost about as much as any document may; the largest honest one that was met has 67,300. */
  pages: 70_000,
  pageTreeDepth: 200,
  predictorRowBytes: 16 * MIB,
  treeNodes: 1_000_000,
  /** Of name trees and number trees, each time that one is read. */
  treeEntries: 2_500_000,
  /** Of strings and names that are objects of their own: they are written wherever they are referred to. */
  copiedBytes: 32 * MIB,
  /** Widgets that are drawn into their pages, each with a stream of its own. */
  widgets: 25_000,
  /** Of pages, forms, patterns and glyphs, each stream of them once. */
  contentBytes: 384 * MIB,
  operators: 20_000_000,
  /** In the arrays and dictionaries that are operands of one operator; they are held in memory. */
  operandItems: 1_000_000,
  /** Reading text: content bytes and forms gone through, glyphs shown, UTF-16 units they stand for; see `PER_BYTE`. */
  textContentBytes: 24 * MIB,
  textForms: 60_000,
  glyphs: 20_000_000,
  textUnits: 16_000_000,
  /** Of all CMaps and character maps of fonts together. */
  cmapEntries: 2_000_000,
  /** Bytes that post-quantum signatures sign; each signature costs as much as `POST_QUANTUM_SIGNATURE_BYTES` more. */
  postQuantumBytes: 256 * MIB,
} as const;

/** The verification of one post-quantum signature takes as long as the digest of so many bytes, some 60 ms. */
export const POST_QUANTUM_SIGNATURE_BYTES = MIB;

/** What some limits are raised by for each byte of input. */
const PER_BYTE: Partial<Record<Sum, number>> = {
  copiedBytes: 4,
  contentBytes: 16,
  operators: 0.5,
  textContentBytes: 32,
  textForms: 1,
  glyphs: 32,
  textUnits: 64,
  cmapEntries: 1,
  postQuantumBytes: 4,
};

/**
 * An object that never ends holds all that follow it, and data read again cost again: these bound how often the bytes
 * of a file may be gone over and how much may come out of its filters, counting every time.
 */
const READ_FLOOR_BYTES = 32 * MIB;
const READS_PER_BYTE = 16;
const DECODING_FLOOR_BYTES = 4096 * MIB;
const DECODING_PER_BYTE = 128;

/** Words that a value takes, besides the one of its place in an array, or the two of its place in a dictionary. */
export const WORDS = {
  /** The entry of an object under its number. */
  object: 8,
  array: 8,
  dictionary: 12,
  string: 6,
  reference: 5,
  /** Held as its text. */
  fraction: 7,
} as const;

type Sum =
  | 'objects'
  | 'objectWords'
  | 'writtenNodes'
  | 'pages'
  | 'treeNodes'
  | 'treeEntries'
  | 'copiedBytes'
  | 'widgets'
  | 'contentBytes'
  | 'operators'
  | 'xrefEntries'
  | 'packedObjects'
  | 'objectStreamBytes'
  | 'textContentBytes'
  | 'textForms'
  | 'glyphs'
  | 'textUnits'
  | 'cmapEntries'
  | 'postQuantumBytes';

/** What one document has used of its limits. */
export class Budget {
  readonly #inputBytes: number;
  /** The sources of objects: the file and its object streams. */
  #sourceBytes: number;
  #readBytes = 0;
  #decodedBytes = 0;
  #decodingBytes = 0;
  #counts = new Map<Sum, number>();

  constructor(inputBytes: number) {
    this.#inputBytes = inputBytes;
    this.#sourceBytes = inputBytes;
  }

  /** How many bytes the next stream may decode to. */
  get decodable(): number {
    const { expansion, expansionFloorBytes, expansionCeilingBytes, plainExpansion } = LIMITS;
    const grown = Math.min(expansion * this.#inputBytes, expansionCeilingBytes + plainExpansion * this.#inputBytes);
    const document = Math.max(expansionFloorBytes, grown);
    return Math.max(0, Math.min(LIMITS.decodedBytesPerStream, document - this.#decodedBytes));
  }

  /** Counts the output of a stream towards what the document may hold. */
  spendDecoded(bytes: number): void {
    if (bytes > this.decodable) exceeded('decodedBytes');
    this.#decodedBytes += bytes;
  }

  /** Counts the work of decoding, once or again. */
  spendDecoding(bytes: number): void {
    this.#decodingBytes += bytes;
    const limit = DECODING_FLOOR_BYTES + DECODING_PER_BYTE * this.#inputBytes;
    if (this.#decodingBytes > limit) exceeded('decodingBytes');
  }

  /** Counts bytes that were gone over in search of an object or its end. */
  spendRead(bytes: number): void {
    this.#readBytes += bytes;
    if (this.#readBytes > READ_FLOOR_BYTES + READS_PER_BYTE * this.#sourceBytes) exceeded('readBytes');
  }

  /** Notes that objects are read from an object stream too. */
  addSource(bytes: number): void {
    this.spend('objectStreamBytes', bytes);
    this.#sourceBytes += bytes;
  }

  /** Counts towards a limit that adds up over the document. */
  spend(limit: Sum, amount = 1): void {
    const used = this.spent(limit) + amount;
    if (used > LIMITS[limit] + (PER_BYTE[limit] ?? 0) * this.#inputBytes) exceeded(limit);
    this.#counts.set(limit, used);
  }

  /** How much has been counted towards a limit that adds up. */
  spent(limit: Sum): number {
    return this.#counts.get(limit) ?? 0;
  }
}

/** Ends the document: a limit is an answer, with a code. */
export function exceeded(limit: LimitedQuantity): never {
  throw new PdfFailure('RESOURCE_LIMIT_EXCEEDED', { limit });
}
