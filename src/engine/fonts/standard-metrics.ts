/**
 * The standard 14 fonts (ISO 32000-2, 9.6.2.2): their names and aliases, the widths of their glyphs, and the values of
 * their font descriptors (Adobe Core-14 AFM).
 */
import { LATIN_GLYPHS, LATIN_WIDTHS, SYMBOL_WIDTHS, ZAPF_DINGBATS_WIDTHS } from './data/standard-widths.ts';

export const STANDARD_FONTS = [
  'Courier',
  'Courier-Bold',
  'Courier-BoldOblique',
  'Courier-Oblique',
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-BoldOblique',
  'Helvetica-Oblique',
  'Symbol',
  'Times-Bold',
  'Times-BoldItalic',
  'Times-Italic',
  'Times-Roman',
  'ZapfDingbats',
] as const;

/** The PostScript name of a standard face. */
export type StandardFont = (typeof STANDARD_FONTS)[number];

/** The faces are regular, bold, italic and bold italic. */
type Faces = readonly [StandardFont, StandardFont, StandardFont, StandardFont];

const COURIER: Faces = ['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'];
const HELVETICA: Faces = ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique'];
const TIMES: Faces = ['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'];

/** Families with the metrics of a standard family, in lower case and without separators. */
const FAMILIES: ReadonlyMap<string, Faces> = new Map([
  ['arial', HELVETICA],
  ['courier', COURIER],
  ['couriernew', COURIER],
  ['couriernewps', COURIER],
  ['courierstd', COURIER],
  ['helvetica', HELVETICA],
  ['times', TIMES],
  ['timesnewroman', TIMES],
  ['timesnewromanps', TIMES],
  ['timesroman', TIMES],
  ['symbol', ['Symbol', 'Symbol', 'Symbol', 'Symbol']],
  ['zapfdingbats', ['ZapfDingbats', 'ZapfDingbats', 'ZapfDingbats', 'ZapfDingbats']],
  ['itczapfdingbats', ['ZapfDingbats', 'ZapfDingbats', 'ZapfDingbats', 'ZapfDingbats']],
]);

/** The index in `Faces` by the style words after the family name. */
const STYLES: ReadonlyMap<string, number> = new Map([
  ['regular', 0],
  ['normal', 0],
  ['bold', 1],
  ['italic', 2],
  ['oblique', 2],
  ['bolditalic', 3],
  ['boldoblique', 3],
]);

/** The standard face for a `BaseFont`: its name or an alias such as `Arial,Bold`, with or without a subset tag. */
export function standardFontOf(baseFont: string): StandardFont | undefined {
  const name = baseFont
    .replace(/^[A-Z]{6}\+/, '')
    .replaceAll(/[ ,-]/g, '')
    .toLowerCase();
  const plain = FAMILIES.get(name.replace(/mt$/, ''));
  if (plain !== undefined) return plain[0];
  const parts = /^([a-z]+?)((?:bold)?(?:italic|oblique)|bold|regular|normal)(?:mt)?$/.exec(name);
  return FAMILIES.get(parts?.[1] ?? '')?.[STYLES.get(parts?.[2] ?? '') ?? 0];
}

/** Advance widths by glyph name, in thousandths of an em, of the standard face for a `BaseFont`. */
export function standardWidths(baseFont: string): ReadonlyMap<string, number> | undefined {
  const font = standardFontOf(baseFont);
  return font === undefined ? undefined : widthsOf(font);
}

/** The values of a font descriptor (9.8.1), in thousandths of an em. */
export interface StandardMetrics {
  readonly italicAngle: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly stemV: number;
  readonly fixedPitch: boolean;
  readonly serif: boolean;
  readonly symbolic: boolean;
}

const METRICS: Readonly<Record<StandardFont, StandardMetrics>> = {
  Courier: courier(0, 51),
  'Courier-Bold': courier(0, 106),
  'Courier-BoldOblique': courier(-12, 106),
  'Courier-Oblique': courier(-12, 51),
  Helvetica: helvetica(0, 88),
  'Helvetica-Bold': helvetica(0, 140),
  'Helvetica-BoldOblique': helvetica(-12, 140),
  'Helvetica-Oblique': helvetica(-12, 88),
  Symbol: pictorial(1010, -293, 673, 85),
  'Times-Bold': times(0, 676, 139),
  'Times-BoldItalic': times(-15, 669, 121),
  'Times-Italic': times(-15.5, 653, 76),
  'Times-Roman': times(0, 662, 84),
  ZapfDingbats: pictorial(820, -143, 0, 90),
};

export function metricsOf(font: StandardFont): StandardMetrics {
  return METRICS[font];
}

function courier(italicAngle: number, stemV: number): StandardMetrics {
  const flags = { fixedPitch: true, serif: true, symbolic: false };
  return { italicAngle, ascent: 629, descent: -157, capHeight: 562, stemV, ...flags };
}

function helvetica(italicAngle: number, stemV: number): StandardMetrics {
  const flags = { fixedPitch: false, serif: false, symbolic: false };
  return { italicAngle, ascent: 718, descent: -207, capHeight: 718, stemV, ...flags };
}

function times(italicAngle: number, capHeight: number, stemV: number): StandardMetrics {
  const flags = { fixedPitch: false, serif: true, symbolic: false };
  return { italicAngle, ascent: 683, descent: -217, capHeight, stemV, ...flags };
}

function pictorial(ascent: number, descent: number, capHeight: number, stemV: number): StandardMetrics {
  return { italicAngle: 0, ascent, descent, capHeight, stemV, fixedPitch: false, serif: false, symbolic: true };
}

const WIDTHS = new Map<StandardFont, ReadonlyMap<string, number>>();

/** Advance widths by glyph name of a standard face. */
export function widthsOf(font: StandardFont): ReadonlyMap<string, number> {
  const known = WIDTHS.get(font);
  if (known !== undefined) return known;
  const widths = readWidths(font);
  WIDTHS.set(font, widths);
  return widths;
}

function readWidths(font: StandardFont): ReadonlyMap<string, number> {
  if (font === 'Symbol') return pairs(SYMBOL_WIDTHS);
  if (font === 'ZapfDingbats') return pairs(ZAPF_DINGBATS_WIDTHS);
  const glyphs = words(LATIN_GLYPHS);
  const row = LATIN_WIDTHS[latinRow(font)];
  if (row === undefined) return new Map(glyphs.map((glyph) => [glyph, 600]));
  const widths = words(row);
  return new Map(glyphs.map((glyph, at) => [glyph, Number(widths[at])]));
}

/** Oblique Helvetica shares the row of the upright face, and Courier needs none. */
function latinRow(font: StandardFont): string {
  return font.replace('Helvetica-BoldOblique', 'Helvetica-Bold').replace('Helvetica-Oblique', 'Helvetica');
}

function pairs(text: string): ReadonlyMap<string, number> {
  const list = words(text);
  return new Map(list.flatMap((glyph, at) => (at % 2 === 0 ? [[glyph, Number(list[at + 1])] as const] : [])));
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
