import { expect, test } from 'vitest';
import { canonicalize } from './canonical.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { writeWithTable } from '#engine/write/file/writer.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';

const canonical = (file: Uint8Array): string =>
  Buffer.from(writeWithTable(canonicalize(openDocument(file)), '1.4')).toString('latin1');

/** A PDF with one page. The given objects are numbered from 10. */
function onePage(entries: string, more: Readonly<Record<number, BuiltObject>> = {}, catalog = ''): Uint8Array {
  return buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${entries}>>`,
    ...more,
  });
}

const count = (text: string, part: string): number => text.split(part).length - 1;

test('an annotation has one popup, where an equal one is listed beside it', () => {
  const popup = '<</Type/Annot/Subtype/Popup/Rect[1 1 5 5]/Parent 10 0 R>>';
  const file = (own: string, second = popup): string =>
    canonical(
      onePage('/Annots[10 0 R 11 0 R]', {
        10: `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Popup ${own}>>`,
        11: popup,
        12: second,
      }),
    );
  expect(file('12 0 R')).toBe(file('11 0 R'));
  expect(count(file('12 0 R'), '/Popup/')).toBe(1);
  const copied = (own: string): string =>
    canonical(
      onePage('/Annots[13 0 R 11 0 R]', {
        10: `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Popup ${own}>>`,
        11: popup,
        12: popup,
        13: `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Popup ${own}>>`,
      }),
    );
  expect(copied('12 0 R')).toBe(copied('11 0 R'));
  const other = popup.replace('5 5', '5 6');
  expect(file('12 0 R', other)).toContain('5 6');
});

test('a popup belongs to the annotation that names it, where its parent is a copy that no page lists', () => {
  const file = (parent: string, contents = 'one'): string =>
    canonical(
      onePage('/Annots[10 0 R 11 0 R]', {
        10: '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(one)/C[1 0 0]/Popup 11 0 R>>',
        11: `<</Type/Annot/Subtype/Popup/Rect[1 1 5 5]/Parent ${parent}>>`,
        12: `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(${contents})/C[1 0 0]/Popup 11 0 R>>`,
      }),
    );
  expect(file('12 0 R')).toBe(file('10 0 R'));
  expect(file('12 0 R', 'two')).toContain('(two)');
});

test('values are written in place once and by reference when they are long and used twice', () => {
  const long = `[${Array.from({ length: 60 }, (_, index) => index).join(' ')}]`;
  expect(canonical(onePage(`/A 10 0 R`, { 10: long }))).toContain(`/A${long}`);
  const twice = canonical(onePage(`/A ${long}/B ${long}`));
  expect(twice).toBe(canonical(onePage('/A 10 0 R/B 10 0 R', { 10: long })));
  expect(twice).toMatch(/\/A (\d+) 0 R\/B \1 0 R/);
});

test('short values are written wherever they are used', () => {
  expect(canonical(onePage('/A 10 0 R/B 10 0 R', { 10: '[1 2]' }))).toContain('/A[1 2]/B[1 2]');
});

test('nesting is cut where it gets deep, wherever the file cut it', () => {
  const levels = 100;
  const nested = `/A ${'['.repeat(levels)}${']'.repeat(levels)}`;
  const chain = Object.fromEntries(
    Array.from({ length: levels }, (_, index) => [10 + index, index + 1 < levels ? `[${11 + index} 0 R]` : '[]']),
  );
  expect(canonical(onePage('/A 10 0 R', chain))).toBe(canonical(onePage(nested)));
});

test('equal fonts, forms and images are one', () => {
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Courier>>';
  const image = { dict: '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray', stream: 'x' };
  const file = onePage('/Contents 14 0 R/Resources<</Font<</F1 10 0 R/F2 11 0 R>>/XObject<</I 12 0 R/J 13 0 R>>>>', {
    10: font,
    11: font,
    12: image,
    13: image,
    14: { stream: '/F1 9 Tf /F2 9 Tf /I Do /J Do' },
  });
  expect(count(canonical(file), '/Courier')).toBe(1);
  expect(count(canonical(file), '/DeviceGray')).toBe(1);
});

test('annotations and empty structure elements that a writer made one are two again', () => {
  const link = '<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/Border[0 0 0]>>';
  const cell = '<</Type/StructElem/S/TD/P 12 0 R>>';
  const tree = { 11: '<</Type/StructTreeRoot/K 12 0 R>>', 12: '<</Type/StructElem/S/TR/P 11 0 R/K[13 0 R 14 0 R]>>' };
  const two = onePage(
    '/Annots[10 0 R 15 0 R]',
    { 10: link, 15: link, ...tree, 13: cell, 14: cell },
    '/StructTreeRoot 11 0 R',
  );
  const one = onePage(
    '/Annots[10 0 R 10 0 R]',
    { 10: link, ...tree, 12: tree[12].replace('14', '13'), 13: cell },
    '/StructTreeRoot 11 0 R',
  );
  expect(count(canonical(two), '/Link')).toBe(2);
  expect(count(canonical(two), '/TD')).toBe(2);
  expect(canonical(one)).toBe(canonical(two));
});

test('a page that stands in the place of resources gives its categories, and nothing else of it', () => {
  const page = '/Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]';
  const fonts = '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>';
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    3: `<<${page}/Contents 5 0 R/Resources 4 0 R>>`,
    4: `<<${page}/Private(of the page)${fonts}>>`,
    5: { stream: '/F1 9 Tf' },
  });
  expect(count(canonical(file), '/Private')).toBe(1);
  expect(canonical(file)).toMatch(/\/Resources<<\/Font<<\/F0/);
});

test('a font written as a stream becomes a dictionary', () => {
  const font = '/Type/Font/Subtype/Type1/BaseFont/Courier';
  const file = (object: BuiltObject): Uint8Array =>
    onePage('/Contents 11 0 R/Resources<</Font<</F1 10 0 R>>>>', { 10: object, 11: { stream: '/F1 9 Tf' } });
  expect(canonical(file({ dict: font, stream: '' }))).toBe(canonical(file(`<<${font}>>`)));
});

test('streams of equal length that differ stay apart', () => {
  const image = '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode';
  const file = onePage('/Contents 13 0 R/Resources<</XObject<</I 10 0 R/J 11 0 R/K 12 0 R>>>>', {
    10: { dict: image, stream: 'abc' },
    11: { dict: image, stream: 'abd' },
    12: { dict: image, stream: 'abc' },
    13: { stream: '/I Do /J Do /K Do' },
  });
  expect(count(canonical(file), '/DeviceGray')).toBe(2);
  expect(canonical(file)).toMatch(/\/XObject<<\/X0 (\d+) 0 R\/X1 (?!\1)\d+ 0 R>>/);
});

test('a link has no date and no name, and a comment keeps both', () => {
  const annotation = (subtype: string, entries: string): string =>
    canonical(onePage(`/Annots[<</Type/Annot/Subtype/${subtype}/Rect[0 0 9 9]${entries}>>]`));
  for (const subtype of ['Link', 'Popup', 'Watermark'])
    expect(annotation(subtype, '/M(D:20251128)/NM(one)')).toBe(annotation(subtype, '/M(D:20251129)/NM(other)'));
  expect(annotation('Text', '/M(D:20251128)')).not.toBe(annotation('Text', '/M(D:20251129)'));
  expect(annotation('Text', '/NM(one)')).toContain('/NM(one)');
});

test('two annotations that say the same are still two', () => {
  const link = '<</Type/Annot/Subtype/Link/Rect[0 0 1 1]>>';
  expect(count(canonical(onePage('/Annots[10 0 R 11 0 R]', { 10: link, 11: link })), '/Link')).toBe(2);
});

test('values on a cycle are kept, and numbered the same however they are entered', () => {
  const cycle = (a: number, b: number): string =>
    canonical(onePage(`/A ${a} 0 R`, { [a]: `<</To ${b} 0 R/Text(one)>>`, [b]: `<</To ${a} 0 R/Text(two)>>` }));
  expect(cycle(10, 11)).toBe(cycle(31, 30));
  expect(count(cycle(10, 11), '/To')).toBe(2);
});

test('resources that nothing names are dropped, implicit colour spaces are not', () => {
  const form = { dict: '/Subtype/Form/BBox[0 0 1 1]', stream: '0 0 1 1 re f' };
  const file = onePage(
    '/Contents 12 0 R/Resources<</ProcSet[/PDF]/XObject<</Used 10 0 R/Unused 11 0 R>>/ColorSpace<</DefaultRGB[/CalRGB<<>>]/Cs[/Pattern]>>>>',
    { 10: form, 11: { ...form, stream: 'n' }, 12: { stream: '/Used Do' } },
  );
  expect(canonical(file)).toMatch(/Resources<<\/ColorSpace<<\/DefaultRGB\[\/CalRGB<<>>\]>>\/XObject<<\/X0 \d+ 0 R>>>>/);
});

test('a form without resources of its own keeps what it takes from the page', () => {
  const file = onePage('/Contents 12 0 R/Resources<</XObject<</Fm 10 0 R>>/ExtGState<</G<</CA 1>>/H<</CA 0>>>>>>', {
    10: { dict: '/Subtype/Form/BBox[0 0 1 1]', stream: '/G gs' },
    12: { stream: '/Fm Do' },
  });
  expect(canonical(file)).toContain('/ExtGState<</G<</CA 1>>>>');
});

test('a catalog that is named as the information dictionary too is one object', () => {
  const file = buildPdf(
    {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/MediaBox[0 0 9 9]>>',
    },
    { trailer: '/Root 1 0 R/Info 1 0 R' },
  );
  expect(count(canonical(file), '/Catalog')).toBe(1);
});

test('a category of which nothing is left keeps a form from taking from the page what it could not', () => {
  const form = (category: string): BuiltObject => ({
    dict: `/Subtype/Form/BBox[0 0 1 1]/Resources<<${category}>>`,
    stream: '/Fm Do',
  });
  const file = (category: string): Uint8Array =>
    onePage('/Contents 12 0 R/Resources<</XObject<</Fm 10 0 R>>>>', { 10: form(category), 12: { stream: '/Fm Do' } });
  expect(canonical(file('/XObject<</Fm null/Other 10 0 R>>'))).toContain('/Resources<</XObject<<>>>>');
  expect(canonical(file('/XObject<<>>'))).toContain('/Resources<</XObject<<>>>>');
  expect(canonical(file('/XObject<<>>/Font<</F1 10 0 R>>'))).toContain('/Resources<</XObject<<>>>>');
  expect(canonical(file(''))).toContain('/Resources<<>>');
});

test('large name trees become balanced, sorted, with limits', () => {
  const names = Array.from(
    { length: 200 },
    (_, index) => `(k${String((index * 73) % 200).padStart(3, '0')})[3 0 R/Fit]`,
  );
  const text = canonical(onePage('', {}, `/Names<</Dests<</Names[${names.join('')}]>>>>`));
  expect(text).toMatch(/\/Dests<<\/Kids\[(\d+ 0 R ?){4}\]>>/);
  expect(text).toContain('/Limits[(k000)(k063)]');
  expect(text).toContain('/Limits[(k192)(k199)]');
});

test('text is spelled in one encoding where it is known to be text', () => {
  const text = canonical(
    onePage('/Annots[<</Subtype/Text/Rect[0 0 1 1]/Contents<feff00480069>/Custom<feff00480069>>>]'),
  );
  expect(text).toContain('/Contents(Hi)');
  expect(text).toContain('/Custom<feff00480069>');
});

test('nothing is written that is more than may be read again', () => {
  const shared = { 10: '(A)' };
  const listing = (times: number) => onePage(`/Custom[${'10 0 R '.repeat(times)}]`, shared);
  expect(openDocument(Buffer.from(canonical(listing(300_000)), 'latin1')).pages).toHaveLength(1);
  expect(() => canonical(listing(800_000))).toThrow(/writtenNodes/);
});
