/**
 * Simple-font encodings (ISO 32000-2, 9.6.5 and annex D): from code to glyph name, and between glyph names and Unicode.
 */
import { MAC_ROMAN, STANDARD, SYMBOL, WIN_ANSI, ZAPF_DINGBATS } from './data/encodings.ts';
import { GLYPH_LIST, ZAPF_DINGBATS_LIST } from './data/glyph-list.ts';
import { OLDER_GLYPH_LIST } from './data/older-glyph-list.ts';

/** The predefined encodings of 9.6.5.1 and the built-in ones of the two symbolic standard fonts. */
export type EncodingName =
  | 'StandardEncoding'
  | 'WinAnsiEncoding'
  | 'MacRomanEncoding'
  | 'SymbolEncoding'
  | 'ZapfDingbatsEncoding';

/** Glyph names by code, 0 to 255; undefined for a code without a name. */
export type EncodingTable = readonly (string | undefined)[];

const TABLES: Readonly<Record<EncodingName, EncodingTable>> = {
  StandardEncoding: parseTable(STANDARD),
  WinAnsiEncoding: parseTable(WIN_ANSI),
  MacRomanEncoding: parseTable(MAC_ROMAN),
  SymbolEncoding: parseTable(SYMBOL),
  ZapfDingbatsEncoding: parseTable(ZAPF_DINGBATS),
};

/**
 * These code points share the glyph of another one: no-break space, soft hyphen, and Greek letters that are also signs.
 */
const COMPATIBLE: readonly (readonly [number, string])[] = [
  [0x00a0, 'space'],
  [0x00ad, 'hyphen'],
  [0x02c9, 'macron'],
  [0x0394, 'Delta'],
  [0x03a9, 'Omega'],
  [0x03bc, 'mu'],
  [0x2010, 'hyphen'],
  [0x2011, 'hyphen'],
  [0x2215, 'fraction'],
  [0x2219, 'periodcentered'],
];

const UNICODE_OF_DINGBAT = parsePairs(ZAPF_DINGBATS_LIST);
const UNICODE_OF_GLYPH = new Map([...parsePairs(GLYPH_LIST), ...UNICODE_OF_DINGBAT]);
const GLYPH_OF_UNICODE = invert(UNICODE_OF_GLYPH);
/** Older glyph names that the shorter list lacks, for example Cyrillic ones. */
const OLDER_UNICODE_OF_GLYPH = parsePairs(OLDER_GLYPH_LIST);

export function encodingTable(name: EncodingName): EncodingTable {
  return TABLES[name];
}

/**
 * The table of a predefined encoding by its PDF name; undefined for names such as `Identity-H` or `MacExpertEncoding`.
 */
export function predefinedEncoding(name: string): EncodingTable | undefined {
  if (name === 'WinAnsiEncoding' || name === 'MacRomanEncoding' || name === 'StandardEncoding') return TABLES[name];
  return undefined;
}

export function winAnsiGlyphName(code: number): string | undefined {
  return TABLES.WinAnsiEncoding[code];
}

/**
 * The code point of a glyph name (Adobe Glyph List Specification): listed names, `uniXXXX`, `uXXXX` to `uXXXXXX`, each
 * also with a suffix after a full stop. Undefined for a name of several code points.
 */
export function glyphNameToUnicode(name: string): number | undefined {
  const base = name.split('.', 1)[0] ?? '';
  const listed = UNICODE_OF_GLYPH.get(base) ?? OLDER_UNICODE_OF_GLYPH.get(base);
  if (listed !== undefined) return listed;
  const digits = /^(?:uni([0-9A-F]{4})|u([0-9A-F]{4,6}))$/.exec(base);
  if (digits === null) return undefined;
  const codePoint = Number.parseInt(digits[1] ?? digits[2] ?? '', 16);
  return isScalarValue(codePoint) ? codePoint : undefined;
}

/** Whether the name is one of ZapfDingbats, such as `a192`. In other fonts such a name often contains a code. */
export function isDingbatName(name: string): boolean {
  return UNICODE_OF_DINGBAT.has(name);
}

/** The listed glyph name of a code point. */
export function unicodeToGlyphName(codePoint: number): string | undefined {
  return GLYPH_OF_UNICODE.get(codePoint);
}

/** The name that spells a code point, such as `uni0416` or `u1F600`. */
export function uniformGlyphName(codePoint: number): string {
  const digits = codePoint.toString(16).toUpperCase().padStart(4, '0');
  return codePoint > 0xffff ? `u${digits}` : `uni${digits}`;
}

function isScalarValue(codePoint: number): boolean {
  return codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
}

function parseTable(text: string): EncodingTable {
  const table: (string | undefined)[] = Array.from({ length: 256 }, () => undefined);
  let code = 0;
  for (const word of text.trim().split(/\s+/)) {
    if (/^\d/.test(word)) code = Number(word);
    else table[code++] = word;
  }
  return table;
}

function parsePairs(text: string): ReadonlyMap<string, number> {
  const words = text.trim().split(/\s+/);
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < words.length; at += 2) {
    const codePoints = words[at + 1] ?? '';
    if (!codePoints.includes('_')) pairs.set(words[at] ?? '', Number.parseInt(codePoints, 16));
  }
  return pairs;
}

/** The first of several names of a code point counts. Compatible code points are added after all names. */
function invert(pairs: ReadonlyMap<string, number>): ReadonlyMap<number, string> {
  const inverse = new Map<number, string>();
  for (const [name, codePoint] of pairs) if (!inverse.has(codePoint)) inverse.set(codePoint, name);
  for (const [codePoint, name] of COMPATIBLE) if (!inverse.has(codePoint)) inverse.set(codePoint, name);
  return inverse;
}
