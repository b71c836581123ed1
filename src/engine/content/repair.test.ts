import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromLatin1, latin1 } from '#engine/pdf/syntax/lexer.ts';
import { withPdfium } from '#engine/text/pdfium.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { checkWithQpdf } from '#engine/qpdf.ts';
import { repairContent } from './repair.ts';

const repaired = (content: string): string => latin1(repairContent(fromLatin1(content)));

test('a delimiter that closes nothing becomes the null operand that readers take it for', () => {
  expect(repaired('BT (a) Tj) ET')).toBe('BT (a) Tj null  ET');
  expect(repaired('1 > w <</A 1>> >')).toBe('1  null  w <</A 1>>  null ');
  expect(repaired('1 ] { w')).toBe('1  null   null  w');
  expect(repaired('[(a) >> (b)] TJ')).toBe('[(a)  null  (b)] TJ');
});

test('a string that the end cuts off goes', () => {
  expect(repaired('n (never')).toBe('n ');
  expect(repaired('n (a(b)')).toBe('n ');
  expect(repaired(String.raw`n (a\)`)).toBe('n ');
  expect(repaired('n <48')).toBe('n ');
  expect(repaired('n <')).toBe('n ');
});

test('so does an inline image, unless letters in it may be its operator', () => {
  expect(repaired('q BI /W 1 /H 1 ID \xff\xfe')).toBe('q ');
  expect(repaired('BI /W 1 ID \x00 EI \xff')).toBe('BI /W 1 ID \x00 EI \xff');
  expect(repaired('BI /W 1')).toBe('BI /W 1');
});

test('so does a container that the end leaves open, with all that is in it', () => {
  expect(repaired('(a) Tj [(b) Tj (c) Tj')).toBe('(a) Tj ');
  expect(repaired('n [1 <</A (b')).toBe('n ');
  expect(repaired('n <</A 1 /B')).toBe('n ');
});

test('an array in an array is none, wherever the other ends', () => {
  expect(repaired('[(a) [(b)] 1] TJ')).toBe('[(a)  null (b)] 1 null  TJ');
  expect(repaired('[(a) [1] (shown) Tj')).toBe('[(a)  null 1] (shown) Tj');
});

test('a dictionary lasts until what cannot be part of it', () => {
  expect(repaired('<</A 1 BT (shown) Tj')).toBe(' null  (shown) Tj');
  expect(repaired('/A <</B <</C 1 2 /D 3>> BDC')).toBe('/A  null  /D 3 null  BDC');
  expect(repaired('[<</A ] TJ')).toBe('[ null ] TJ');
  expect(repaired('/A <</B 1/C>> BDC')).toBe('/A <</B 1/C null >> BDC');
  expect(repaired('<</A <</B>> (shown) Tj')).toBe(' null  (shown) Tj');
});

test('escapes that are none, and digits that are none', () => {
  expect(repaired('/A#4 /B##41# gs')).toBe('/A#234 /B#23#41#23 gs');
  expect(repaired('<4g 8> Tj')).toBe('<4  8> Tj');
});

test('sound content stays byte for byte', () => {
  for (const content of [
    'q BT\r(a\\)b(c)) Tj <4 8> Tj ET Q',
    '% a comment with )',
    'BI /W 1 /H 1 ID ) EI Q',
    '/P <</MCID 0/BBox[0 1 2 3]/A<</B true>>>> BDC /A <</B[[1]]>> DP [(a) 1] TJ',
    '/A#20B gs',
    '(x)',
    '',
  ]) {
    const bytes = fromLatin1(content);
    expect(repairContent(bytes)).toBe(bytes);
  }
});

test('data of an image without a certain end are left alone', () => {
  expect(repaired('BI /W 1 ID ) EI \xff) )')).toBe('BI /W 1 ID ) EI \xff) )');
});

test('what is nothing but faults is left alone, and soon', () => {
  for (const text of [']'.repeat(300_000), '<</A'.repeat(100_000)]) expect(repaired(text)).toBe(text);
  expect(repaired('<<('.repeat(90_000))).toHaveLength(90_000 * ' null '.length);
});

const PIECES = [
  '(',
  ')',
  '<',
  '>',
  '<<',
  '>>',
  '[',
  ']',
  '{',
  '\\',
  'a',
  ' ',
  '/',
  '#',
  '4',
  'BI ',
  'ID ',
  ' EI ',
  '%',
];
const content = fc.array(fc.constantFrom(...PIECES, '\n')).map((pieces) => pieces.join(''));

test('repairing twice is repairing once', () => {
  fc.assert(
    fc.property(content, (text) => repaired(repaired(text)) === repaired(text)),
    { numRuns: 3000 },
  );
});

const TOKENS = [
  '[',
  ']',
  '<<',
  '>>',
  ')',
  '>',
  '}',
  '(a)',
  '(b)',
  '<63>',
  '/K',
  '1',
  'true',
  '9 0 Td',
  'Tj',
  'TJ',
  'BT',
  '(x',
];
/** Keys are unique, because dictionaries with equal keys stay unchanged and qpdf reports them. */
const shown = fc
  .array(fc.constantFrom(...TOKENS), { maxLength: 12 })
  .map((tokens) => tokens.map((token, at) => (token === '/K' ? `/K${at}` : token)).join(' '));

function page(...contents: string[]): Uint8Array {
  const streams = contents.map((text, index) => [10 + 2 * index, { stream: text }]);
  const pages = contents.map((_, index) => [
    11 + 2 * index,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]/Contents ${10 + 2 * index} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
  ]);
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count ${contents.length}/Kids[${contents.map((_, index) => `${11 + 2 * index} 0 R`).join(' ')}]>>`,
    3: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...Object.fromEntries(streams),
    ...Object.fromEntries(pages),
  });
}

test('what PDFium reads on a page stays, and qpdf has nothing left to say', async () => {
  const contents = fc.sample(shown, 1500).map((text) => `BT /F 9 Tf 9 50 Td (s) Tj ${text} (e) Tj`);
  const contentsRepaired = contents.map(repaired);
  const read = (file: Uint8Array) => withPdfium(file, (pdf) => contents.map((text, index) => [text, pdf.text(index)]));
  expect(await read(page(...contentsRepaired))).toEqual(await read(page(...contents)));
  expect(await checkWithQpdf(page(...contentsRepaired))).toBe('');
});

test('PDFium draws no inline image that the end cuts off, and qpdf complains of one', async () => {
  const image = '40 0 0 40 20 20 cm BI /W 1 /H 1 /BPC 8 /CS /G ID @';
  const file = page(image, repaired(image), `${image} EI`);
  const [before, after, whole] = await withPdfium(file, (pdf) => [0, 1, 2].map((index) => pdf.render(index, 90)));
  expect(after).toEqual(before);
  expect(after).not.toEqual(whole);
  expect(await checkWithQpdf(page(image))).not.toBe('');
  expect(await checkWithQpdf(page(repaired(image)))).toBe('');
});
