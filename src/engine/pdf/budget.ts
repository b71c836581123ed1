/**
 * The counted limits of one document. They are deterministic: the same file meets the same limit in any process,
 * independent of memory and time. The limits of 499 levels and 25 filters are those of qpdf. The others limit the
 * memory and time of a parser child.
 */
import type { LimitedQuantity } from '#engine/facts/failure.ts';
import { PdfFailure } from './failure.ts';

const MIB = 1024 * 1024;

export const LIMITS = {
  nesting: 499,
  objects: 1_000_000,
  /**
   * The size of all objects that are read, including copies, in machine words of eight bytes as `WORDS` estimates them.
   * All of them stay in memory, and every stage reads them.
   */
  objectWords: 30_000_000,
  /** Arrays, dictionaries and strings that remain for writing. Their canonical form takes twice the memory. */
  writtenNodes: 750_000,
  xrefSections: 10_000,
  /** The entries of all sections together, because a small stream may be the hybrid part of thousands of them. */
  xrefEntries: 1_500_000,
  /** The numbers in all object streams together. */
  packedObjects: 2_000_000,
  /** Decoded object streams stay in memory. */
  objectStreamBytes: 128 * MIB,
  filtersPerStream: 25,
  decodedBytesPerStream: 256 * MIB,
  /**
   * Above this number of decoded bytes, the whole document may not exceed its input by a factor of more than
   * `expansion`. One deflate cannot exceed 1032:1 (zlib's manual), and blank scans come near it. A greater expansion
   * comes only from nested filters, which are an attack.
   */
  expansionFloorBytes: 64 * MIB,
  expansion: 1032,
  /**
   * Above this number, each byte of input allows only `plainExpansion` more bytes, which is enough for large ordinary
   * documents.
   */
  expansionCeilingBytes: 1024 * MIB,
  plainExpansion: 32,
  savedStates: 100_000,
  /** So many pages cost about as much as any document may. The largest ordinary document that was found has 67,300. */
  pages: 70_000,
  pageTreeDepth: 200,
  predictorRowBytes: 16 * MIB,
  treeNodes: 1_000_000,
  /** The entries of name trees and number trees, counted each time a tree is read. */
  treeEntries: 2_500_000,
  /** Strings and names that are separate objects. They are written at each of their references. */
  copiedBytes: 32 * MIB,
  /** Widgets that are drawn into their pages. Each becomes a stream. */
  widgets: 25_000,
  /** The content of pages, forms, patterns and glyphs. Each stream counts once. */
  contentBytes: 384 * MIB,
  operators: 20_000_000,
  /** The items of arrays and dictionaries that are operands of one operator, which stay in memory. */
  operandItems: 1_000_000,
  /**
   * The cost of text extraction: content bytes and forms read, glyphs shown, and their UTF-16 units; see `PER_BYTE`.
   */
  textContentBytes: 24 * MIB,
  textForms: 60_000,
  glyphs: 20_000_000,
  textUnits: 16_000_000,
  /** The entries of all CMaps and character maps of fonts together. */
  cmapEntries: 2_000_000,
  /** The bytes that post-quantum signatures cover. Each signature costs `POST_QUANTUM_SIGNATURE_BYTES` in addition. */
  postQuantumBytes: 256 * MIB,
} as const;

/** The verification of one post-quantum signature takes as long as the digest of this many bytes, about 60 ms. */
export const POST_QUANTUM_SIGNATURE_BYTES = MIB;

/** Each byte of input raises these limits by this amount. */
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
 * An object without an end contains all that follow it, and data can be read repeatedly. These limits bound the bytes
 * of a file that are read and the output of its filters, and each repetition counts.
 */
const READ_FLOOR_BYTES = 32 * MIB;
const READS_PER_BYTE = 16;
const DECODING_FLOOR_BYTES = 4096 * MIB;
const DECODING_PER_BYTE = 128;

/**
 * The words that a value takes, in addition to one for its position in an array or two for its entry in a dictionary.
 */
export const WORDS = {
  /** The entry of an object in the table of numbers. */
  object: 8,
  array: 8,
  dictionary: 12,
  string: 6,
  reference: 5,
  /** A fraction is stored as its text. */
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

/** The amounts of each limit that one document has used. */
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

  /** The number of bytes to which the next stream may decode. */
  get decodable(): number {
    const { expansion, expansionFloorBytes, expansionCeilingBytes, plainExpansion } = LIMITS;
    const grown = Math.min(expansion * this.#inputBytes, expansionCeilingBytes + plainExpansion * this.#inputBytes);
    const document = Math.max(expansionFloorBytes, grown);
    return Math.max(0, Math.min(LIMITS.decodedBytesPerStream, document - this.#decodedBytes));
  }

  /** Counts the output of a stream towards the size of the document. */
  spendDecoded(bytes: number): void {
    if (bytes > this.decodable) exceeded('decodedBytes');
    this.#decodedBytes += bytes;
  }

  /** Counts the work of decoding, also for repetitions. */
  spendDecoding(bytes: number): void {
    this.#decodingBytes += bytes;
    const limit = DECODING_FLOOR_BYTES + DECODING_PER_BYTE * this.#inputBytes;
    if (this.#decodingBytes > limit) exceeded('decodingBytes');
  }

  /** Counts the bytes that were searched for an object or its end. */
  spendRead(bytes: number): void {
    this.#readBytes += bytes;
    if (this.#readBytes > READ_FLOOR_BYTES + READS_PER_BYTE * this.#sourceBytes) exceeded('readBytes');
  }

  /** Notes an object stream as a source of objects. */
  addSource(bytes: number): void {
    this.spend('objectStreamBytes', bytes);
    this.#sourceBytes += bytes;
  }

  /** Counts towards a limit on a sum over the document. */
  spend(limit: Sum, amount = 1): void {
    const used = this.spent(limit) + amount;
    if (used > LIMITS[limit] + (PER_BYTE[limit] ?? 0) * this.#inputBytes) exceeded(limit);
    this.#counts.set(limit, used);
  }

  /** The amount that was counted towards a limit on a sum. */
  spent(limit: Sum): number {
    return this.#counts.get(limit) ?? 0;
  }
}

/** Ends the document. A limit is a regular result with a code. */
export function exceeded(limit: LimitedQuantity): never {
  throw new PdfFailure('RESOURCE_LIMIT_EXCEEDED', { limit });
}
