import { expect, test } from 'vitest';
import {
  encodingTable,
  glyphNameToUnicode,
  predefinedEncoding,
  unicodeToGlyphName,
  winAnsiGlyphName,
} from './encodings.ts';

test('codes of the predefined encodings are those of Annex D', () => {
  expect(winAnsiGlyphName(0x80)).toBe('Euro');
  expect(winAnsiGlyphName(0x27)).toBe('quotesingle');
  expect(winAnsiGlyphName(0xa0)).toBe('space');
  expect(winAnsiGlyphName(0x81)).toBe('bullet');
  expect(winAnsiGlyphName(0x9f)).toBe('Ydieresis');
  expect(winAnsiGlyphName(0xff)).toBe('ydieresis');
  expect(winAnsiGlyphName(0x1f)).toBeUndefined();
  expect(encodingTable('StandardEncoding')[0x27]).toBe('quoteright');
  expect(encodingTable('StandardEncoding')[0xfb]).toBe('germandbls');
  expect(encodingTable('MacRomanEncoding')[0x80]).toBe('Adieresis');
  expect(encodingTable('MacRomanEncoding')[0xdb]).toBe('currency');
  expect(encodingTable('SymbolEncoding')[0x61]).toBe('alpha');
  expect(encodingTable('SymbolEncoding')[0xa0]).toBe('Euro');
  expect(encodingTable('ZapfDingbatsEncoding')[0x34]).toBe('a20');
  expect(encodingTable('ZapfDingbatsEncoding')[0xfe]).toBe('a191');
});

test('only the names of Latin encodings are predefined', () => {
  expect(predefinedEncoding('MacRomanEncoding')?.[0x41]).toBe('A');
  expect(predefinedEncoding('Identity-H')).toBeUndefined();
});

test('glyph names lead to Unicode by list or by number', () => {
  expect(glyphNameToUnicode('eacute')).toBe(0xe9);
  expect(glyphNameToUnicode('uni00E9')).toBe(0xe9);
  expect(glyphNameToUnicode('u1F600')).toBe(0x1f600);
  expect(glyphNameToUnicode('a.sc')).toBe(0x61);
  expect(glyphNameToUnicode('a89')).toBe(0x2768);
  expect(glyphNameToUnicode('uniD800')).toBeUndefined();
  expect(glyphNameToUnicode('g17')).toBeUndefined();
  expect(glyphNameToUnicode('.notdef')).toBeUndefined();
});

test('code points lead to the glyph that draws them', () => {
  expect(unicodeToGlyphName(0xe9)).toBe('eacute');
  expect(unicodeToGlyphName(0xa0)).toBe('space');
  expect(unicodeToGlyphName(0x394)).toBe('Delta');
  expect(unicodeToGlyphName(0x4e2d)).toBeUndefined();
});
