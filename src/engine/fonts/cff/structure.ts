/**
 * The INDEX, the DICT and the charset of the Compact Font Format (Adobe Technical Note 5176). Reading never fails:
 * bytes past the end of the program are 0.
 */
import { CFF_EXPERT_STRINGS, CFF_STANDARD_STRINGS } from '#engine/fonts/data/cff-strings.ts';
import type { ByteReader } from '#engine/fonts/unicode/byte-reader.ts';

/** Appendix A: the strings of the predefined identifiers (SID). */
export const STANDARD_STRINGS: readonly string[] = `${CFF_STANDARD_STRINGS} ${CFF_EXPERT_STRINGS}`.trim().split(/\s+/);

export const OP_CHARSET = 15;
export const OP_ENCODING = 16;
export const OP_CHAR_STRINGS = 17;

export interface Index {
  readonly count: number;
  readonly end: number;
  readonly item: (index: number) => readonly [start: number, end: number];
}

export function readIndex(reader: ByteReader, at: number): Index {
  const count = reader.u16(at);
  if (count === 0) return { count, end: at + 2, item: () => [0, 0] };
  const size = reader.u8(at + 2);
  const base = at + 2 + (count + 1) * size;
  const offset = (item: number): number => base + reader.unsigned(at + 3 + item * size, size);
  return { count, end: offset(count), item: (item) => [offset(item), offset(item + 1)] };
}

/** One operator of a DICT; an escaped operator `12 n` is 1200 + n. */
export interface DictEntry {
  readonly operator: number;
  readonly operands: readonly number[];
  /** The operands and the operator as they are written. */
  readonly bytes: Uint8Array;
}

export function readDict(reader: ByteReader, from: number, to: number): DictEntry[] {
  const entries: DictEntry[] = [];
  let operands: number[] = [];
  let start = from;
  walkDict(reader, from, to, {
    operand: (value) => operands.push(value),
    operator: (operator, end) => {
      entries.push({ operator, operands, bytes: reader.bytes.slice(start, end) });
      operands = [];
      start = end;
    },
  });
  return entries;
}

/**
 * Returns the last operand of each operator. Other operands take no memory, because the program may come from a
 * customer. An operator without operands gets the operand of the operator before it.
 */
export function readLastOperands(reader: ByteReader, from: number, to: number): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  let operand = 0;
  walkDict(reader, from, to, {
    operand: (value) => (operand = value),
    operator: (operator) => last.set(operator, operand),
  });
  return last;
}

interface DictVisitor {
  operand(value: number): unknown;
  operator(operator: number, end: number): unknown;
}

function walkDict(reader: ByteReader, from: number, to: number, visitor: DictVisitor): void {
  for (let at = from; at < Math.min(to, reader.bytes.length);) {
    const byte = reader.u8(at);
    if (byte <= 21) {
      const operator = byte === 12 ? 1200 + reader.u8(at + 1) : byte;
      at += byte === 12 ? 2 : 1;
      visitor.operator(operator, at);
    } else {
      const { value, length } = readNumber(reader, at, byte);
      visitor.operand(value);
      at += length;
    }
  }
}

interface DictNumber {
  readonly value: number;
  readonly length: number;
}

function readNumber(reader: ByteReader, at: number, byte: number): DictNumber {
  if (byte === 28) return { value: reader.i16(at + 1), length: 3 };
  if (byte === 29) return { value: reader.u32(at + 1) | 0, length: 5 };
  if (byte === 30) return readReal(reader, at);
  if (byte <= 246) return { value: byte - 139, length: 1 };
  const second = reader.u8(at + 1);
  if (byte <= 250) return { value: (byte - 247) * 256 + second + 108, length: 2 };
  return { value: -(byte - 251) * 256 - second - 108, length: 2 };
}

const REAL_DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'];
const END_OF_REAL = 15;
const MAX_REAL_DIGITS = 64;

/** A real in packed decimal digits, closed by the nibble 15. A damaged one is 0. */
function readReal(reader: ByteReader, at: number): DictNumber {
  let text = '';
  let next = at + 1;
  for (let isOpen = true; isOpen && next < reader.bytes.length; next++)
    for (const digit of [reader.u8(next) >> 4, reader.u8(next) & 15]) {
      isOpen &&= digit !== END_OF_REAL;
      if (isOpen && text.length < MAX_REAL_DIGITS) text += REAL_DIGITS[digit] ?? '';
    }
  return { value: Number(text) || 0, length: next - at };
}

const ISO_ADOBE = 0;
/** The charsets Expert and ExpertSubset have only names of ornaments. */
const LAST_PREDEFINED = 2;
const LAST_FORMAT = 2;

/** The string identifiers of the names of the glyphs, in the order of the glyphs. A damaged charset gives fewer. */
export function readCharset(reader: ByteReader, at: number, glyphCount: number): readonly number[] {
  if (at === ISO_ADOBE) return Array.from({ length: Math.min(glyphCount, STANDARD_STRINGS.length) }, (_, sid) => sid);
  const format = reader.u8(at);
  if (at <= LAST_PREDEFINED || format > LAST_FORMAT) return [];
  const sids = [0];
  for (let next = at + 1; sids.length < glyphCount && next < reader.bytes.length; next += 2 + format) {
    const first = reader.u16(next);
    const left = format === 0 ? 0 : reader.unsigned(next + 2, format);
    for (let sid = first; sid <= first + left && sids.length < glyphCount; sid++) sids.push(sid);
  }
  return sids;
}
