import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { TextExtractor } from './text-extractor.ts';

type More = Readonly<Record<number, BuiltObject>>;

const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

/** A page with this content and font `F` (object 5). */
function pageWith(content: string, more: More = {}, resources = ''): PdfDocument {
  return openDocument(
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>>>`,
      4: { stream: content },
      5: HELVETICA,
      ...more,
    }),
  );
}

/** The text of such a page with a bar between separate words. */
function textOf(content: string, more: More = {}, resources = ''): string {
  const pdf = pageWith(content, more, resources);
  let text = '';
  const extractor = new TextExtractor(pdf);
  for (const page of pdf.pages) {
    extractor.read(page, {
      text(piece) {
        text += piece;
      },
      separate() {
        text += '|';
      },
    });
  }
  return text;
}

const form = (content: string, entries = ''): BuiltObject => ({
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 600 700]${entries}`,
  stream: content,
});

test('strings come in the order in which they are shown, whatever shows them', () => {
  expect(textOf('BT /F 10 Tf 14 TL 50 700 Td (one) Tj (two) \' 1 0 (three) " [(f) 20 (our)] TJ ET')).toBe(
    'one|two|threefour',
  );
});

test('of too many strings the last is shown, as in every reader', () => {
  expect(textOf('BT /F 10 Tf (covered ) (shown) Tj [(not)] [(this)] TJ ET')).toBe('shownthis');
});

test('a gap along the line of more than 150 thousandths of the font size separates words', () => {
  expect(textOf('BT /F 10 Tf [(a) -150 (b) -151 (c)] TJ ET')).toBe('ab|c');
  expect(textOf('BT /F 10 Tf 50 Tz [(a) -150.0 (b) -1.51e2 (c) -151. (d)] TJ ET')).toBe('abc|d');
});

test('how text is placed is no matter: by its matrix, by the page, or within the text object', () => {
  // The letter a of Helvetica is 556 thousandths wide.
  expect(textOf('BT /F 10 Tf (a) Tj 5.56 0 Td (b) Tj ET')).toBe('ab');
  expect(textOf('BT /F 1 Tf 10 0 0 10 50 50 Tm (a) Tj 10 0 0 10 55.56 50 Tm (b) Tj ET')).toBe('ab');
  expect(textOf('q 10 0 0 10 50 50 cm BT /F 1 Tf (a) Tj ET Q q 1 0 0 1 55.56 50 cm BT /F 10 Tf (b) Tj ET Q')).toBe(
    'ab',
  );
  expect(textOf('BT /F 10 Tf (a) Tj 7.08 0 Td (b) Tj ET')).toBe('a|b');
});

test('another line separates, superscripts and accents do not', () => {
  expect(textOf('BT /F 10 Tf (a) Tj 5.56 -5.2 Td (b) Tj ET')).toBe('a|b');
  expect(textOf('BT /F 10 Tf (a) Tj 4 Ts (2) Tj ET')).toBe('a2');
  expect(textOf('BT /F 10 Tf (a) Tj 1 0 Td (b) Tj ET')).toBe('ab');
});

test('spacing of characters and words is no gap', () => {
  expect(textOf('BT /F 10 Tf 6 Tc (a) Tj (b) Tj 0 Tc 9 Tw (c ) Tj (d) Tj ET')).toBe('abc d');
});

test('text that is not painted is text', () => {
  expect(textOf('BT 3 Tr /F 10 Tf (hidden) Tj ET')).toBe('hidden');
});

test('the graphics state is saved and restored, and a graphics state may select a font', () => {
  const second = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[97/b]>>>>';
  const content = 'q /G gs BT (a) Tj ET Q BT 9 0 Td /F 10 Tf (a) Tj ET';
  expect(textOf(content, { 6: second }, '/ExtGState<</G<</Font[6 0 R 10]>>>>')).toBe('b|a');
});

test('forms are read where they are painted, as often as they are, with the resources of their painter if they have none', () => {
  const more = {
    6: form('BT /F 10 Tf (x) Tj ET'),
    7: form('/X Do q 1 0 0 1 50 0 cm /X Do Q', '/Resources<</XObject<</X 6 0 R>>/Font<</F 5 0 R>>>>'),
  };
  expect(textOf('/X Do /X Do', { 6: form('BT /F 10 Tf (x) Tj ET') }, '/XObject<</X 6 0 R>>')).toBe('xx');
  expect(textOf('/Y Do', more, '/XObject<</Y 7 0 R>>')).toBe('x|x');
});

test('what a form saves, marks and moves ends with it', () => {
  const more = { 6: form('q 9 0 0 9 0 0 cm /Span<</ActualText(x)>>BDC BT /F 1 Tf 9 9 Td ') };
  expect(textOf('BT /F 10 Tf (a) Tj /X Do (b) Tj ET', more, '/XObject<</X 6 0 R>>')).toBe('ab');
});

test('a form that paints itself shows its text once', () => {
  const more = { 6: form('BT /F 10 Tf (x) Tj ET /X Do', '/Resources<</XObject<</X 6 0 R>>/Font<</F 5 0 R>>>>') };
  expect(textOf('/X Do', more, '/XObject<</X 6 0 R>>')).toBe('x');
});

test('ActualText replaces what its sequence shows, inline or by name, the outermost first', () => {
  const inline = '/Span<</ActualText(fi)>>BDC BT /F 10 Tf (#) Tj (%) Tj ET EMC BT 30 0 Td (n) Tj ET';
  expect(textOf(inline)).toBe('fi|n');
  const named = '/Span/P BDC /Span<</ActualText(in)>>BDC BT /F 10 Tf (x) Tj ET EMC BT (y) Tj ET EMC';
  expect(textOf(named, {}, '/Properties<</P<</ActualText<FEFF006F00750074>>>>>')).toBe('out');
  expect(textOf('/Span<</ActualText()>>BDC BT /F 10 Tf (-) Tj ET EMC BT 9 9 Td (n) Tj ET')).toBe('|n');
  expect(textOf('/Span<</ActualText(none)>>BDC 0 0 9 9 re f EMC BT /F 10 Tf (a) Tj ET')).toBe('a');
});

test('Type 3 fonts have the text of their encoding, and their em is twice the mean of their widths', () => {
  const font =
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/Widths[40 40]/CharProcs<<>>/Encoding<</Differences[97/A/f_i]>>>>';
  expect(textOf('BT 0.1 0 0 0.1 0 0 Tm /F 1 Tf (a) Tj 52 0 Td (b) Tj 53 0 Td (a) Tj ET', { 5: font })).toBe('Afi|A');
});

test('bitmap fonts of TeX, whose glyph names are numbers of codes, have the text of their codes', () => {
  const font =
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/Widths[40 40]/CharProcs<<>>/Encoding<</Differences[65/a65/a66 192/a192]>>>>';
  expect(textOf('BT 0.1 0 0 0.1 0 0 Tm /F 1 Tf (AB\\300) Tj ET', { 5: font })).toBe('ABÀ');
});

test('nested forms that multiply end the document', () => {
  const levels = Object.fromEntries(
    Array.from({ length: 12 }, (_, level) => [
      6 + level,
      form('/X Do '.repeat(10), `/Resources<</XObject<</X ${7 + level} 0 R>>/Font<</F 5 0 R>>>>`),
    ]),
  );
  const shows = { ...levels, 18: form('BT /F 10 Tf (x) Tj ET', '/Resources<</Font<</F 5 0 R>>>>') };
  expect(() => textOf('/X Do', shows, '/XObject<</X 6 0 R>>')).toThrow(/textForms/);
  expect(textOf('/X Do', { ...levels, 18: form('0 0 1 1 re f', '/Resources<<>>') }, '/XObject<</X 6 0 R>>')).toBe('');
});

test('what glyphs stand for is counted', () => {
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>';
  const more = {
    4: { dict: '/Filter/FlateDecode', stream: deflateSync(`BT/F 1 Tf(${'a'.repeat(1_000_000)})Tj ET`) },
    5: font,
    6: { stream: `1 beginbfchar <61> <${'0062'.repeat(1000)}> endbfchar` },
  };
  expect(() => textOf('', more)).toThrow(/textUnits/);
});
