/**
 * The text and the width of the character codes of a font resource (ISO 32000-2, 9.6 and 9.7). They serve to read the
 * text of an existing appearance and to write a new one.
 */
import { type EncodingTable, encodingTable, glyphNameToUnicode, predefinedEncoding } from '#engine/fonts/encodings.ts';
import { differencesIn } from '#engine/fonts/font-dict.ts';
import { standardFontOf, standardWidths } from '#engine/fonts/standard-metrics.ts';
import { parseCMap, textMap } from '#engine/fonts/unicode/cmap.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, toNumber } from '#engine/pdf/syntax/objects.ts';

/** Text by character code (9.10.3). */
type ToUnicode = ReadonlyMap<number, string>;

export interface FontCodes {
  /** The number of bytes of one code. */
  readonly codeBytes: 1 | 2;
  /** The text by code, for the codes with a known text. */
  readonly text: ToUnicode;
  /** The advance in thousandths of an em; undefined if the font does not list the glyph. */
  width(code: number): number | undefined;
  readonly embedded: boolean;
  readonly baseFont: string;
  readonly descriptor: Dict | undefined;
}

/**
 * Returns undefined for fonts whose codes cannot be read: Type 3, and composite fonts with another CMap than
 * Identity-H.
 */
export function fontCodesOf(pdf: PdfDocument, font: Dict): FontCodes | undefined {
  const subtype = font.name('Subtype');
  if (subtype === 'Type0') return compositeCodes(pdf, font);
  if (subtype === 'Type1' || subtype === 'MMType1' || subtype === 'TrueType') return simpleCodes(pdf, font);
  return undefined;
}

/** The text of a shown string; undefined if a code has no known text. */
export function decodeShown({ codeBytes, text }: FontCodes, bytes: Uint8Array): string | undefined {
  let decoded = '';
  for (let at = 0; at + codeBytes <= bytes.length; at += codeBytes) {
    const code = codeBytes === 1 ? (bytes[at] ?? 0) : ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    const known = text.get(code);
    if (known === undefined) return undefined;
    decoded += known;
  }
  return decoded;
}

function simpleCodes(pdf: PdfDocument, font: Dict): FontCodes {
  const baseFont = font.name('BaseFont') ?? '';
  const descriptor = font.dict('FontDescriptor');
  const names = glyphNames(pdf, font, baseFont);
  const text = new Map<number, string>();
  for (const [code, name] of names.entries()) {
    const codePoint = name === undefined ? undefined : glyphNameToUnicode(name);
    if (codePoint !== undefined) text.set(code, String.fromCodePoint(codePoint));
  }
  for (const [code, meaning] of toUnicodeOf(pdf, font) ?? []) text.set(code, meaning);
  const width = simpleWidths(pdf, font, baseFont, names);
  return { codeBytes: 1, text, width, embedded: isEmbedded(descriptor), baseFont, descriptor };
}

/** 9.6.5: the named or base encoding, else that of the font itself, changed by `Differences`. */
function glyphNames(pdf: PdfDocument, font: Dict, baseFont: string): EncodingTable {
  const encoding = font.get('Encoding');
  const baseName =
    encoding instanceof Name ? encoding.value : encoding instanceof Dict ? encoding.name('BaseEncoding') : '';
  const names = [...(predefinedEncoding(baseName ?? '') ?? builtInEncoding(baseFont))];
  const differences = encoding instanceof Dict ? differencesIn(pdf, encoding) : [];
  let code = 0;
  for (const item of differences.map((difference) => pdf.resolve(difference))) {
    if (item instanceof Name) {
      if (code >= 0 && code < 256) names[code] = item.value;
      code++;
    } else code = Math.trunc(toNumber(item) ?? code);
  }
  return names;
}

function builtInEncoding(baseFont: string): EncodingTable {
  const standard = standardFontOf(baseFont);
  if (standard === 'Symbol') return encodingTable('SymbolEncoding');
  return encodingTable(standard === 'ZapfDingbats' ? 'ZapfDingbatsEncoding' : 'StandardEncoding');
}

function simpleWidths(pdf: PdfDocument, font: Dict, baseFont: string, names: EncodingTable): FontCodes['width'] {
  const widths = font.array('Widths');
  const first = font.integer('FirstChar') ?? 0;
  if (widths) return (code) => positive(toNumber(pdf.resolve(widths[code - first])));
  const standard = standardWidths(baseFont);
  return (code) => standard?.get(names[code] ?? '');
}

function compositeCodes(pdf: PdfDocument, font: Dict): FontCodes | undefined {
  const descendant = pdf.resolve(font.array('DescendantFonts')?.[0]);
  if (!(descendant instanceof Dict) || font.name('Encoding') !== 'Identity-H') return undefined;
  const text = toUnicodeOf(pdf, font);
  if (!text) return undefined;
  const widths = readCidWidths(pdf, descendant.array('W') ?? []);
  const fallback = descendant.number('DW') ?? 1000;
  const descriptor = descendant.dict('FontDescriptor');
  return {
    codeBytes: 2,
    text,
    width: (code) => positive(widths.get(code) ?? fallback),
    embedded: isEmbedded(descriptor),
    baseFont: font.name('BaseFont') ?? '',
    descriptor,
  };
}

/** 9.7.4.3: `c [w1 w2 ...]` and `first last w`. */
function readCidWidths(pdf: PdfDocument, array: readonly PdfObject[]): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  for (let at = 0; at + 1 < array.length;) {
    const first = toNumber(pdf.resolve(array[at])) ?? 0;
    const next = pdf.resolve(array[at + 1]);
    if (Array.isArray(next)) {
      for (const [offset, item] of next.entries()) widths.set(first + offset, toNumber(pdf.resolve(item)) ?? 0);
      at += 2;
    } else {
      const last = Math.min(toNumber(next) ?? first, 0xffff);
      const width = toNumber(pdf.resolve(array[at + 2])) ?? 0;
      pdf.budget.spend('operators', Math.max(1, last - first));
      for (let cid = Math.max(0, first); cid <= last; cid++) widths.set(cid, width);
      at += 3;
    }
  }
  return widths;
}

function toUnicodeOf(pdf: PdfDocument, font: Dict): ToUnicode | undefined {
  const stream = font.stream('ToUnicode');
  const bytes = stream && pdf.bytesOf(stream);
  return bytes && textMap(parseCMap(bytes, pdf.budget).texts);
}

function isEmbedded(descriptor: Dict | undefined): boolean {
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.stream(key) !== undefined);
}

function positive(width: number | undefined): number | undefined {
  return width !== undefined && width > 0 && width < 10_000 ? width : undefined;
}
