/**
 * The glyph names of a Type 1 or CFF program, by code and by glyph index: what the program itself says where the font
 * dictionary does not (ISO 32000-2, 9.6.5.2). Total: what is damaged has no names.
 */
import { CFF_EXPERT_STRINGS, CFF_STANDARD_STRINGS } from '#engine/fonts/data/cff-strings.ts';
import { type EncodingTable, encodingTable } from '#engine/fonts/encodings.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { ByteReader } from './byte-reader.ts';

export interface ProgramNames {
  /** By code; undefined for a program without an encoding. */
  readonly encoding: EncodingTable | undefined;
  /** By glyph index; of a CID-keyed program undefined. */
  nameOfGlyph(glyph: number): string | undefined;
}

/** The encoding stands in the part that is not encrypted, before everything long. */
const MAX_CLEAR_BYTES = 64 * 1024;
const NO_NAMES: ProgramNames = { encoding: undefined, nameOfGlyph: () => undefined };

/** Reads a Type 1 program (Adobe Type 1 Font Format, 2.2): `dup 65 /A put`, or StandardEncoding. */
export function readType1(bytes: Uint8Array): ProgramNames {
  const text = latin1(bytes, 0, Math.min(bytes.length, MAX_CLEAR_BYTES));
  const start = text.indexOf('/Encoding');
  if (start < 0) return NO_NAMES;
  const end = text.indexOf('eexec', start);
  const section = text.slice(start, end < 0 ? undefined : end);
  if (/^\/Encoding\s+StandardEncoding\b/.test(section))
    return { ...NO_NAMES, encoding: encodingTable('StandardEncoding') };
  const encoding: (string | undefined)[] = Array.from({ length: 256 }, () => undefined);
  for (const [, code = '', name = ''] of section.matchAll(/\bdup\s+(\d+|8#[0-7]+)\s*\/([^\s/()<>[\]{}%]+)\s+put\b/g)) {
    const value = code.startsWith('8#') ? Number.parseInt(code.slice(2), 8) : Number(code);
    if (value < 256) encoding[value] = name;
  }
  return { ...NO_NAMES, encoding };
}

const OP_CHARSET = 15;
const OP_ENCODING = 16;
const OP_CHAR_STRINGS = 17;
const OP_ROS = 1230;

const STANDARD_STRINGS = `${CFF_STANDARD_STRINGS} ${CFF_EXPERT_STRINGS}`.trim().split(/\s+/);
/** The charsets Expert and ExpertSubset have names of ornaments alone. */
const ISO_ADOBE = 0;
const LAST_PREDEFINED = 2;

/** Reads a CFF program (Adobe Technical Note 5176). */
export function readCff(bytes: Uint8Array): ProgramNames {
  const reader = new ByteReader(bytes);
  const tops = readCffIndex(reader, readCffIndex(reader, reader.u8(2)).end);
  const strings = readCffIndex(reader, tops.end);
  const [start, end] = tops.item(0);
  const top = readCffDict(reader, start, end);
  if (top.has(OP_ROS)) return NO_NAMES;
  const glyphCount = readCffIndex(reader, top.get(OP_CHAR_STRINGS) ?? 0).count;
  const sids = readCharset(reader, top.get(OP_CHARSET) ?? 0, glyphCount);
  const nameOfSid = (sid: number): string | undefined => STANDARD_STRINGS[sid] ?? ownString(reader, strings, sid);
  const nameOfGlyph = (glyph: number): string | undefined => {
    const sid = sids[glyph];
    return sid === undefined ? undefined : nameOfSid(sid);
  };
  return { encoding: readEncoding(reader, top.get(OP_ENCODING) ?? 0, nameOfGlyph, nameOfSid), nameOfGlyph };
}

export interface Index {
  readonly count: number;
  readonly end: number;
  item(index: number): readonly [start: number, end: number];
}

export function readCffIndex(reader: ByteReader, at: number): Index {
  const count = reader.u16(at);
  if (count === 0) return { count, end: at + 2, item: () => [0, 0] };
  const size = reader.u8(at + 2);
  const base = at + 2 + (count + 1) * size;
  const offset = (item: number): number => base + reader.unsigned(at + 3 + item * size, size);
  return { count, end: offset(count), item: (item) => [offset(item), offset(item + 1)] };
}

const MAX_NAME_BYTES = 128;

function ownString(reader: ByteReader, strings: Index, sid: number): string | undefined {
  const index = sid - STANDARD_STRINGS.length;
  if (index >= strings.count) return undefined;
  const [start, end] = strings.item(index);
  return end - start > MAX_NAME_BYTES ? undefined : reader.latin1(start, end);
}

/** The last operand of each operator; an escaped operator `12 n` is 1200 + n. */
export function readCffDict(reader: ByteReader, start: number, end: number): ReadonlyMap<number, number> {
  const entries = new Map<number, number>();
  let operand = 0;
  for (let at = start; at < Math.min(end, reader.bytes.length);) {
    const byte = reader.u8(at);
    if (byte <= 21) {
      entries.set(byte === 12 ? 1200 + reader.u8(at + 1) : byte, operand);
      at += byte === 12 ? 2 : 1;
    } else {
      operand = dictInteger(reader, at, byte);
      at += dictLength(reader, at, byte);
    }
  }
  return entries;
}

function dictInteger(reader: ByteReader, at: number, byte: number): number {
  if (byte === 28) return reader.i16(at + 1);
  if (byte === 29) return reader.u32(at + 1);
  if (byte <= 246) return byte - 139;
  return byte <= 250 ? (byte - 247) * 256 + reader.u8(at + 1) + 108 : -(byte - 251) * 256 - reader.u8(at + 1) - 108;
}

function dictLength(reader: ByteReader, at: number, byte: number): number {
  if (byte === 28) return 3;
  if (byte === 29) return 5;
  if (byte !== 30) return byte <= 246 ? 1 : 2;
  let end = at + 1;
  while (end < reader.bytes.length && (reader.u8(end) & 15) !== 15 && reader.u8(end) >> 4 !== 15) end++;
  return end + 1 - at;
}

function readCharset(reader: ByteReader, at: number, glyphCount: number): readonly number[] {
  if (at === ISO_ADOBE) return Array.from({ length: Math.min(glyphCount, STANDARD_STRINGS.length) }, (_, sid) => sid);
  const format = reader.u8(at);
  if (at <= LAST_PREDEFINED || format > 2) return [];
  const sids = [0];
  for (let next = at + 1; sids.length < glyphCount && next < reader.bytes.length; next += 2 + format) {
    const first = reader.u16(next);
    const left = format === 0 ? 0 : reader.unsigned(next + 2, format);
    for (let sid = first; sid <= first + left && sids.length < glyphCount; sid++) sids.push(sid);
  }
  return sids;
}

const HAS_SUPPLEMENT = 0x80;

/** Offset 0 is StandardEncoding, 1 the expert one; others are tables of one of two formats, with supplements or not. */
function readEncoding(
  reader: ByteReader,
  at: number,
  nameOfGlyph: (glyph: number) => string | undefined,
  nameOfSid: (sid: number) => string | undefined,
): EncodingTable | undefined {
  if (at === 0) return encodingTable('StandardEncoding');
  if (at === 1) return undefined;
  const encoding: (string | undefined)[] = Array.from({ length: 256 }, () => undefined);
  const format = reader.u8(at);
  const ranged = (format & 0x7f) === 1;
  const size = ranged ? 2 : 1;
  const count = reader.u8(at + 1);
  let glyph = 1;
  for (let index = 0; index < count; index++) {
    const place = at + 2 + index * size;
    const left = ranged ? reader.u8(place + 1) : 0;
    for (let code = reader.u8(place); code <= reader.u8(place) + left; code++)
      encoding[code & 255] = nameOfGlyph(glyph++);
  }
  // A supplement gives more codes to glyphs that have one, by their names.
  const supplement = at + 2 + count * size;
  const supplements = (format & HAS_SUPPLEMENT) === 0 ? 0 : reader.u8(supplement);
  for (let index = 0; index < supplements; index++) {
    const place = supplement + 1 + index * 3;
    encoding[reader.u8(place)] = nameOfSid(reader.u16(place + 1));
  }
  return encoding;
}
