/**
 * Reads, changes and writes the parts of the Compact Font Format (Adobe Technical Note 5176) that the substitute
 * programs use. It reads only programs that come with the engine and never those of a customer, so damage is a bug.
 */
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import { ByteReader } from '#engine/fonts/unicode/byte-reader.ts';
import {
  type DictEntry,
  type Index,
  OP_CHAR_STRINGS,
  OP_CHARSET,
  OP_ENCODING,
  readCharset,
  readDict,
  readIndex,
  STANDARD_STRINGS,
} from './structure.ts';

const OP_FONT_BBOX = 5;
const OP_PRIVATE = 18;
const OP_SUBRS = 19;
const OP_DEFAULT_WIDTH = 20;
const OP_NOMINAL_WIDTH = 21;

export interface CffProgram {
  readonly name: Uint8Array;
  readonly topDict: readonly DictEntry[];
  readonly strings: readonly Uint8Array[];
  readonly globalSubrs: readonly Uint8Array[];
  readonly privateDict: readonly DictEntry[];
  readonly localSubrs: readonly Uint8Array[];
  /** The names of the glyphs, `.notdef` first. */
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

/** Reads the program that starts at the first byte. The data after it are ignored. */
export function parseCff(bytes: Uint8Array): CffProgram {
  const reader = new ByteReader(bytes);
  const itemsOf = ({ count, item }: Index) =>
    Array.from({ length: count }, (_, index) => bytes.subarray(...item(index)));
  const names = readIndex(reader, bytes[2] ?? 4);
  const tops = readIndex(reader, names.end);
  const stringIndex = readIndex(reader, tops.end);
  const strings = itemsOf(stringIndex);
  only(itemsOf(tops));
  const topDict = readDict(reader, ...tops.item(0));
  const [privateSize = 0, privateAt = 0] = operandsOf(topDict, OP_PRIVATE);
  const privateDict = readDict(reader, privateAt, privateAt + privateSize);
  const [subrsAt] = operandsOf(privateDict, OP_SUBRS);
  const charStrings = itemsOf(readIndex(reader, operandsOf(topDict, OP_CHAR_STRINGS)[0] ?? 0));
  const sids = readCharset(reader, operandsOf(topDict, OP_CHARSET)[0] ?? 0, charStrings.length);
  const [encodingAt = 0] = operandsOf(topDict, OP_ENCODING);
  return {
    name: only(itemsOf(names)),
    topDict,
    strings,
    globalSubrs: itemsOf(readIndex(reader, stringIndex.end)),
    privateDict,
    localSubrs: subrsAt === undefined ? [] : itemsOf(readIndex(reader, privateAt + subrsAt)),
    glyphs: sids.map((sid) => stringOf(sid, strings)),
    sids,
    encoding: encodingAt === 0 ? null : readEncoding(bytes, encodingAt),
    charStrings,
    defaultWidth: operandsOf(privateDict, OP_DEFAULT_WIDTH)[0] ?? 0,
    nominalWidth: operandsOf(privateDict, OP_NOMINAL_WIDTH)[0] ?? 0,
    fontBBox: operandsOf(topDict, OP_FONT_BBOX),
  };
}

/** Writes the program anew. Equal programs give equal bytes. */
export function writeCff(program: CffProgram): Uint8Array {
  const head = concat([new Uint8Array([1, 0, 4, 4]), writeIndex([program.name])]);
  const shared = concat([writeIndex(program.strings), writeIndex(program.globalSubrs)]);
  const encoding = program.encoding ?? new Uint8Array();
  const charset = writeCharset(program.sids);
  const charStrings = writeIndex(program.charStrings);
  const localSubrs = program.localSubrs.length === 0 ? new Uint8Array() : writeIndex(program.localSubrs);
  const privateDict = writePrivate(program);
  // Offsets always take five bytes, so the length of the Top DICT does not depend on them.
  const topLength = writeIndex([writeTop(program, 0, 0, 0, 0, 0)]).length;
  const charsetAt = head.length + topLength + shared.length;
  const encodingAt = charsetAt + charset.length;
  const charStringsAt = encodingAt + encoding.length;
  const privateAt = charStringsAt + charStrings.length;
  const top = writeTop(program, charsetAt, encodingAt, charStringsAt, privateDict.length, privateAt);
  return concat([head, writeIndex([top]), shared, charset, encoding, charStrings, privateDict, localSubrs]);
}

/** A program with these glyphs, by name and charstring, without hints. The first one must be `.notdef`. */
export function newProgram(
  name: string,
  glyphs: ReadonlyMap<string, Uint8Array>,
  fontBBox: readonly number[],
): CffProgram {
  const empty: CffProgram = {
    name: fromLatin1(name),
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

/** The program with more glyphs at its end. Their names must be new. */
export function addGlyphs(program: CffProgram, added: ReadonlyMap<string, Uint8Array>): CffProgram {
  const firstSid = STANDARD_STRINGS.length + program.strings.length;
  return {
    ...program,
    strings: [...program.strings, ...[...added.keys()].map((name) => fromLatin1(name))],
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

/** An Encoding of format 0 for the glyphs in their order. Glyphs without a code must come last. */
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

/** The local subroutines directly follow the Private DICT. */
function writePrivate(program: CffProgram): Uint8Array {
  const kept = concat(program.privateDict.filter(({ operator }) => operator !== OP_SUBRS).map(({ bytes }) => bytes));
  if (program.localSubrs.length === 0) return kept;
  const subrsLength = 6;
  return concat([kept, dictIntegers([kept.length + subrsLength], OP_SUBRS)]);
}

/** Encodes integers in five bytes each, and their operator. */
function dictIntegers(values: readonly number[], operator: number): Uint8Array {
  const numbers = values.flatMap((value) => [29, value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
  return new Uint8Array([...numbers, operator]);
}

function writeIndex(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return new Uint8Array(2);
  const offsets = [1];
  for (const item of items) offsets.push((offsets.at(-1) ?? 1) + item.length);
  const size = (offsets.at(-1) ?? 1) > 0xffff ? 3 : 2;
  const written = offsets.flatMap((offset) => [offset >>> 16, (offset >>> 8) & 255, offset & 255].slice(3 - size));
  return concat([new Uint8Array([items.length >>> 8, items.length & 255, size, ...written]), ...items]);
}

/** Format 0: one identifier for each glyph except `.notdef`. */
function writeCharset(sids: readonly number[]): Uint8Array {
  return new Uint8Array([0, ...sids.slice(1).flatMap((sid) => [sid >> 8, sid & 255])]);
}

/** An Encoding of format 0, the only format that `encodingBytes` writes. */
function readEncoding(bytes: Uint8Array, at: number): Uint8Array {
  if (bytes[at] !== 0) throw new Error('CFF encoding of an unknown format');
  return bytes.slice(at, at + 2 + (bytes[at + 1] ?? 0));
}

function stringOf(sid: number, own: readonly Uint8Array[]): string {
  return STANDARD_STRINGS[sid] ?? String.fromCharCode(...(own[sid - STANDARD_STRINGS.length] ?? []));
}

function operandsOf(dict: readonly DictEntry[], operator: number): readonly number[] {
  return dict.find((entry) => entry.operator === operator)?.operands ?? [];
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
