/**
 * Writes the encoding of a font without a program for its substitute (ISO 32000-2, 9.6.5). The same codes select the
 * same glyphs, under the names that the substitute has for them.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject } from '#engine/pdf/syntax/objects.ts';
import {
  encodingTable,
  type EncodingTable,
  glyphNameToUnicode,
  predefinedEncoding,
  unicodeToGlyphName,
  uniformGlyphName,
} from './encodings.ts';
import { differencesIn } from './font-dict.ts';
import { metricsOf, type StandardFont } from './standard-metrics.ts';

const NOTDEF = '.notdef';

export interface FontEncoding {
  /** Glyph names by code, with the names of the substitute if it has the glyph. */
  readonly glyphs: EncodingTable;
  /** WinAnsiEncoding or MacRomanEncoding; undefined means the encoding of the font program. */
  readonly base: string | undefined;
  /** Names by code where they differ from the base, ascending. */
  readonly differences: ReadonlyMap<number, string>;
}

export function encodingFor(
  pdf: PdfDocument,
  font: Dict,
  face: StandardFont,
  hasGlyph: (name: string) => boolean,
): FontEncoding {
  const encoding = font.get('Encoding');
  const base = metricsOf(face).symbolic ? undefined : baseEncoding(encoding);
  const differences = encoding instanceof Dict ? readDifferences(pdf, encoding, hasGlyph) : new Map<number, string>();
  const glyphs = [...baseTable(face, base)];
  for (const [code, name] of differences) glyphs[code] = name === NOTDEF ? undefined : name;
  return { glyphs, base, differences };
}

/** Viewers ignore a base encoding for the symbolic faces and always use the built-in encoding. */
function baseTable(face: StandardFont, base: string | undefined): EncodingTable {
  if (face === 'Symbol') return encodingTable('SymbolEncoding');
  if (face === 'ZapfDingbats') return encodingTable('ZapfDingbatsEncoding');
  return predefinedEncoding(base ?? '') ?? encodingTable('StandardEncoding');
}

/** The predefined encoding; undefined for StandardEncoding, which is built in and which a font may not name. */
function baseEncoding(encoding: PdfObject): string | undefined {
  const name =
    encoding instanceof Name ? encoding.value : encoding instanceof Dict ? encoding.name('BaseEncoding') : undefined;
  // No standard font has expert glyphs. Viewers use the encoding that the author most likely intended.
  if (name === 'MacExpertEncoding') return 'WinAnsiEncoding';
  return name === 'WinAnsiEncoding' || name === 'MacRomanEncoding' ? name : undefined;
}

function readDifferences(pdf: PdfDocument, encoding: Dict, hasGlyph: (name: string) => boolean): Map<number, string> {
  const differences = new Map<number, string>();
  let code = 0;
  for (const item of differencesIn(pdf, encoding)) {
    const value = pdf.resolve(item);
    if (typeof value === 'number') code = value;
    if (!(value instanceof Name)) continue;
    if (Number.isInteger(code) && code >= 0 && code <= 255) differences.set(code, knownName(value.value, hasGlyph));
    code++;
  }
  return new Map([...differences].toSorted(([a], [b]) => a - b));
}

/** The name that the substitute has for a glyph, such as `eacute` for `uni00E9`. */
function knownName(name: string, hasGlyph: (name: string) => boolean): string {
  if (name === NOTDEF || hasGlyph(name)) return name;
  const codePoint = glyphNameToUnicode(name);
  if (codePoint === undefined) return name;
  const known = [unicodeToGlyphName(codePoint) ?? NOTDEF, uniformGlyphName(codePoint)];
  return known.find((one) => one !== NOTDEF && hasGlyph(one)) ?? name;
}

/** The encoding dictionary (9.6.5.1) of an encoding that has differences. */
export function encodingDict(pdf: PdfDocument, { base, differences }: FontEncoding): Dict {
  const array: PdfObject[] = [];
  let next = -1;
  for (const [code, name] of differences) {
    if (code !== next) array.push(code);
    array.push(new Name(name));
    next = code + 1;
  }
  const encoding = pdf.newDict({ Type: new Name('Encoding'), Differences: array });
  return base === undefined ? encoding : encoding.set('BaseEncoding', new Name(base));
}
