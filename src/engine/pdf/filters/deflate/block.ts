/**
 * Collects literals and matches and writes them as deflate blocks, each in the smallest of its three forms (RFC 1951,
 * 3.2.3).
 */
import { buildCode, canonicalCodes, type HuffmanCode } from './huffman.ts';
import {
  DISTANCE_BASE,
  DISTANCE_EXTRA,
  DISTANCE_SYMBOL,
  DISTANCE_SYMBOLS,
  END_OF_BLOCK,
  fixedLengths,
  LENGTH_BASE,
  LENGTH_EXTRA,
  LENGTH_SYMBOL,
  LITERAL_SYMBOLS,
} from './tables.ts';

/** Shorter blocks would pay for their trees more often, longer ones fit less well. */
export const SYMBOLS_PER_BLOCK = 16_384;

/** With fewer symbols, trees of their own never pay. */
const LEAST_DYNAMIC_SYMBOLS = 32;

const MAX_CODE_LENGTH = 15;
/** 3.2.7: the order in which the lengths of the code length code are written. */
const CODE_LENGTH_ORDER = Uint8Array.of(16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15);
const MAX_STORED_BYTES = 65_535;

const FIXED_LITERALS: HuffmanCode = withCodes(fixedLengths());
const FIXED_DISTANCES: HuffmanCode = withCodes(new Uint8Array(DISTANCE_SYMBOLS).fill(5));

function withCodes(lengths: Uint8Array): HuffmanCode {
  return { lengths, codes: canonicalCodes(lengths) };
}

/** The code lengths of both trees, run-length coded (3.2.7): symbol in the low 5 bits, repeat count above. */
interface Trees {
  readonly literals: HuffmanCode;
  readonly distances: HuffmanCode;
  readonly runs: readonly number[];
  readonly runCode: HuffmanCode;
  readonly literalCount: number;
  readonly distanceCount: number;
  readonly runLengthCount: number;
  readonly headerBits: number;
}

export class BlockWriter {
  /** A literal, or the length of a match less 3; and its distance, 0 for a literal. */
  readonly values = new Uint8Array(SYMBOLS_PER_BLOCK);
  readonly distances = new Uint16Array(SYMBOLS_PER_BLOCK);
  readonly #literalCounts = new Uint32Array(LITERAL_SYMBOLS);
  readonly #distanceCounts = new Uint32Array(DISTANCE_SYMBOLS);
  #out = new Uint8Array(1 << 16);
  #length = 0;
  #bits = 0;
  #bitCount = 0;

  start(): void {
    this.#length = 0;
    this.#bits = 0;
    this.#bitCount = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#out[this.#length++] = value;
  }

  /** Writes the first `count` symbols, which stand for the bytes from `start` to `end` of the input. */
  block(count: number, input: Uint8Array, start: number, end: number, isLast: boolean): void {
    this.#count(count);
    const extraBits = this.#extraBits();
    const trees = count < LEAST_DYNAMIC_SYMBOLS ? null : buildTrees(this.#literalCounts, this.#distanceCounts);
    const dynamicBits = trees
      ? trees.headerBits + extraBits + this.#codeBits(trees.literals, trees.distances)
      : Infinity;
    const fixedBits = extraBits + this.#codeBits(FIXED_LITERALS, FIXED_DISTANCES);
    const storedBits = (end - start + 4) * 8 + 7;
    const best = Math.min(dynamicBits, fixedBits, storedBits);
    this.#reserve((best >>> 3) + 64 + Math.ceil((end - start) / MAX_STORED_BYTES) * 5);
    if (best === storedBits) this.#stored(input, start, end, isLast);
    else if (trees && best === dynamicBits) {
      this.#write(isLast ? 0b101 : 0b100, 3);
      this.#trees(trees);
      this.#symbols(count, trees.literals, trees.distances);
    } else {
      this.#write(isLast ? 0b011 : 0b010, 3);
      this.#symbols(count, FIXED_LITERALS, FIXED_DISTANCES);
    }
  }

  /** Ends the last byte. */
  align(): void {
    this.#reserve(2);
    for (; this.#bitCount > 0; this.#bitCount -= 8, this.#bits >>>= 8) this.#out[this.#length++] = this.#bits & 0xff;
    this.#bitCount = 0;
    this.#bits = 0;
  }

  /** A copy of what was written. */
  take(): Uint8Array {
    return this.#out.slice(0, this.#length);
  }

  #count(count: number): void {
    const { values, distances } = this;
    const literalCounts = this.#literalCounts.fill(0);
    const distanceCounts = this.#distanceCounts.fill(0);
    for (let index = 0; index < count; index++) {
      const distance = distances[index]!;
      const value = values[index]!;
      if (distance === 0) literalCounts[value]!++;
      else {
        literalCounts[LENGTH_SYMBOL[value]!]!++;
        distanceCounts[
          distance <= 256 ? DISTANCE_SYMBOL[distance - 1]! : DISTANCE_SYMBOL[256 + ((distance - 1) >> 7)]!
        ]!++;
      }
    }
    literalCounts[END_OF_BLOCK] = 1;
  }

  #extraBits(): number {
    let bits = 0;
    for (let symbol = 257; symbol < LITERAL_SYMBOLS; symbol++)
      bits += this.#literalCounts[symbol]! * LENGTH_EXTRA[symbol - 257]!;
    for (let symbol = 0; symbol < DISTANCE_SYMBOLS; symbol++)
      bits += this.#distanceCounts[symbol]! * DISTANCE_EXTRA[symbol]!;
    return bits;
  }

  #codeBits({ lengths: literals }: HuffmanCode, { lengths: distances }: HuffmanCode): number {
    let bits = 3;
    for (let symbol = 0; symbol < LITERAL_SYMBOLS; symbol++) bits += this.#literalCounts[symbol]! * literals[symbol]!;
    for (let symbol = 0; symbol < DISTANCE_SYMBOLS; symbol++)
      bits += this.#distanceCounts[symbol]! * distances[symbol]!;
    return bits;
  }

  #symbols(count: number, literals: HuffmanCode, distances: HuffmanCode): void {
    const { values } = this;
    const of = this.distances;
    const out = this.#out;
    const { lengths: literalLengths, codes: literalCodes } = literals;
    const { lengths: distanceLengths, codes: distanceCodes } = distances;
    let bits = this.#bits;
    let bitCount = this.#bitCount;
    let at = this.#length;
    for (let index = 0; index <= count; index++) {
      const distance = index === count ? 0 : of[index]!;
      const value = values[index]!;
      const symbol = index === count ? END_OF_BLOCK : distance === 0 ? value : LENGTH_SYMBOL[value]!;
      bits |= literalCodes[symbol]! << bitCount;
      bitCount += literalLengths[symbol]!;
      if (bitCount >= 16) {
        out[at++] = bits;
        out[at++] = bits >>> 8;
        bits >>>= 16;
        bitCount -= 16;
      }
      if (distance === 0) continue;
      bits |= (value - LENGTH_BASE[symbol - 257]!) << bitCount;
      bitCount += LENGTH_EXTRA[symbol - 257]!;
      if (bitCount >= 16) {
        out[at++] = bits;
        out[at++] = bits >>> 8;
        bits >>>= 16;
        bitCount -= 16;
      }
      const distanceSymbol =
        distance <= 256 ? DISTANCE_SYMBOL[distance - 1]! : DISTANCE_SYMBOL[256 + ((distance - 1) >> 7)]!;
      bits |= distanceCodes[distanceSymbol]! << bitCount;
      bitCount += distanceLengths[distanceSymbol]!;
      if (bitCount >= 16) {
        out[at++] = bits;
        out[at++] = bits >>> 8;
        bits >>>= 16;
        bitCount -= 16;
      }
      bits |= (distance - 1 - DISTANCE_BASE[distanceSymbol]!) << bitCount;
      bitCount += DISTANCE_EXTRA[distanceSymbol]!;
      if (bitCount >= 16) {
        out[at++] = bits;
        out[at++] = bits >>> 8;
        bits >>>= 16;
        bitCount -= 16;
      }
    }
    this.#bits = bits;
    this.#bitCount = bitCount;
    this.#length = at;
  }

  #trees({ runs, runCode, literalCount, distanceCount, runLengthCount }: Trees): void {
    this.#write(literalCount - 257, 5);
    this.#write(distanceCount - 1, 5);
    this.#write(runLengthCount - 4, 4);
    for (let index = 0; index < runLengthCount; index++) this.#write(runCode.lengths[CODE_LENGTH_ORDER[index]!]!, 3);
    for (const run of runs) {
      const symbol = run & 31;
      this.#write(runCode.codes[symbol]!, runCode.lengths[symbol]!);
      if (symbol >= 16) this.#write(run >>> 5, runExtraBits(symbol));
    }
  }

  #stored(input: Uint8Array, start: number, end: number, isLast: boolean): void {
    let from = start;
    do {
      const to = Math.min(end, from + MAX_STORED_BYTES);
      this.#write(isLast && to === end ? 1 : 0, 3);
      this.align();
      const size = to - from;
      this.#reserve(size + 5);
      for (const value of [size, ~size & 0xffff]) {
        this.byte(value & 0xff);
        this.byte(value >>> 8);
      }
      this.#out.set(input.subarray(from, to), this.#length);
      this.#length += size;
      from = to;
    } while (from < end);
  }

  #write(value: number, width: number): void {
    this.#bits |= value << this.#bitCount;
    this.#bitCount += width;
    if (this.#bitCount < 16) return;
    this.#out[this.#length++] = this.#bits;
    this.#out[this.#length++] = this.#bits >>> 8;
    this.#bits >>>= 16;
    this.#bitCount -= 16;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#out.length) return;
    const grown = new Uint8Array(Math.max(this.#length + more, this.#out.length * 2));
    grown.set(this.#out.subarray(0, this.#length));
    this.#out = grown;
  }
}

function buildTrees(literalCounts: Uint32Array, distanceCounts: Uint32Array): Trees {
  const literals = buildCode(literalCounts, MAX_CODE_LENGTH);
  const distances = buildCode(distanceCounts, MAX_CODE_LENGTH);
  const literalCount = usedLength(literals.lengths, 257);
  const distanceCount = usedLength(distances.lengths, 1);
  const all = new Uint8Array(literalCount + distanceCount);
  all.set(literals.lengths.subarray(0, literalCount));
  all.set(distances.lengths.subarray(0, distanceCount), literalCount);
  const runs = runLengths(all);
  const counts = new Uint32Array(19);
  for (const run of runs) counts[run & 31]!++;
  const runCode = buildCode(counts, 7);
  let runLengthCount = 19;
  while (runLengthCount > 4 && runCode.lengths[CODE_LENGTH_ORDER[runLengthCount - 1]!] === 0) runLengthCount--;
  let headerBits = 14 + 3 * runLengthCount;
  for (let symbol = 0; symbol < 19; symbol++)
    headerBits += counts[symbol]! * (runCode.lengths[symbol]! + runExtraBits(symbol));
  return { literals, distances, runs, runCode, literalCount, distanceCount, runLengthCount, headerBits };
}

function usedLength(lengths: Uint8Array, least: number): number {
  let count = lengths.length;
  while (count > least && lengths[count - 1] === 0) count--;
  return count;
}

/** 3.2.7: 16 repeats the last length 3 to 6 times, 17 and 18 repeat zero 3 to 10 and 11 to 138 times. */
function runLengths(lengths: Uint8Array): number[] {
  const runs: number[] = [];
  for (let start = 0; start < lengths.length;) {
    const length = lengths[start] ?? 0;
    let end = start + 1;
    while (end < lengths.length && lengths[end] === length) end++;
    let left = end - start;
    if (length > 0) {
      runs.push(length);
      left--;
    }
    while (left >= 3) {
      const symbol = length > 0 ? 16 : left > 10 ? 18 : 17;
      const repeat = Math.min(left, symbol === 16 ? 6 : symbol === 17 ? 10 : 138);
      runs.push(symbol | ((repeat - (symbol === 18 ? 11 : 3)) << 5));
      left -= repeat;
    }
    for (; left > 0; left--) runs.push(length);
    start = end;
  }
  return runs;
}

function runExtraBits(symbol: number): number {
  return symbol < 16 ? 0 : symbol === 16 ? 2 : symbol === 17 ? 3 : 7;
}
