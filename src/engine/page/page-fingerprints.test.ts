import { describe, expect, test } from 'vitest';
import { buildPdf, type BuiltObject } from '#test/support/builders/pdf.ts';
import { pageFingerprints } from './page-fingerprints.ts';

interface Built {
  readonly content: string;
  /** Entries of the resources in addition to the font `F`. */
  readonly resources?: string;
  /** Entries of the page. */
  readonly page?: string;
  readonly objects?: Readonly<Record<number, BuiltObject>>;
}

const LINE = 'BT /F 12 Tf 72 400 Td (Pay one hundred) Tj ET';
const STAMP = 'BT /F 10 Tf 72 770 Td (Case 1:23-cv-01234 Document 12 Page 3 of 9) Tj ET';
const BATES = 'BT /F 10 Tf 500 20 Td (ABC000123) Tj ET';
const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F 5 0 R>>>>';

function pageOf({ content, resources = '', page = '', objects = {} }: Built) {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 5 0 R>>${resources}>>${page}>>`,
    4: { stream: content },
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...objects,
  });
  const [found = expect.fail('no page')] = pageFingerprints(file) ?? [];
  return found;
}

const fingerprint = (content: string, more: Omit<Built, 'content'> = {}) => pageOf({ content, ...more }).fingerprint;
const body = (content: string, more: Omit<Built, 'content'> = {}) => pageOf({ content, ...more }).withoutMargins;

const PATTERN = (name: string): Readonly<Record<number, BuiltObject>> => ({
  20: {
    dict: `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Font<</${name} 5 0 R>>>>`,
    stream: `BT /${name} 5 Tf (x) Tj ET`,
  },
});
const PATTERNED = '/Pattern cs /P scn 0 100 300 300 re f';

describe('two pages have one fingerprint', () => {
  test.each([
    ['under other names of resources', LINE, LINE.replace('/F', '/G')],
    ['with other digits that no reader shows', '595.303937007874 1 l S', '595.30394 1 l S'],
    ['within saved states', LINE, `q ${LINE} Q`],
    ['with a clipping path around the page', LINE, `q 0 0 612 792 re W n ${LINE} Q`],
    ['with a state that nothing is painted in', LINE, `q 1 0 0 rg 5 w Q ${LINE}`],
    ['with a black that another operator sets', LINE, `/DeviceGray cs 0 sc ${LINE}`],
    ['with marked content', LINE, `/P <</MCID 0>> BDC ${LINE} EMC`],
  ])('%s', (_, a, b) => {
    expect(fingerprint(b)).toBe(fingerprint(a));
  });

  test('when one of them paints its content as a form', () => {
    const form = { dict: FORM, stream: LINE };
    const grouped = { dict: `${FORM}/Group<</S/Transparency/CS/DeviceRGB>>`, stream: LINE };
    for (const object of [form, grouped]) {
      expect(fingerprint('q /X Do Q', { resources: '/XObject<</X 9 0 R>>', objects: { 9: object } })).toBe(
        fingerprint(LINE),
      );
    }
  });

  test('under other names within a pattern', () => {
    const resources = '/Pattern<</P 20 0 R>>';
    expect(fingerprint(PATTERNED, { resources, objects: PATTERN('A') })).toBe(
      fingerprint(PATTERNED, { resources, objects: PATTERN('B') }),
    );
  });
});

describe('two pages have two fingerprints', () => {
  const state = (entries: string) => ({ resources: `/ExtGState<</S<<${entries}>>>>` });
  test.each([
    ['with another letter', LINE.replace('one', 'two'), {}],
    ['with another place', LINE.replace('400', '400.5'), {}],
    ['with another colour', `0 0 1 rg ${LINE}`, {}],
    ['with another size', LINE.replace('12 Tf', '13 Tf'), {}],
    ['with text that is not painted', LINE.replace('Td', 'Td 3 Tr'), {}],
    ['with a letter more of a font that is missing', `${LINE} BT /Z 12 Tf (x) Tj ET`, {}],
    ['with a mark more', `${LINE} 9 9 9 9 re f`, {}],
    ['with a clipping path that hides something', `0 0 300 792 re W n ${LINE}`, {}],
    ['rotated', LINE, { page: '/Rotate 90' }],
    ['in another box', LINE, { page: '/CropBox[0 0 600 792]' }],
    ['in another unit', LINE, { page: '/UserUnit 2' }],
    ['with transparency', `/S gs ${LINE}`, state('/ca .5')],
    ['with text that replaces the text', `/Span <</ActualText(Pay two)>> BDC ${LINE} EMC`, {}],
    [
      'with a group in which something is transparent',
      '/X Do',
      {
        resources: '/XObject<</X 9 0 R>>',
        objects: {
          9: {
            dict: `${FORM.replace('>>>>', '>>/ExtGState<</S<</ca .5>>>>>>')}/Group<</S/Transparency>>`,
            stream: `/S gs ${LINE}`,
          },
        },
      },
    ],
    [
      'with an annotation that is drawn',
      LINE,
      {
        page: '/Annots[<</Subtype/Stamp/Rect[100 100 200 200]/AP<</N 9 0 R>>>>]',
        objects: { 9: { dict: FORM, stream: LINE } },
      },
    ],
    ['with a link in a frame', LINE, { page: '/Annots[<</Subtype/Link/Rect[100 100 200 200]>>]' }],
  ] as const)('%s', (_, content, more) => {
    expect(fingerprint(content, more)).not.toBe(fingerprint(LINE));
  });

  test('and the state of a mark is the one that it is painted in', () => {
    expect(fingerprint('1 g 0 0 9 9 re f 0 g 20 0 9 9 re f')).not.toBe(
      fingerprint('0 g 0 0 9 9 re f 1 g 20 0 9 9 re f'),
    );
  });
});

test('annotations that no viewer draws do not count', () => {
  const hidden = '<</Subtype/Stamp/F 2/Rect[100 100 200 200]/AP<</N 9 0 R>>>>';
  const quiet = '<</Subtype/Link/Rect[100 100 200 200]/Border[0 0 0]>>';
  const objects = { 9: { dict: FORM, stream: LINE } };
  for (const one of [hidden, quiet])
    expect(fingerprint(LINE, { page: `/Annots[${one}]`, objects })).toBe(fingerprint(LINE));
});

describe('without its margins a page is the page before it was stamped', () => {
  test.each([
    ['behind the page', `${LINE} ${STAMP} ${BATES}`],
    ['before the page', `${STAMP} ${BATES} ${LINE}`],
    ['on a white area', `${LINE} q 1 g 60 750 500 30 re f Q ${STAMP}`],
  ])('%s', (_, content) => {
    expect(body(content)).toBe(body(LINE));
    expect(fingerprint(content)).not.toBe(fingerprint(LINE));
  });

  test('with a form', () => {
    const form = { dict: `${FORM}/Group<</S/Transparency>>`, stream: STAMP };
    const more = { resources: '/XObject<</X 9 0 R>>', objects: { 9: form } };
    expect(body(`q ${LINE} Q q /X Do Q`, more)).toBe(body(LINE));
  });

  test('at the top and at the bottom as a viewer shows them', () => {
    const aside = 'q 0 1 -1 0 612 0 cm BT /F 10 Tf 72 590 Td (Case 1) Tj ET Q';
    expect(body(`${LINE} ${aside}`, { page: '/Rotate 90' })).toBe(body(LINE, { page: '/Rotate 90' }));
    expect(body(`${LINE} ${aside}`)).not.toBe(body(LINE));
  });

  test('but what reaches into the body counts', () => {
    expect(body(`${LINE} BT /F 10 Tf 72 700 Td (Case) Tj ET`)).not.toBe(body(LINE));
    expect(body(`${LINE} 0 0 612 792 re S`)).not.toBe(body(LINE));
  });
});

test('a page whose body is blank has a fingerprint with its margins alone', () => {
  expect(pageOf({ content: '' })).toEqual({
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    withoutMargins: null,
  });
  expect(pageOf({ content: STAMP })).toMatchObject({ withoutMargins: null });
  expect(fingerprint('')).toBe(fingerprint('q Q'));
});

test('the two fingerprints of one page are never equal', () => {
  const { fingerprint: whole, withoutMargins } = pageOf({ content: LINE });
  expect(withoutMargins).not.toBe(whole);
});

test('a page says the same whatever the pages before it are', () => {
  const pages = (order: readonly string[]) =>
    pageFingerprints(
      buildPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: `<</Type/Pages/Kids[${order.map((_, index) => `${10 + index} 0 R`).join(' ')}]/Count ${order.length}>>`,
        5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
        ...Object.fromEntries(
          order.flatMap((content, index): [number, BuiltObject][] => [
            [
              10 + index,
              `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${30 + index} 0 R/Resources<</Font<</F${index} 5 0 R>>>>>>`,
            ],
            [30 + index, { stream: content.replaceAll('/F', `/F${index}`) }],
          ]),
        ),
      }),
    ) ?? expect.fail('no pages');
  const [first, second] = pages([LINE, STAMP]);
  expect(pages([STAMP, LINE])).toEqual([second, first]);
});

test('a pattern that paints itself and a form that paints itself end', () => {
  const resources = '/Pattern<</P 20 0 R>>/XObject<</X 21 0 R>>';
  const own = `/Resources<<${resources}>>`;
  const objects = {
    20: { dict: `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9${own}`, stream: PATTERNED },
    21: { dict: `/Subtype/Form/BBox[0 0 9 9]${own}`, stream: '/X Do 0 0 5 5 re f' },
  };
  expect(fingerprint(`${PATTERNED} /X Do`, { resources, objects })).toMatch(/^[0-9a-f]{64}$/);
});

test('content that nests marks without end takes no more time than its length', () => {
  const depth = 20_000;
  const nested = `${'/P BMC '.repeat(depth)}${'0 0 9 9 re f '.repeat(depth)}${'EMC '.repeat(depth)}`;
  expect(fingerprint(nested)).toBe(fingerprint('0 0 9 9 re f '.repeat(depth)));
});
