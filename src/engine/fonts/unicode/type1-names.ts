/**
 * The glyph names of a Type 1 or CFF program, by code and by glyph index. They apply where the font dictionary has none
 * (ISO 32000-2, 9.6.5.2). Any bytes are accepted: a damaged program has no names.
 */
import {
  type Index,
  OP_CHAR_STRINGS,
  OP_CHARSET,
  OP_ENCODING,
  readCharset,
  readIndex,
  readLastOperands,
  STANDARD_STRINGS,
} from '#engine/fonts/cff/structure.ts';
import { type EncodingTable, encodingTable } from '#engine/fonts/encodings.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { ByteReader } from './byte-reader.ts';

export interface ProgramNames {
  /** The names by code; undefined for a program without an encoding. */
  readonly encoding: EncodingTable | undefined;
  /** The name by glyph index; undefined in a CID-keyed program. */
  nameOfGlyph(glyph: number): string | undefined;
}

/** The encoding is in the unencrypted part, before all long data. */
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

const OP_ROS = 1230;

/** Reads a CFF program (Adobe Technical Note 5176). */
export function readCff(bytes: Uint8Array): ProgramNames {
  const reader = new ByteReader(bytes);
  const tops = readIndex(reader, readIndex(reader, reader.u8(2)).end);
  const strings = readIndex(reader, tops.end);
  const [start, end] = tops.item(0);
  const top = readLastOperands(reader, start, end);
  if (top.has(OP_ROS)) return NO_NAMES;
  const glyphCount = readIndex(reader, top.get(OP_CHAR_STRINGS) ?? 0).count;
  const sids = readCharset(reader, top.get(OP_CHARSET) ?? 0, glyphCount);
  const nameOfSid = (sid: number): string | undefined => STANDARD_STRINGS[sid] ?? ownString(reader, strings, sid);
  const nameOfGlyph = (glyph: number): string | undefined => {
    const sid = sids[glyph];
    return sid === undefined ? undefined : nameOfSid(sid);
  };
  return { encoding: readEncoding(reader, top.get(OP_ENCODING) ?? 0, nameOfGlyph, nameOfSid), nameOfGlyph };
}

const MAX_NAME_BYTES = 128;

function ownString(reader: ByteReader, strings: Index, sid: number): string | undefined {
  const index = sid - STANDARD_STRINGS.length;
  if (index >= strings.count) return undefined;
  const [start, end] = strings.item(index);
  return end - start > MAX_NAME_BYTES ? undefined : reader.latin1(start, end);
}

const HAS_SUPPLEMENT = 0x80;

/**
 * Offset 0 is StandardEncoding, and 1 is the expert encoding. Other offsets lead to a table of one of two formats,
 * which may have supplements.
 */
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
  // A supplement adds codes to glyphs by their names.
  const supplement = at + 2 + count * size;
  const supplements = (format & HAS_SUPPLEMENT) === 0 ? 0 : reader.u8(supplement);
  for (let index = 0; index < supplements; index++) {
    const place = supplement + 1 + index * 3;
    encoding[reader.u8(place)] = nameOfSid(reader.u16(place + 1));
  }
  return encoding;
}
