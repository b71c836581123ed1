/**
 * Finds the subset tags (ISO 32000-2, 9.9.2) in the names inside of a font program and writes other tags in their
 * place. A tag always has six letters, so no offset of the program changes.
 */
import { createHash, viewOf } from '#platform';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import {
  type Index,
  OP_CHAR_STRINGS,
  OP_CHARSET,
  OP_ENCODING,
  readIndex,
  readLastOperands,
  STANDARD_STRINGS,
} from './cff/structure.ts';
import { ByteReader } from './unicode/byte-reader.ts';

/** The first letter of a tag, and the distance to the next one: 2 in UTF-16. */
interface Place {
  readonly at: number;
  readonly step: 1 | 2;
}

const BLANK = 'AAAAAA';
const LETTERS = 26;
const TAGS = LETTERS ** BLANK.length;
const TAG = /(?<![A-Za-z0-9])(?:[A-Z]{6}|(?:\0[A-Z]){6}\0)\+/g;
/** Tags stand at the start, and names of fonts are shorter than this. */
const MAX_NAME_BYTES = 256;

/**
 * Returns the tag that follows from the content of the program, and the program with this tag. A damaged program, whose
 * names move when the letters change, stays unchanged.
 */
export function withOwnTag(bytes: Uint8Array): { tag: string; bytes: Uint8Array } {
  const places = placesIn(bytes);
  if (places.length === 0) return { tag: tagOf(bytes), bytes };
  const changed = new Uint8Array(bytes);
  if (!writeTag(changed, places, BLANK)) return { tag: tagOf(bytes), bytes };
  const tag = tagOf(changed);
  return { tag, bytes: writeTag(changed, places, tag) ? changed : bytes };
}

function tagOf(bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest();
  let tag = '';
  const start = digest.subarray(0, 6).reduce((number, byte) => number * 256 + byte, 0);
  for (let left = start % TAGS; tag.length < BLANK.length; left = Math.floor(left / LETTERS))
    tag += String.fromCharCode(0x41 + (left % LETTERS));
  return tag;
}

/** Returns whether the program still has its names in the same places. */
function writeTag(program: Uint8Array, places: readonly Place[], tag: string): boolean {
  for (const { at, step } of places)
    for (let index = 0; index < tag.length; index++) program[at + index * step] = tag.charCodeAt(index);
  if (isSfnt(program)) correctChecksums(program);
  const after = placesIn(program);
  return after.length === places.length && after.every(({ at }, index) => at === places[index]?.at);
}

function placesIn(bytes: Uint8Array): Place[] {
  if (isSfnt(bytes)) return placesInSfnt(bytes);
  return bytes[0] === 1 && bytes[1] === 0 ? placesInCff(bytes) : placesInType1(bytes);
}

function placesBetween(bytes: Uint8Array, start: number, end: number): Place[] {
  const text = latin1(bytes, start, Math.min(end, start + MAX_NAME_BYTES, bytes.length));
  return Array.from(text.matchAll(TAG), ({ index, 0: [first] }) =>
    first === '\0' ? { at: start + index + 1, step: 2 } : { at: start + index, step: 1 },
  );
}

/** The names come before all long data. */
const MAX_CLEAR_BYTES = 64 * 1024;
const TYPE1_NAME =
  /(?:%!(?:PS-AdobeFont|FontType1)-[\d.]+: ?|\/FontName\s*\/|\/(?:FullName|FamilyName)\s*\()[A-Z]{6}\+/g;

/** Type 1 font format, 2.2: the names are in the unencrypted part. */
function placesInType1(bytes: Uint8Array): Place[] {
  const end = viewOf(bytes).indexOf('eexec');
  if (end < 0) return [];
  return Array.from(latin1(bytes, 0, Math.min(end, MAX_CLEAR_BYTES)).matchAll(TYPE1_NAME), ({ index, 0: name }) => ({
    at: index + name.length - BLANK.length - 1,
    step: 1,
  }));
}

/** Table 9: FullName, FamilyName, BaseFontName and FontName. */
const NAME_OPERATORS: readonly number[] = [2, 3, 1222, 1238];
/** Table 9: the last three are Private, FDArray and FDSelect. */
const OFFSET_OPERATORS: readonly number[] = [OP_CHARSET, OP_ENCODING, OP_CHAR_STRINGS, 18, 1236, 1237];
const OP_FD_ARRAY = 1236;
const LAST_PREDEFINED = 2;
const MAX_FONT_DICTS = 256;
/** The DICTs of a damaged program may overlap, and each is read, so their size is limited. */
const MAX_DICT_BYTES = 1024;

/** Technical Note 5176: the Name INDEX, and the strings that the Top DICT and the Font DICTs use as names. */
function placesInCff(bytes: Uint8Array): Place[] {
  const reader = new ByteReader(bytes);
  const names = readIndex(reader, reader.u8(2));
  const tops = readIndex(reader, names.end);
  const strings = readIndex(reader, tops.end);
  const top = readDict(bytes, tops.item(0));
  const offsets = OFFSET_OPERATORS.map((operator) => top.get(operator) ?? 0);
  // Names that overlap other data are not names.
  if (names.count === 0 || strings.end > bytes.length) return [];
  if (offsets.some((offset) => offset > LAST_PREDEFINED && offset < strings.end)) return [];
  const dicts = [top];
  const array = top.get(OP_FD_ARRAY);
  if (array !== undefined) {
    const fonts = readIndex(reader, array);
    for (let font = 0; font < Math.min(fonts.count, MAX_FONT_DICTS); font++)
      dicts.push(readDict(bytes, fonts.item(font)));
  }
  const sids = new Set(dicts.flatMap((dict) => NAME_OPERATORS.map((operator) => dict.get(operator) ?? 0)));
  const own = [...sids].map((sid) => sid - STANDARD_STRINGS.length).filter((item) => item >= 0 && item < strings.count);
  return [placesInItem(bytes, names, 0), ...own.map((item) => placesInItem(bytes, strings, item))].flat();
}

function readDict(bytes: Uint8Array, [start, end]: readonly [number, number]): ReadonlyMap<number, number> {
  const dict = bytes.subarray(start, Math.min(end, start + MAX_DICT_BYTES));
  return readLastOperands(new ByteReader(dict), 0, dict.length);
}

function placesInItem(bytes: Uint8Array, index: Index, item: number): Place[] {
  const [start, end] = index.item(item);
  return end > index.end || start < index.item(0)[0] ? [] : placesBetween(bytes, start, end);
}

interface Table {
  /** The position of the table's entry in the directory. */
  readonly entry: number;
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

const SFNT_VERSIONS: readonly string[] = ['\0\x01\0\0', 'OTTO', 'true'];
const SFNT_HEADER_BYTES = 12;
const ENTRY_BYTES = 16;
const MAX_TABLES = 256;
const NAMED_TABLES: readonly string[] = ['CFF ', 'name'];

function isSfnt(bytes: Uint8Array): boolean {
  return SFNT_VERSIONS.includes(latin1(bytes, 0, Math.min(4, bytes.length)));
}

/** The tables that overlap neither each other nor the directory. */
function readTables(reader: ByteReader): Table[] {
  const count = reader.u16(4);
  if (count > MAX_TABLES) return [];
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = SFNT_HEADER_BYTES + ENTRY_BYTES * index;
    const start = reader.u32(entry + 8);
    return { entry, tag: reader.latin1(entry, entry + 4), start, end: start + reader.u32(entry + 12) };
  });
  const inOrder = tables.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start);
  let free = SFNT_HEADER_BYTES + ENTRY_BYTES * count;
  return inOrder.filter(({ start, end }, index) => {
    const isFree = start >= free && end <= (inOrder[index + 1]?.start ?? reader.bytes.length);
    free = Math.max(free, end);
    return isFree;
  });
}

function placesInSfnt(bytes: Uint8Array): Place[] {
  return readTables(new ByteReader(bytes)).flatMap(({ tag, start, end }) => {
    if (!NAMED_TABLES.includes(tag)) return [];
    const table = bytes.subarray(start, end);
    const places = tag === 'name' ? placesInNames(table) : placesInCff(table);
    return places.map(({ at, step }) => ({ at: start + at, step }));
  });
}

const NAME_HEADER_BYTES = 6;
const RECORD_BYTES = 12;
const MAX_RECORDS = 1024;
/** OpenType, `name`: family, unique identifier, full name, PostScript name. */
const NAME_IDS: readonly number[] = [1, 3, 4, 6];

function placesInNames(table: Uint8Array): Place[] {
  const reader = new ByteReader(table);
  const count = Math.min(MAX_RECORDS, reader.u16(2));
  const storage = reader.u16(4);
  if (storage < NAME_HEADER_BYTES + RECORD_BYTES * reader.u16(2)) return [];
  return Array.from({ length: count }, (_, index) => NAME_HEADER_BYTES + RECORD_BYTES * index).flatMap((record) => {
    if (!NAME_IDS.includes(reader.u16(record + 6))) return [];
    const start = storage + reader.u16(record + 10);
    return placesBetween(table, start, start + reader.u16(record + 8));
  });
}

/** OpenType, `head`: this constant minus the sum of the whole program, in which the entry counts as 0. */
const WHOLE_SUM = 0xb1b0afba;
const ADJUSTMENT_AT = 8;

function correctChecksums(bytes: Uint8Array): void {
  const tables = readTables(new ByteReader(bytes));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const { tag, entry, start, end } of tables)
    if (NAMED_TABLES.includes(tag)) view.setUint32(entry + 4, sumOf(bytes.subarray(start, end)));
  const head = tables.find(({ tag, start, end }) => tag === 'head' && end - start >= ADJUSTMENT_AT + 4);
  if (head === undefined) return;
  view.setUint32(head.start + ADJUSTMENT_AT, 0);
  view.setUint32(head.start + ADJUSTMENT_AT, WHOLE_SUM - sumOf(bytes));
}

/** The sum of the words. Zeros complete the last word. */
function sumOf(view: Uint8Array): number {
  const words = new DataView(view.buffer, view.byteOffset, view.length);
  const whole = view.length - (view.length % 4);
  let sum = 0;
  for (let at = 0; at < whole; at += 4) sum = (sum + words.getUint32(at)) | 0;
  const rest = new Uint8Array(4);
  rest.set(view.subarray(whole));
  return (sum + new DataView(rest.buffer).getUint32(0)) >>> 0;
}
