/**
 * The Compact Font Format (Adobe Technical Note 5176) as far as the substitute programs need it: taken apart, changed,
 * put together again. It reads only the programs that come with the engine, never a customer's, so damage is a bug.
 */
import { CFF_STANDARD_STRINGS } from '#engine/fonts/data/cff-strings.ts';

/** The first SID that the font's own String INDEX defines. */
const OWN_STRINGS = 391;
const STANDARD_STRINGS = CFF_STANDARD_STRINGS.trim().split(/\s+/);

const OP_FONT_BBOX = 5;
const OP_CHARSET = 15;
const OP_ENCODING = 16;
const OP_CHAR_STRINGS = 17;
const OP_PRIVATE = 18;
const OP_SUBRS = 19;
const OP_DEFAULT_WIDTH = 20;
const OP_NOMINAL_WIDTH = 21;

/** One operator of a DICT; an escaped operator `12 n` is 1200 + n. */
interface DictEntry {
  readonly operator: number;
  readonly operands: readonly number[];
  /** Operands and operator as written. */
  readonly bytes: Uint8Array;
}

export interface CffProgram {
  readonly name: Uint8Array;
  readonly topDict: readonly DictEntry[];
  readonly strings: readonly Uint8Array[];
  readonly globalSubrs: readonly Uint8Array[];
  readonly privateDict: readonly DictEntry[];
  readonly localSubrs: readonly Uint8Array[];
  /** Names of the glyphs, `.notdef` first. */
  readonly glyphs: readonly string[];
  /** String identifiers of the glyphs' names. */
  readonly sids: readonly number[];
  /** Null for StandardEncoding. */
  readonly encoding: Uint8Array | null;
  readonly charStrings: readonly Uint8Array[];
  readonly defaultWidth: number;
  readonly nominalWidth: number;
  readonly fontBBox: readonly number[];
}

/** Reads the program that begins at the first byte; whatever follows it is not looked at. */
export function parseCff(bytes: Uint8Array): CffProgram {
  const names = readIndex(bytes, bytes[2] ?? 4);
  const tops = readIndex(bytes, names.end);
  const strings = readIndex(bytes, tops.end);
  const globals = readIndex(bytes, strings.end);
  const topDict = readDict(only(tops.items));
  const [privateSize = 0, privateAt = 0] = operandsOf(topDict, OP_PRIVATE);
  const privateDict = readDict(bytes.subarray(privateAt, privateAt + privateSize));
  const [subrsAt] = operandsOf(privateDict, OP_SUBRS);
  const charStrings = readIndex(bytes, operandsOf(topDict, OP_CHAR_STRINGS)[0] ?? 0).items;
  const sids = readCharset(bytes, operandsOf(topDict, OP_CHARSET)[0] ?? 0, charStrings.length);
  const [encodingAt = 0] = operandsOf(topDict, OP_ENCODING);
  return {
    name: only(names.items),
    topDict,
    strings: strings.items,
    globalSubrs: globals.items,
    privateDict,
    localSubrs: subrsAt === undefined ? [] : readIndex(bytes, privateAt + subrsAt).items,
    glyphs: sids.map((sid) => stringOf(sid, strings.items)),
    sids,
    encoding: encodingAt === 0 ? null : readEncoding(bytes, encodingAt),
    charStrings,
    defaultWidth: operandsOf(privateDict, OP_DEFAULT_WIDTH)[0] ?? 0,
    nominalWidth: operandsOf(privateDict, OP_NOMINAL_WIDTH)[0] ?? 0,
    fontBBox: operandsOf(topDict, OP_FONT_BBOX),
  };
}

/** Writes the program anew; the same program always gives the same bytes. */
export function writeCff(program: CffProgram): Uint8Array {
  const head = concat([new Uint8Array([1, 0, 4, 4]), writeIndex([program.name])]);
  const shared = concat([writeIndex(program.strings), writeIndex(program.globalSubrs)]);
  const encoding = program.encoding ?? new Uint8Array();
  const charset = writeCharset(program.sids);
  const charStrings = writeIndex(program.charStrings);
  const localSubrs = program.localSubrs.length === 0 ? new Uint8Array() : writeIndex(program.localSubrs);
  const privateDict = writePrivate(program);
  // Offsets are always written in five bytes, so the length of the Top DICT does not depend on them.
  const topLength = writeIndex([writeTop(program, 0, 0, 0, 0, 0)]).length;
  const charsetAt = head.length + topLength + shared.length;
  const encodingAt = charsetAt + charset.length;
  const charStringsAt = encodingAt + encoding.length;
  const privateAt = charStringsAt + charStrings.length;
  const top = writeTop(program, charsetAt, encodingAt, charStringsAt, privateDict.length, privateAt);
  return concat([head, writeIndex([top]), shared, charset, encoding, charStrings, privateDict, localSubrs]);
}

/** A program of these glyphs, by name and charstring, without hints; the first must be `.notdef`. */
export function newProgram(
  name: string,
  glyphs: ReadonlyMap<string, Uint8Array>,
  fontBBox: readonly number[],
): CffProgram {
  const empty: CffProgram = {
    name: new Uint8Array(Buffer.from(name, 'latin1')),
    topDict: [{ operator: OP_FONT_BBOX, operands: fontBBox, bytes: dictIntegers(fontBBox, OP_FONT_BBOX) }],
    strings: [],
    globalSubrs: [],
    privateDict: [{ operator: OP_DEFAULT_WIDTH, operands: [0], bytes: dictIntegers([0], OP_DEFAULT_WIDTH) }],
    localSubrs: [],
    glyphs: [],
    sids: [],
    encoding: null,
    charStrings: [],
    defaultWidth: 0,
    nominalWidth: 0,
    fontBBox,
  };
  const [[notdef, charString] = ['.notdef', new Uint8Array()], ...others] = glyphs;
  return addGlyphs({ ...empty, glyphs: [notdef], sids: [0], charStrings: [charString] }, new Map(others));
}

/** The program with more glyphs at its end; their names must be new to it. */
export function addGlyphs(program: CffProgram, added: ReadonlyMap<string, Uint8Array>): CffProgram {
  const firstSid = OWN_STRINGS + program.strings.length;
  return {
    ...program,
    strings: [...program.strings, ...[...added.keys()].map((name) => new Uint8Array(Buffer.from(name, 'latin1')))],
    glyphs: [...program.glyphs, ...added.keys()],
    sids: [...program.sids, ...[...added.keys()].map((_, index) => firstSid + index)],
    charStrings: [...program.charStrings, ...added.values()],
  };
}

/** The program with another FontBBox: left, bottom, right, top. */
export function withFontBBox(program: CffProgram, fontBBox: readonly number[]): CffProgram {
  const entry = { operator: OP_FONT_BBOX, operands: fontBBox, bytes: dictIntegers(fontBBox, OP_FONT_BBOX) };
  const topDict = program.topDict.map((old) => (old.operator === OP_FONT_BBOX ? entry : old));
  return { ...program, topDict, fontBBox };
}

/** An Encoding of format 0 for the glyphs in their order; glyphs without a code must come last. */
export function encodingBytes(glyphs: readonly string[], codeOf: ReadonlyMap<string, number>): Uint8Array {
  const codes = glyphs.slice(1).map((glyph) => codeOf.get(glyph));
  const count = codes.findIndex((code) => code === undefined);
  const coded = count === -1 ? codes : codes.slice(0, count);
  if (codes.slice(coded.length).some((code) => code !== undefined)) throw new Error('glyph without a code in between');
  return new Uint8Array([0, coded.length, ...coded.map((code) => code ?? 0)]);
}

function writeTop(
  program: CffProgram,
  charsetAt: number,
  encodingAt: number,
  charStringsAt: number,
  privateSize: number,
  privateAt: number,
): Uint8Array {
  const moved = new Set([OP_CHARSET, OP_ENCODING, OP_CHAR_STRINGS, OP_PRIVATE]);
  return concat([
    ...program.topDict.filter(({ operator }) => !moved.has(operator)).map(({ bytes }) => bytes),
    dictIntegers([charsetAt], OP_CHARSET),
    ...(program.encoding === null ? [] : [dictIntegers([encodingAt], OP_ENCODING)]),
    dictIntegers([charStringsAt], OP_CHAR_STRINGS),
    dictIntegers([privateSize, privateAt], OP_PRIVATE),
  ]);
}

/** The local subroutines follow the Private DICT at once. */
function writePrivate(program: CffProgram): Uint8Array {
  const kept = concat(program.privateDict.filter(({ operator }) => operator !== OP_SUBRS).map(({ bytes }) => bytes));
  if (program.localSubrs.length === 0) return kept;
  const subrsLength = 6;
  return concat([kept, dictIntegers([kept.length + subrsLength], OP_SUBRS)]);
}

/** Encodes integers, each in five bytes, and their operator. */
function dictIntegers(values: readonly number[], operator: number): Uint8Array {
  const numbers = values.flatMap((value) => [29, value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
  return new Uint8Array([...numbers, operator]);
}

function readIndex(bytes: Uint8Array, at: number): { items: Uint8Array[]; end: number } {
  const count = unsigned(bytes, at, 2);
  if (count === 0) return { items: [], end: at + 2 };
  const size = bytes[at + 2] ?? 1;
  const base = at + 3 + (count + 1) * size - 1;
  const offset = (item: number): number => base + unsigned(bytes, at + 3 + item * size, size);
  const items = Array.from({ length: count }, (_, item) => bytes.subarray(offset(item), offset(item + 1)));
  return { items, end: offset(count) };
}

function writeIndex(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return new Uint8Array(2);
  const offsets = [1];
  for (const item of items) offsets.push((offsets.at(-1) ?? 1) + item.length);
  const size = (offsets.at(-1) ?? 1) > 0xffff ? 3 : 2;
  const written = offsets.flatMap((offset) => [offset >>> 16, (offset >>> 8) & 255, offset & 255].slice(3 - size));
  return concat([new Uint8Array([items.length >>> 8, items.length & 255, size, ...written]), ...items]);
}

function readDict(bytes: Uint8Array): DictEntry[] {
  const entries: DictEntry[] = [];
  let operands: number[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte <= 21) {
      const length = byte === 12 ? 2 : 1;
      const operator = byte === 12 ? 1200 + (bytes[at + 1] ?? 0) : byte;
      at += length;
      entries.push({ operator, operands, bytes: bytes.slice(start, at) });
      operands = [];
      start = at;
    } else {
      const { value, length } = readDictNumber(bytes, at);
      operands.push(value);
      at += length;
    }
  }
  return entries;
}

function readDictNumber(bytes: Uint8Array, at: number): { value: number; length: number } {
  const byte = bytes[at] ?? 0;
  if (byte === 28) return { value: (unsigned(bytes, at + 1, 2) << 16) >> 16, length: 3 };
  if (byte === 29) return { value: unsigned(bytes, at + 1, 4) | 0, length: 5 };
  if (byte === 30) return readReal(bytes, at);
  if (byte <= 246) return { value: byte - 139, length: 1 };
  const second = bytes[at + 1] ?? 0;
  if (byte <= 250) return { value: (byte - 247) * 256 + second + 108, length: 2 };
  return { value: -(byte - 251) * 256 - second - 108, length: 2 };
}

/** A real in packed decimal digits, closed by the nibble 15. */
function readReal(bytes: Uint8Array, at: number): { value: number; length: number } {
  const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'];
  let text = '';
  for (let next = at + 1; next < bytes.length; next++) {
    const byte = bytes[next] ?? 0xff;
    text += (digits[byte >> 4] ?? '') + (byte >> 4 === 15 ? '' : (digits[byte & 15] ?? ''));
    if ((byte & 15) === 15 || byte >> 4 === 15) return { value: Number(text), length: next + 1 - at };
  }
  throw new Error('CFF real without an end');
}

function readCharset(bytes: Uint8Array, at: number, glyphCount: number): number[] {
  // The predefined ISOAdobe charset names the glyphs by the standard strings in their order.
  if (at <= 2) return Array.from({ length: glyphCount }, (_, sid) => sid);
  const format = bytes[at] ?? 0;
  const sids = [0];
  for (let next = at + 1; sids.length < glyphCount; next += 2 + format) {
    const first = unsigned(bytes, next, 2);
    const left = format === 0 ? 0 : unsigned(bytes, next + 2, format);
    for (let sid = first; sid <= first + left && sids.length < glyphCount; sid++) sids.push(sid);
  }
  return sids;
}

/** Format 0: one identifier for each glyph but `.notdef`. */
function writeCharset(sids: readonly number[]): Uint8Array {
  return new Uint8Array([0, ...sids.slice(1).flatMap((sid) => [sid >> 8, sid & 255])]);
}

/** An Encoding of format 0, the only one `encodingBytes` writes. */
function readEncoding(bytes: Uint8Array, at: number): Uint8Array {
  if (bytes[at] !== 0) throw new Error('CFF encoding of an unknown format');
  return bytes.slice(at, at + 2 + (bytes[at + 1] ?? 0));
}

function stringOf(sid: number, own: readonly Uint8Array[]): string {
  const standard = STANDARD_STRINGS[sid];
  if (standard !== undefined) return standard;
  return String.fromCharCode(...(own[sid - OWN_STRINGS] ?? []));
}

function operandsOf(dict: readonly DictEntry[], operator: number): readonly number[] {
  return dict.find((entry) => entry.operator === operator)?.operands ?? [];
}

function unsigned(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = 0; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

function only(items: readonly Uint8Array[]): Uint8Array {
  const [item, ...more] = items;
  if (item === undefined || more.length > 0) throw new Error('CFF set of more or less than one font');
  return item;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
