/** Text and widths of simple fonts, whose codes are single bytes (ISO 32000-2, 9.6). */
import { type EncodingTable, encodingTable, predefinedEncoding } from '#engine/fonts/encodings.ts';
import { differencesIn } from '#engine/fonts/font-dict.ts';
import { standardFontOf, standardWidths } from '#engine/fonts/standard-metrics.ts';
import { Dict, Name, type PdfObject, toNumber } from '#engine/pdf/syntax/objects.ts';
import { type FontReader, textOfUnknown } from './font-reader.ts';
import { isDingbatFont, textOfGlyphName } from './glyph-names.ts';
import { type TextFont, type TextGlyph, unitOf } from './text-glyph.ts';

const CODES = 256;
const SPACE = 32;
/** A flag of font descriptors (9.8.2). */
const SYMBOLIC = 4;
/** A letter takes about half an em. */
const LETTERS_PER_EM = 2;

const NO_NAMES: EncodingTable = [];

export function simpleFont(reader: FontReader, font: Dict): TextFont {
  const names = glyphNames(reader, font);
  const textOf = textReader(reader, font, names);
  const widthOf = widthReader(reader, font, names);
  const scale = font.name('Subtype') === 'Type3' ? 1000 * Math.abs(type3Scale(reader, font)) : 1;
  const glyphs = Array<TextGlyph | undefined>(CODES).fill(undefined);
  const read = (code: number): TextGlyph => {
    const told = textOf(code);
    const text = told ?? textOfUnknown(code);
    const glyph = {
      text,
      unit: unitOf(text),
      isTold: told !== undefined,
      advance: widthOf(code) * scale,
      length: 1,
      isSpace: code === SPACE,
    };
    glyphs[code] = glyph;
    return glyph;
  };
  return {
    isVertical: false,
    em: font.name('Subtype') === 'Type3' ? type3Em(reader, font, scale) : 1,
    glyphAt(bytes, at) {
      const code = bytes[at] ?? 0;
      return glyphs[code] ?? read(code);
    },
  };
}

/** The text comes from ToUnicode, else from the name of the glyph, else from an embedded TrueType program. */
function textReader(reader: FontReader, font: Dict, names: EncodingTable): (code: number) => string | undefined {
  const toUnicode = reader.toUnicode(font);
  const isDingbats = isDingbatFont(font.name('BaseFont') ?? '');
  const isTrueType = font.name('Subtype') === 'TrueType';
  const trueType = isTrueType ? () => reader.trueType(font.dict('FontDescriptor')) : () => undefined;
  return (code) => {
    const told = toUnicode?.(code) ?? textOfGlyphName(names[code] ?? '', isDingbats);
    if (told !== undefined) return told;
    const program = trueType();
    const glyph = program?.glyphOfCode(code) ?? 0;
    return glyph === 0 ? undefined : program?.textOfGlyph(glyph);
  };
}

/** 9.6.5: the named or base encoding, else that of the font itself, changed by `Differences`. */
function glyphNames(reader: FontReader, font: Dict): EncodingTable {
  const encoding = font.get('Encoding');
  const base = predefinedEncoding(baseName(encoding)) ?? builtInEncoding(reader, font, encoding);
  if (!(encoding instanceof Dict)) return base;
  const names = [...base];
  let code = 0;
  for (const item of differencesIn(reader.pdf, encoding)) {
    const value = reader.pdf.resolve(item);
    if (value instanceof Name) {
      if (code >= 0 && code < CODES) names[code] = value.value;
      code++;
    } else code = Math.trunc(toNumber(value) ?? code);
  }
  return names;
}

function baseName(encoding: PdfObject): string {
  if (encoding instanceof Name) return encoding.value;
  return (encoding instanceof Dict && encoding.name('BaseEncoding')) || '';
}

/** A symbolic TrueType font without an encoding selects glyphs by tables of its program and not by names. */
function builtInEncoding(reader: FontReader, font: Dict, encoding: PdfObject): EncodingTable {
  const descriptor = font.dict('FontDescriptor');
  const subtype = font.name('Subtype');
  if (subtype === 'Type3') return NO_NAMES;
  const own = reader.program(descriptor)?.encoding;
  if (own) return own;
  const standard = standardFontOf(font.name('BaseFont') ?? '');
  if (standard === 'Symbol') return encodingTable('SymbolEncoding');
  if (standard === 'ZapfDingbats') return encodingTable('ZapfDingbatsEncoding');
  const isSymbolic = ((descriptor?.integer('Flags') ?? 0) & SYMBOLIC) !== 0;
  if (subtype === 'TrueType' && isSymbolic && encoding === null && descriptor?.stream('FontFile2')) return NO_NAMES;
  return encodingTable('StandardEncoding');
}

function widthReader(reader: FontReader, font: Dict, names: EncodingTable): (code: number) => number {
  const widths = font.array('Widths');
  const missing = font.dict('FontDescriptor')?.number('MissingWidth') ?? 0;
  if (widths) {
    const first = font.integer('FirstChar') ?? 0;
    return (code) => toNumber(reader.pdf.resolve(widths[code - first])) ?? missing;
  }
  const standard = standardWidths(font.name('BaseFont') ?? '');
  return (code) => standard?.get(names[code] ?? '') ?? missing;
}

/** The widths of a Type 3 font are in glyph space, and `FontMatrix` converts them (9.6.4). */
function type3Scale(reader: FontReader, font: Dict): number {
  return toNumber(reader.pdf.resolve(font.array('FontMatrix')?.[0])) ?? 0.001;
}

/** A Type 3 font may use any unit. Its em is twice the mean of its widths without zeros. */
function type3Em(reader: FontReader, font: Dict, scale: number): number {
  const widths = (font.array('Widths') ?? []).slice(0, CODES).map((item) => toNumber(reader.pdf.resolve(item)) ?? 0);
  const present = widths.filter((width) => width !== 0);
  if (present.length === 0) return 1;
  const sum = present.reduce((total, width) => total + Math.abs(width), 0);
  return (LETTERS_PER_EM * sum * scale) / (1000 * present.length) || 1;
}
