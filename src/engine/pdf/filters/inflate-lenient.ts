/**
 * Inflates broken data (RFC 1951) up to the first error, as viewers do. It is slow and simple, because only data that
 * zlib rejected come here. A wrong checksum or header is no error.
 */
import type { FilterOutput } from './decode.ts';
import { Output } from './output.ts';

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MAX_BITS = 15;

/** A canonical Huffman code: the number of codes of each length, and the symbols in the order of their codes. */
interface Huffman {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

/** The data ended or are broken. The exception never leaves this file. */
class BrokenData extends Error {}

export function inflateLenient(input: Uint8Array, limit: number): FilterOutput {
  const output = new Output(limit, input.length * 4);
  const zlib = ((input[0] ?? 0) & 0x0f) === 8;
  const bits = new BitReader(input, zlib ? 2 : 0);
  try {
    for (let final = 0; final === 0;) {
      final = bits.take(1);
      inflateBlock(bits, output);
    }
    return { bytes: output.take(), damaged: false };
  } catch (error) {
    if (!(error instanceof BrokenData)) throw error;
    return { bytes: output.take(), damaged: true };
  }
}

function inflateBlock(bits: BitReader, output: Output): void {
  const type = bits.take(2);
  if (type === 0) inflateStored(bits, output);
  else if (type === 1) inflateCodes(bits, output, fixedLiterals(), huffman(new Array<number>(30).fill(5)));
  else if (type === 2) inflateCodes(bits, output, ...dynamicCodes(bits));
  else throw new BrokenData();
}

function inflateStored(bits: BitReader, output: Output): void {
  bits.align();
  const length = bits.take(16);
  if (length !== (bits.take(16) ^ 0xffff)) throw new BrokenData();
  for (let i = 0; i < length; i++) output.push(bits.take(8));
}

function inflateCodes(bits: BitReader, output: Output, literals: Huffman, distances: Huffman): void {
  for (;;) {
    const symbol = bits.symbol(literals);
    if (symbol < 256) output.push(symbol);
    else if (symbol === 256) return;
    else {
      const length = valueOf(bits, symbol - 257, LENGTH_BASE, LENGTH_EXTRA);
      const distance = valueOf(bits, bits.symbol(distances), DISTANCE_BASE, DISTANCE_EXTRA);
      if (distance > output.length) throw new BrokenData();
      output.copyBack(distance, length);
    }
  }
}

function valueOf(bits: BitReader, code: number, base: number[], extra: number[]): number {
  const from = base[code];
  if (from === undefined) throw new BrokenData();
  return from + bits.take(extra[code] ?? 0);
}

function fixedLiterals(): Huffman {
  const length = (symbol: number): number => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8);
  return huffman(Array.from({ length: 288 }, (_, symbol) => length(symbol)));
}

function dynamicCodes(bits: BitReader): [Huffman, Huffman] {
  const literalCount = bits.take(5) + 257;
  const distanceCount = bits.take(5) + 1;
  const codeLengthCount = bits.take(4) + 4;
  const codeLengths = new Array<number>(19).fill(0);
  for (const symbol of CODE_LENGTH_ORDER.slice(0, codeLengthCount)) codeLengths[symbol] = bits.take(3);
  const code = huffman(codeLengths);
  const lengths: number[] = [];
  while (lengths.length < literalCount + distanceCount) {
    const symbol = bits.symbol(code);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) repeat(lengths, lengths.at(-1), 3 + bits.take(2));
    else if (symbol === 17) repeat(lengths, 0, 3 + bits.take(3));
    else repeat(lengths, 0, 11 + bits.take(7));
  }
  return [huffman(lengths.slice(0, literalCount)), huffman(lengths.slice(literalCount, literalCount + distanceCount))];
}

function repeat(lengths: number[], length: number | undefined, times: number): void {
  if (length === undefined) throw new BrokenData();
  for (let i = 0; i < times; i++) lengths.push(length);
}

function huffman(lengths: readonly number[]): Huffman {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const offsets = new Uint16Array(MAX_BITS + 2);
  for (let bit = 1; bit <= MAX_BITS; bit++) offsets[bit + 1] = (offsets[bit] ?? 0) + (counts[bit] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const at = offsets[length] ?? 0;
    symbols[at] = symbol;
    offsets[length] = at + 1;
  }
  return { counts, symbols };
}

class BitReader {
  readonly #input: Uint8Array;
  #at: number;
  #buffer = 0;
  #bits = 0;

  constructor(input: Uint8Array, start: number) {
    this.#input = input;
    this.#at = start;
  }

  take(count: number): number {
    while (this.#bits < count) {
      const byte = this.#input[this.#at++];
      if (byte === undefined) throw new BrokenData();
      this.#buffer |= byte << this.#bits;
      this.#bits += 8;
    }
    const value = this.#buffer & ((1 << count) - 1);
    this.#buffer >>>= count;
    this.#bits -= count;
    return value;
  }

  align(): void {
    this.#buffer = 0;
    this.#bits = 0;
  }

  /** Reads a code bit by bit. The first code of each length follows from the counts before it. */
  symbol({ counts, symbols }: Huffman): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= MAX_BITS; length++) {
      code |= this.take(1);
      const count = counts[length] ?? 0;
      if (code - count < first) return symbols[index + code - first] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new BrokenData();
  }
}
