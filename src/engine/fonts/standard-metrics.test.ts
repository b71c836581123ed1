import { expect, test } from 'vitest';
import { STANDARD_FONTS, standardFontOf, standardWidths, widthsOf } from './standard-metrics.ts';

test('every standard name means itself', () => {
  for (const font of STANDARD_FONTS) expect(standardFontOf(font)).toBe(font);
});

test.each([
  ['Arial', 'Helvetica'],
  ['ArialMT', 'Helvetica'],
  ['Arial,Bold', 'Helvetica-Bold'],
  ['Arial-BoldMT', 'Helvetica-Bold'],
  ['Arial-BoldItalicMT', 'Helvetica-BoldOblique'],
  ['ABCDEF+Arial,BoldItalic', 'Helvetica-BoldOblique'],
  ['Helvetica,Italic', 'Helvetica-Oblique'],
  ['CourierNew', 'Courier'],
  ['Courier New,Bold', 'Courier-Bold'],
  ['CourierNewPS-BoldItalicMT', 'Courier-BoldOblique'],
  ['TimesNewRoman', 'Times-Roman'],
  ['TimesNewRomanPSMT', 'Times-Roman'],
  ['TimesNewRomanPS-BoldMT', 'Times-Bold'],
  ['TimesNewRoman,BoldItalic', 'Times-BoldItalic'],
  ['Times-Roman', 'Times-Roman'],
  ['SymbolMT', 'Symbol'],
])('%s is an alias of %s', (alias, font) => {
  expect(standardFontOf(alias)).toBe(font);
});

test.each([
  'Arial-Black',
  'ArialNarrow',
  'ArialUnicodeMS',
  'Helvetica-Narrow',
  'Helvetica-Condensed',
  'Calibri',
  '',
  'Bold',
])('"%s" is no standard font', (name) => {
  expect(standardFontOf(name)).toBeUndefined();
  expect(standardWidths(name)).toBeUndefined();
});

test('widths are those of the Adobe AFM files', () => {
  expect(standardWidths('Helvetica')?.get('at')).toBe(1015);
  expect(standardWidths('Arial,Bold')?.get('at')).toBe(975);
  expect(standardWidths('Helvetica-Oblique')?.get('W')).toBe(944);
  expect(standardWidths('Times-Roman')?.get('ccaron')).toBe(444);
  expect(standardWidths('CourierNew')?.get('Euro')).toBe(600);
  expect(standardWidths('Symbol')?.get('apple')).toBe(790);
  expect(standardWidths('ZapfDingbats')?.get('a1')).toBe(974);
});

test('every face has all its glyphs', () => {
  const counts = STANDARD_FONTS.map((font) => widthsOf(font).size);
  expect(counts).toEqual([315, 315, 315, 315, 315, 315, 315, 315, 190, 315, 315, 315, 315, 202]);
  for (const font of STANDARD_FONTS) expect([...widthsOf(font).values()].every((width) => width > 0)).toBe(true);
});
