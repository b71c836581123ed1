import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { refuseExpansion } from './expansion.ts';

/** One page that paints the first form; each form's content is given, and each may paint the next as `/X`. */
function nested(...forms: string[]): PdfDocument {
  const stream = (number: number, entries: string, content: string) =>
    `${number} 0 obj <<${entries}/Length ${content.length}>> stream\n${content}\nendstream endobj\n`;
  const objects = forms.map((content, index) => {
    const next = 10 + ((index + 1) % forms.length);
    return stream(
      10 + index,
      `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${next} 0 R>>>>`,
      content,
    );
  });
  const file = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</F 10 0 R>>>>>> endobj
${stream(4, '', '/F Do')}${objects.join('')}trailer <</Root 1 0 R>>`;
  return openDocument(new Uint8Array(Buffer.from(file, 'latin1')));
}

test('ordinary nesting passes, and a form that paints itself is no loop', () => {
  refuseExpansion(nested('q /X Do Q', '0 0 1 1 re f'));
  refuseExpansion(nested('/X Do'));
  refuseExpansion(nested('/X Do', '/X Do'));
});

test('ten uses on each of twelve levels end the document', () => {
  const levels = Array.from({ length: 12 }, () => '/#58 Do '.repeat(10));
  expect(() => refuseExpansion(nested(...levels, 'f'))).toThrow(/content painted by forms/);
});

test('many levels of one use each are no expansion', () => {
  refuseExpansion(nested(...Array.from({ length: 5000 }, () => '/X Do'), 'f'));
});

test('a form that paints itself twice ends the document, whatever resources it borrows', () => {
  expect(() => refuseExpansion(nested('/X Do /X Do'))).toThrow(/content painted by forms/);
  const borrowing = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 5>> stream\n/F Do\nendstream endobj
5 0 obj <</Subtype/Form/BBox[0 0 9 9]/Length 11>> stream\n/F Do /F Do\nendstream endobj
trailer <</Root 1 0 R>>`;
  expect(() => refuseExpansion(openDocument(new Uint8Array(Buffer.from(borrowing, 'latin1'))))).toThrow(
    /painted by forms/,
  );
});

test('a stream whose filters make little of a lot ends the document when a page lists it often', () => {
  const twice = Buffer.from(Buffer.from('f '.repeat(20_000)).toString('hex')).toString('hex');
  const listing = (times: number): PdfDocument =>
    openDocument(
      buildPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[${'4 0 R '.repeat(times)}]>>`,
        4: { dict: '/Filter[/Fl/AHx/AHx]', stream: deflateSync(twice) },
      }),
    );
  refuseExpansion(listing(100));
  expect(() => refuseExpansion(listing(500))).toThrow(/content of a page/);
});

/** One page that paints form `X` so many times, and could show text in font `F`, which has one glyph. */
function page(times: number, form = '', glyph = ''): PdfDocument {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>/Font<</F 6 0 R>>>>>>',
    4: { stream: '/X Do '.repeat(times) },
    5: { dict: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<<>>>>', stream: form },
    6: '<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/Encoding<</Differences[97/a]>>/CharProcs<</a 7 0 R>>/Resources<</XObject<</X 5 0 R>>>>>>',
    7: { stream: glyph },
  });
  return openDocument(file);
}

test.each([
  ['forms', '', 75_000, 80_000],
  ['text', 'BT(0123456789)Tj ', 290, 310],
  ['spaced text', '[(a)1(b)]TJ ', 600, 640],
  ['pictures', 'BI/W 1/H 1 ID x EI ', 500, 530],
  ['shapes', '0 0 1 1 re f ', 1300, 1330],
  ['shapes in colours', '1 g 0 0 1 1 re f ', 520, 540],
])('a page keeps so many %s in memory and no more', (_, piece, some, tooMany) => {
  const thousand = piece.repeat(1000);
  refuseExpansion(page(some, thousand));
  expect(() => refuseExpansion(page(tooMany, thousand))).toThrow(/painted at once/);
});

test('bytes that paint nothing are not kept', () => {
  refuseExpansion(page(200, ' '.repeat(100_000)));
});

test('the glyphs of a font are content too', () => {
  refuseExpansion(page(0, '', '/X Do '.repeat(75_000)));
  expect(() => refuseExpansion(page(0, '', '/X Do '.repeat(80_000)))).toThrow(/painted at once/);
});

test('the programs of all fonts together stay in memory', () => {
  const document = (fonts: number): PdfDocument => {
    const pdf = page(0);
    const shown = pdf.newDict();
    for (let index = 0; index < fonts; index++) {
      const program = pdf.add(pdf.newStream(new Uint8Array(60 * 1024 * 1024)));
      shown.set(`F${index}`, pdf.newDict({ FontDescriptor: pdf.newDict({ FontFile2: program }) }));
    }
    pdf.pages[0]?.dict.set('Resources', pdf.newDict({ Font: shown }));
    return pdf;
  };
  refuseExpansion(document(4));
  expect(() => refuseExpansion(document(5))).toThrow(/font programs/);
});
