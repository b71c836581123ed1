/**
 * Deflate (RFC 1951) in a zlib container (RFC 1950): integers only, so the same bytes on every machine.
 *
 * Hash chains with lazy matching, as zlib does at its default level. Inside a long match only the last positions enter
 * the chains: what repeats for megabytes is found again from its end.
 */
import { BlockWriter, SYMBOLS_PER_BLOCK } from './block.ts';

/** RFC 1950, 2.2: deflate with a window of 32 KB, default level. */
const HEADER = [0x78, 0x9c] as const;

const WINDOW = 32_768;
const WINDOW_MASK = WINDOW - 1;
const HASH_BITS = 15;
/**
 * The format's shortest match; a shorter one than the hash covers is not looked for, which costs 0.4 % and saves a
 * third.
 */
const SHORTEST = 3;
const HASHED = 4;
const LONGEST = 258;

/** A match of this length is good enough to stop looking. */
const NICE = 128;
/** One of this length is not put off for a better one a byte later. */
const LAZY = 16;
/** With a match of this length in hand, a better one is looked for in fewer places. */
const GOOD = 8;
const CHAIN = 32;
/** How many positions at the end of a long match enter the chains. */
const TAIL = 32;

/** This is scratch memory of the one call at a time; a call leaves nothing that the next reads. */
const heads = new Int32Array(1 << HASH_BITS);
const chain = new Int32Array(WINDOW);
const writer = new BlockWriter();

export function zlibDeflate(input: Uint8Array): Uint8Array {
  writer.start();
  for (const byte of HEADER) writer.byte(byte);
  compress(input);
  writer.align();
  const sum = adler32(input);
  for (let shift = 24; shift >= 0; shift -= 8) writer.byte((sum >>> shift) & 0xff);
  return writer.take();
}

function compress(input: Uint8Array): void {
  const { values, distances } = writer;
  const words = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const end = input.length;
  const hashEnd = end - HASHED;
  // A short input needs, and clears, a short table only.
  const hashBits = Math.min(HASH_BITS, Math.max(8, 32 - Math.clz32(end)));
  const shift = 32 - hashBits;
  heads.fill(-1, 0, 1 << hashBits);
  let count = 0;
  let blockStart = 0;
  let heldLength = 0; // the match at position - 1, not yet written
  let heldDistance = 0;
  let holds = false;
  for (let position = 0; position < end;) {
    let length = 0;
    let distance = 0;
    if (position <= hashEnd) {
      const candidate = insert(words, position, shift);
      if (candidate >= 0 && heldLength < LAZY) {
        const found = longestMatch(input, words, candidate, position, Math.max(heldLength, HASHED - 1));
        length = found >>> 16;
        distance = found & 0xffff;
      }
    }
    if (heldLength > 0 && length <= heldLength) {
      values[count] = heldLength - SHORTEST;
      distances[count++] = heldDistance;
      const next = position - 1 + heldLength;
      for (let inside = Math.max(position + 1, next - TAIL); inside < next && inside <= hashEnd; inside++)
        insert(words, inside, shift);
      position = next;
      heldLength = 0;
      holds = false;
    } else {
      if (holds) {
        values[count] = input[position - 1]!;
        distances[count++] = 0;
      }
      holds = true;
      heldLength = length;
      heldDistance = distance;
      position++;
    }
    if (count === SYMBOLS_PER_BLOCK) {
      const written = holds ? position - 1 : position;
      writer.block(count, input, blockStart, written, false);
      blockStart = written;
      count = 0;
    }
  }
  if (holds) {
    values[count] = input[end - 1]!;
    distances[count++] = 0;
  }
  writer.block(count, input, blockStart, end, true);
}

/** Enters a position into its chain and answers the one before it. */
function insert(words: DataView, position: number, shift: number): number {
  const hash = Math.imul(words.getInt32(position, true), 0x9e3779b1) >>> shift;
  const before = heads[hash]!;
  chain[position & WINDOW_MASK] = before;
  heads[hash] = position;
  return before;
}

/** How many bytes are the same at two places, at most `most`. */
function commonLength(words: DataView, candidate: number, position: number, most: number): number {
  let same = 0;
  const whole = most - 3;
  while (same < whole) {
    const difference = words.getInt32(candidate + same, true) ^ words.getInt32(position + same, true);
    if (difference !== 0) return same + ((31 - Math.clz32(difference & -difference)) >> 3);
    same += 4;
  }
  while (same < most && words.getUint8(candidate + same) === words.getUint8(position + same)) same++;
  return same;
}

/** Length in the high half and distance in the low; 0 when nothing is longer than `best`. */
function longestMatch(input: Uint8Array, words: DataView, first: number, position: number, best: number): number {
  const limit = Math.max(0, position - WINDOW + 1);
  const most = Math.min(LONGEST, input.length - position);
  const nice = Math.min(NICE, most);
  if (best >= most) return 0;
  let left = best >= GOOD ? CHAIN >> 2 : CHAIN;
  let length = best;
  let distance = 0;
  let last = input[position + length]!;
  let beforeLast = input[position + length - 1]!;
  for (let candidate = first; candidate >= limit && left > 0; candidate = chain[candidate & WINDOW_MASK]!, left--) {
    if (input[candidate + length] !== last || input[candidate + length - 1] !== beforeLast) continue;
    const same = commonLength(words, candidate, position, most);
    if (same <= length) continue;
    length = same;
    distance = position - candidate;
    if (same >= nice) break;
    last = input[position + length]!;
    beforeLast = input[position + length - 1]!;
  }
  return distance === 0 ? 0 : (length << 16) | distance;
}

/** RFC 1950, 8.2. The sums are reduced before they outgrow 31 bits. */
function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length;) {
    const to = Math.min(from + 2048, bytes.length);
    for (; from < to; from++) {
      a += bytes[from]!;
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return ((b << 16) | a) >>> 0;
}
