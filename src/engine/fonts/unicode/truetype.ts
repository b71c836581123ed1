/**
 * Reads the texts of glyphs from a TrueType program: tables `cmap` and `post` (ISO/IEC 14496-22, 5.2.1 and 5.2.8). It
 * accepts any bytes: a damaged table has no glyphs.
 */
import type { Budget } from '#engine/pdf/budget.ts';
import { ByteReader } from './byte-reader.ts';
import { MACINTOSH_GLYPHS } from './macintosh-glyphs.ts';
import { textOfGlyphName } from './glyph-names.ts';

const MAX_TABLES = 256;
const MAX_SUBTABLES = 64;
const MAX_GLYPH = 0xffff;
/** The codes of symbol fonts are in one of these blocks. */
const SYMBOL_BLOCKS = [0xf000, 0, 0xf100, 0xf200];

export interface TrueTypeNames {
  /** The glyph of a one-byte code in a symbolic font (ISO 32000-2, 9.6.5.4); 0 if there is none. */
  glyphOfCode(code: number): number;
  /** The text of a glyph: the lowest code point that selects it, or its name. */
  textOfGlyph(glyph: number): string | undefined;
}

type Selection = ReadonlyMap<number, number>;

export function readTrueType(bytes: Uint8Array, budget: Budget): TrueTypeNames {
  const reader = new ByteReader(bytes);
  const tables = readTables(reader);
  const subtables = readSubtables(reader, tables.get('cmap'));
  const subtable = (platform: number, ...encodings: number[]): Selection | undefined => {
    const found = subtables.find((table) => table.platform === platform && encodings.includes(table.encoding));
    return found && readSelection(reader, found.offset, budget);
  };
  const unicode = invert(subtable(3, 10) ?? subtable(3, 1) ?? subtable(0, 3, 4, 6, 2, 1, 0) ?? new Map());
  const symbols = subtable(3, 0);
  const macintosh = subtable(1, 0);
  const names = readGlyphNames(reader, tables.get('post'));
  return {
    glyphOfCode(code) {
      for (const block of SYMBOL_BLOCKS) {
        const glyph = symbols?.get(block + code);
        if (glyph !== undefined && glyph !== 0) return glyph;
      }
      return macintosh?.get(code) ?? 0;
    },
    textOfGlyph(glyph) {
      const codePoint = unicode.get(glyph);
      return codePoint === undefined ? textOfGlyphName(names(glyph) ?? '') : String.fromCodePoint(codePoint);
    },
  };
}

interface Table {
  readonly offset: number;
  readonly length: number;
}

function readTables(reader: ByteReader): Map<string, Table> {
  const tables = new Map<string, Table>();
  const start = reader.latin1(0, 4) === 'ttcf' ? reader.u32(12) : 0;
  for (let index = 0; index < Math.min(MAX_TABLES, reader.u16(start + 4)); index++) {
    const at = start + 12 + 16 * index;
    tables.set(reader.latin1(at, at + 4), { offset: reader.u32(at + 8), length: reader.u32(at + 12) });
  }
  return tables;
}

interface Subtable {
  readonly platform: number;
  readonly encoding: number;
  readonly offset: number;
}

function readSubtables(reader: ByteReader, table: Table | undefined): Subtable[] {
  if (!table) return [];
  const count = Math.min(MAX_SUBTABLES, reader.u16(table.offset + 2));
  return Array.from({ length: count }, (_, index) => {
    const at = table.offset + 4 + 8 * index;
    return { platform: reader.u16(at), encoding: reader.u16(at + 2), offset: table.offset + reader.u32(at + 4) };
  });
}

/** The glyphs by code point or code, from the formats in use: 0, 4, 6 and 12. */
function readSelection(reader: ByteReader, at: number, budget: Budget): Selection {
  const glyphs = new Map<number, number>();
  const set = (code: number, glyph: number): void => {
    if (glyph !== 0 && glyph <= MAX_GLYPH && code <= 0x10ffff) glyphs.set(code, glyph);
  };
  const format = reader.u16(at);
  budget.spend('cmapEntries');
  if (format === 0) for (let code = 0; code < 256; code++) set(code, reader.u8(at + 6 + code));
  if (format === 4) readSegments(reader, at, budget, set);
  if (format === 6) {
    const [first, count] = [reader.u16(at + 6), reader.u16(at + 8)];
    budget.spend('cmapEntries', count);
    for (let index = 0; index < count; index++) set(first + index, reader.u16(at + 10 + 2 * index));
  }
  if (format === 12) readGroups(reader, at, budget, set);
  return glyphs;
}

function readSegments(
  reader: ByteReader,
  at: number,
  budget: Budget,
  set: (code: number, glyph: number) => void,
): void {
  const size = reader.u16(at + 6);
  for (let segment = 0; segment < size; segment += 2) {
    const last = reader.u16(at + 14 + segment);
    const first = reader.u16(at + 16 + size + segment);
    const delta = reader.u16(at + 16 + 2 * size + segment);
    const rangeAt = at + 16 + 3 * size + segment;
    const range = reader.u16(rangeAt);
    if (last < first || first === 0xffff) continue;
    budget.spend('cmapEntries', last - first + 1);
    for (let code = first; code <= last; code++) {
      const glyph = range === 0 ? code : reader.u16(rangeAt + range + 2 * (code - first));
      if (range === 0 || glyph !== 0) set(code, (glyph + delta) & 0xffff);
    }
  }
}

function readGroups(reader: ByteReader, at: number, budget: Budget, set: (code: number, glyph: number) => void): void {
  const count = Math.min(reader.u32(at + 12), Math.ceil(reader.bytes.length / 12));
  for (let group = 0; group < count; group++) {
    const [first, last] = [reader.u32(at + 16 + 12 * group), reader.u32(at + 20 + 12 * group)];
    const glyph = reader.u32(at + 24 + 12 * group);
    if (last < first || last - first > MAX_GLYPH) continue;
    budget.spend('cmapEntries', last - first + 1);
    for (let code = first; code <= last; code++) set(code, glyph + code - first);
  }
}

/**
 * The lowest code point of each glyph. A lone surrogate is no code point, and the codes of symbol fonts define no text.
 */
function invert(selection: Selection): ReadonlyMap<number, number> {
  const codePoints = new Map<number, number>();
  for (const [codePoint, glyph] of selection) {
    if (isSurrogate(codePoint) || isSymbolCode(codePoint)) continue;
    codePoints.set(glyph, Math.min(codePoint, codePoints.get(glyph) ?? Infinity));
  }
  return codePoints;
}

function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}

function isSymbolCode(codePoint: number): boolean {
  return codePoint >= 0xf000 && codePoint <= 0xf0ff;
}

/** Format 1 has the standard names. Format 2 has an index and names of its own. */
function readGlyphNames(reader: ByteReader, table: Table | undefined): (glyph: number) => string | undefined {
  const format = table && reader.u32(table.offset);
  if (table === undefined || (format !== 0x10000 && format !== 0x20000)) return () => undefined;
  if (format === 0x10000) return (glyph) => MACINTOSH_GLYPHS[glyph];
  const count = reader.u16(table.offset + 32);
  const end = Math.min(table.offset + table.length, reader.bytes.length);
  const own: string[] = [];
  for (let at = table.offset + 34 + 2 * count; at < end && own.length <= MAX_GLYPH; at += 1 + reader.u8(at))
    own.push(reader.latin1(at + 1, at + 1 + reader.u8(at)));
  return (glyph) => {
    if (glyph >= count) return undefined;
    const index = reader.u16(table.offset + 34 + 2 * glyph);
    return index < MACINTOSH_GLYPHS.length ? MACINTOSH_GLYPHS[index] : own[index - MACINTOSH_GLYPHS.length];
  };
}
