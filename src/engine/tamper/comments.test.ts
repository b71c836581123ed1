import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { isGrave } from '#engine/facts/report.ts';
import { normalize } from '#engine/normalize.ts';
import type { BuiltObject } from '#test/support/builders/pdf.ts';
import {
  certified,
  lookOf,
  type Objects,
  pageWith,
  PAID_LOOK,
  sign,
} from '#test/support/builders/signature-attacks.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

type Tuple = readonly [how: string, annotations: readonly string[], looks?: Objects];

interface Case {
  readonly how: string;
  readonly annotations: readonly string[];
  readonly looks: Objects;
}

function cases(tuples: readonly Tuple[]): Case[] {
  return tuples.map(([how, annotations, looks = {}]) => ({ how, annotations, looks }));
}

interface Verdict {
  readonly isValid: boolean;
  readonly isGrave: boolean;
}

async function verdictOf(pdf: Uint8Array): Promise<Verdict> {
  const { report } = await normalize(pdf, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' });
  return {
    isValid: report.security.overallSignatureStatus === 'ALL_VALID',
    isGrave: report.tamperAnalysis?.anomalies.some(isGrave) ?? false,
  };
}

/**
 * The line `Pay one hundred` is at 72 700 in letters of 24 units. Annotations have the numbers from 40, and their
 * appearances those from 60.
 */
async function afterLevel3(annotations: readonly string[], looks: Objects = {}): Promise<Verdict> {
  const numbers = annotations.map((_, index) => 40 + index);
  const objects = Object.fromEntries(annotations.map((entries, index) => [40 + index, `<</Type/Annot${entries}>>`]));
  const page = pageWith(['10 0 R', ...numbers.map((number) => `${number} 0 R`)].join(' '));
  return verdictOf(appendUpdate(sign({}, certified(3)), { 3: page, ...objects, ...looks }));
}

const drawing = (stream: string, entries = ''): BuiltObject => ({
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 300 60]/Resources<<${entries}>>`,
  stream,
});
const LOOK = '/AP<</N 60 0 R>>';
const OVER = '/Rect[60 680 360 740]/F 4';
const BESIDE = '/Rect[60 80 360 140]/F 4';
const QUADS = '/QuadPoints[60 740 360 740 60 680 360 680]';
const WHITE_AREA = { 60: drawing('1 g 0 0 300 60 re f') };
const WHITE_LINES = [...Array(30).keys()].map((at) => `0 ${2 * at} m 300 ${2 * at} l S`).join(' ');

const HIDING: readonly Tuple[] = [
  [
    'borders of links, stacked',
    [698, 704, 710, 716].map((y) => `/Subtype/Link/Rect[60 ${y} 360 ${y}]/F 4/C[1 1 1]/Border[0 0 6]`),
  ],
  [
    'thin borders of links, stacked',
    [...Array(14).keys()].map(
      (at) => `/Subtype/Link/Rect[60 ${698 + 1.5 * at} 360 ${698 + 1.5 * at}]/C[1 1 1]/BS<</W 2>>`,
    ),
  ],
  [
    'the border of a link beside an empty appearance',
    [`/Subtype/Link/Rect[60 705 360 706]/C[1 1 1]/Border[0 0 40]/AP<<>>`],
  ],
  [
    'an open pop-up',
    [`/Subtype/Popup/Open true/Parent 41 0 R${OVER}`, '/Subtype/Text/Rect[500 100 518 118]/Contents(x)'],
  ],
  [
    'a pop-up whose note is open',
    [`/Subtype/Popup/Parent 41 0 R${OVER}`, '/Subtype/Text/Open true/Rect[500 100 518 118]'],
  ],
  ...['Square', 'Circle', 'Polygon'].map(
    (subtype) =>
      [
        `a ${subtype} with interior colour`,
        [`/Subtype/${subtype}${OVER}/IC[1 1 1]/Vertices[60 680 360 680 360 740 60 740]`],
      ] as const,
  ),
  ['a thick line', [`/Subtype/Line${OVER}/L[60 706 360 706]/C[1 1 1]/BS<</W 30>>`]],
  ['a thick polyline', [`/Subtype/PolyLine${OVER}/Vertices[60 690 210 720 360 690]/C[1 1 1]/BS<</W 60>>`]],
  ['thick ink', [`/Subtype/Ink${OVER}/InkList[[60 706 360 706]]/C[1 1 1]/BS<</W 30>>`]],
  ['a free text with a background', [`/Subtype/FreeText${OVER}/C[1 1 1]/DA(/F1 12 Tf)/Contents(x)`]],
  ['a strike-out of a high text', [`/Subtype/StrikeOut${OVER}/QuadPoints[60 800 360 800 60 612 360 612]/C[1 1 1]`]],
  [
    'underlines, stacked',
    [698, 703, 708, 713, 718].map(
      (y) => `/Subtype/Underline${OVER}/QuadPoints[60 ${y + 5} 360 ${y + 5} 60 ${y} 360 ${y}]/C[1 1 1]/BS<</W 6>>`,
    ),
  ],
  ...[
    'Highlight',
    'Underline',
    'Squiggly',
    'StrikeOut',
    'Ink',
    'Square',
    'Stamp',
    'FreeText',
    'Text',
    'Caret',
    'Link',
    'Line',
  ].map((subtype) => [`the appearance of a ${subtype}`, [`/Subtype/${subtype}${OVER}${LOOK}`], WHITE_AREA] as const),
  [
    'half an area each',
    [`/Subtype/Ink${OVER}${LOOK}`, `/Subtype/Ink${OVER}${LOOK}`],
    { 60: drawing(`/G gs 1 g ${'0 0 300 60 re f '.repeat(2)}`, '/ExtGState<</G<</ca .5>>>>') },
  ],
  [
    'letters in the colour of paper upon those of the page',
    [`/Subtype/Ink${OVER}${LOOK}`],
    { 60: drawing('1 g BT /F1 24 Tf 12 20 Td (Pay one hundred) Tj ET', '/Font<</F1 5 0 R>>') },
  ],
  [
    'letters with a thick outline',
    [`/Subtype/Ink${OVER}${LOOK}`],
    { 60: drawing('1 G 60 w BT 1 Tr /F1 24 Tf 12 20 Td (..................) Tj ET', '/Font<</F1 5 0 R>>') },
  ],
  [
    'a glyph of a Type 3 font that is larger than its em',
    [`/Subtype/Ink${OVER}${LOOK}`],
    {
      60: drawing('BT /T 1 Tf (a) Tj ET', '/Font<</T 61 0 R>>'),
      61: '<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a 62 0 R>>>>',
      62: { stream: '1 0 d0 1 g 0 0 300 60 re f' },
    },
  ],
  ['thin lines', [`/Subtype/Ink${OVER}${LOOK}`], { 60: drawing(`1 G 2 w ${WHITE_LINES}`) }],
  [
    'slanted lines',
    [`/Subtype/Ink${OVER}${LOOK}`],
    { 60: drawing(`1 G 20 w ${[...Array(20).keys()].map((at) => `${20 * at - 60} 0 m ${20 * at} 60 l S`).join(' ')}`) },
  ],
  [
    'triangles',
    [`/Subtype/Ink${OVER}${LOOK}`],
    { 60: drawing('1 g 0 0 m 300 0 l 300 60 l f 0 0 m 0 60 l 300 60 l f') },
  ],
  [
    'an area within a clip of three corners',
    [`/Subtype/Ink${OVER}${LOOK}`],
    { 60: drawing('0 0 m 300 0 l 0 600 l W n 1 g 0 0 300 60 re f') },
  ],
  [
    'a pattern of tiles',
    [`/Subtype/Ink${OVER}${LOOK}`],
    {
      60: drawing('/Pattern cs /P scn 0 0 300 60 re f', '/Pattern<</P 61 0 R>>'),
      61: {
        dict: '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>',
        stream: '1 g 0 0 9 9 re f',
      },
    },
  ],
  [
    'signs that are squares',
    [`/Subtype/Stamp${OVER}${LOOK}`],
    {
      60: drawing(
        '1 g BT /Z 60 Tf 0 5 Td (nnnnn) Tj ET',
        '/Font<</Z<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>',
      ),
    },
  ],
  [
    'an area after more saved states than are read',
    [`/Subtype/Ink${OVER}${LOOK}`],
    { 60: drawing(`1 0 0 1 900 0 cm ${'q '.repeat(500)} 1 0 0 1 -900 0 cm q Q 1 g 0 0 300 60 re f`) },
  ],
  [
    'an area in more forms than are read',
    [`/Subtype/Ink${OVER}${LOOK}`],
    Object.fromEntries(
      [...Array(12).keys()].map((at) => [
        60 + at,
        at === 11 ? drawing('1 g 0 0 300 60 re f') : drawing('/F Do', `/XObject<</F ${61 + at} 0 R>>`),
      ]),
    ),
  ],
  [
    'an appearance without a box',
    [`/Subtype/Ink${OVER}${LOOK}`],
    { 60: { dict: '/Type/XObject/Subtype/Form', stream: '1 g 10 10 290 40 re f' } },
  ],
  ['a note over the line', ['/Subtype/Text/Rect[72 695 96 719]/F 4']],
  ['a note whose icon is drawn beyond its rectangle', ['/Subtype/Text/Rect[62 709 62 709]/F 4']],
];

const FALSE_SHOWING: readonly Tuple[] = [
  ['a mark that shows a text', [`/Subtype/Highlight${BESIDE}${QUADS}${LOOK}`], { 60: PAID_LOOK }],
  [
    'a mark that shows a text under the pointer',
    [`/Subtype/Highlight${BESIDE}/AP<</N 61 0 R/R 60 0 R>>`],
    { 60: PAID_LOOK, 61: drawing('') },
  ],
  [
    'a mark that shows a text in another state',
    [`/Subtype/Highlight${BESIDE}/AS/A/AP<</N<</A 61 0 R/B 60 0 R>>>>`],
    { 60: PAID_LOOK, 61: drawing('') },
  ],
  [
    'a stamp that goes on with a line',
    [`/Subtype/Stamp/Rect[250 690 450 720]/F 4${LOOK}`],
    { 60: lookOf(' thousand', '') },
  ],
  ['a free text within a line', [`/Subtype/FreeText/Rect[72 690 272 720]/F 4${LOOK}`], { 60: lookOf('9', '') }],
  [
    'a stamp in a size of its own',
    [`/Subtype/Stamp${BESIDE.replace('F 4', 'F 28')}${LOOK}`],
    { 60: lookOf('APPROVED') },
  ],
  ['a line with a caption', [`/Subtype/Line${BESIDE}/L[60 100 360 100]/Cap true/Contents(Pay more)`]],
  ...[
    'Redact',
    'Watermark',
    'Screen',
    'Movie',
    'RichMedia',
    '3D',
    'Sound',
    'TrapNet',
    'PrinterMark',
    'Projection',
    'Unheard',
  ].map((subtype) => [`a ${subtype}`, [`/Subtype/${subtype}${BESIDE}${LOOK}`], WHITE_AREA] as const),
];

const HONEST: readonly Tuple[] = [
  ['a highlight of the line', [`/Subtype/Highlight${OVER}${QUADS}/C[1 1 0]/Contents(Good)`]],
  [
    'a highlight with an appearance that multiplies',
    [`/Subtype/Highlight${OVER}${QUADS}${LOOK}`],
    { 60: drawing('/G gs 1 1 0 rg 0 0 300 60 re f', '/ExtGState<</G<</BM/Multiply>>>>') },
  ],
  [
    'a strike-out that is drawn as a thin area',
    [`/Subtype/StrikeOut${OVER}${QUADS}${LOOK}`],
    { 60: drawing('1 0 0 rg 0 25 300 1.5 re f') },
  ],
  [
    'a strike-out without an appearance',
    ['/Subtype/StrikeOut/Rect[72 694 260 722]/F 4/QuadPoints[72 722 260 722 72 694 260 694]/C[1 0 0]'],
  ],
  ['an underline', ['/Subtype/Underline/Rect[72 694 260 722]/F 4/QuadPoints[72 722 260 722 72 694 260 694]/C[0 1 0]']],
  [
    'a link over the line with the usual border',
    ['/Subtype/Link/Rect[72 694 260 722]/Border[0 0 1]/C[0 0 1]/A<</S/URI/URI(https://example.org/)>>'],
  ],
  [
    'a note beside the text with its closed pop-up',
    [
      '/Subtype/Text/Rect[500 100 518 118]/F 28/Popup 41 0 R/Contents(Why?)',
      '/Subtype/Popup/Parent 40 0 R/Rect[400 650 600 750]/F 28/Open false',
    ],
  ],
  [
    'a hidden reply that states a review',
    ['/Subtype/Text/Rect[72 695 96 719]/F 30/State(Accepted)/StateModel(Review)'],
  ],
  ['a stamp beside the text', [`/Subtype/Stamp${BESIDE}${LOOK}`], { 60: lookOf('APPROVED') }],
  [
    'a free text beside the text',
    [`/Subtype/FreeText${BESIDE}/DA(/F1 12 Tf)/Contents(I agree)${LOOK}`],
    { 60: lookOf('I agree', '') },
  ],
  [
    'ink around a word',
    [`/Subtype/Ink/Rect[60 690 130 730]/F 4${LOOK}`],
    {
      60: {
        dict: '/Type/XObject/Subtype/Form/BBox[0 0 70 40]',
        stream: '1 0 0 RG 2 w 35 1 m 50 1 69 10 69 20 c 69 30 50 39 35 39 c 20 39 1 30 1 20 c 1 10 20 1 35 1 c S',
      },
    },
  ],
  [
    'a wavy line of ink without an appearance',
    ['/Subtype/Ink/Rect[70 686 360 694]/F 4/InkList[[72 690 100 692 140 688 180 692]]/C[1 0 0]/BS<</W 2>>'],
  ],
  ['a frame around the line', ['/Subtype/Square/Rect[66 690 270 724]/F 4/C[1 0 0]/BS<</W 2>>']],
  ['an arrow to the line', ['/Subtype/Line/Rect[280 600 400 700]/F 4/L[400 600 280 700]/LE[/None/OpenArrow]/C[1 0 0]']],
];

/** A signed annotation and its form after the update; nothing if the update removes it. */
async function changed(was: string, is: string | undefined, objects: Objects = {}): Promise<Verdict> {
  const page = (annotation: string): Objects => ({ 3: pageWith(`10 0 R 41 0 R${annotation}`) });
  const popup = '<</Type/Annot/Subtype/Popup/Parent 40 0 R/Rect[60 680 360 740]/F 28>>';
  const signed = sign({ ...page(' 40 0 R'), 40: `<</Type/Annot${was}>>`, 41: popup, ...objects }, certified(3));
  return verdictOf(appendUpdate(signed, is === undefined ? page('') : { 40: `<</Type/Annot${is}>>` }));
}

const NOTE = '/Subtype/Text/Rect[500 100 518 118]/F 28';
const STRUCK = `/Subtype/StrikeOut${OVER}${QUADS}`;

describe('an annotation that was signed, after a certification of level 3', () => {
  it.each([
    [
      'a hidden area is shown',
      `/Subtype/Square${OVER.replace('F 4', 'F 2')}/IC[1 1 1]`,
      `/Subtype/Square${OVER}/IC[1 1 1]`,
    ],
    ['a strike-out is hidden', `${STRUCK}/C[1 0 0]`, `${STRUCK.replace('F 4', 'F 2')}/C[1 0 0]`],
    ['a strike-out loses its colour', `${STRUCK}/C[1 0 0]`, `${STRUCK}/C[]`],
    ['a strike-out is removed', `${STRUCK}/C[1 0 0]`, undefined],
    ['a free text is written anew', `/Subtype/FreeText${BESIDE}/Contents(1)`, `/Subtype/FreeText${BESIDE}/Contents(2)`],
    ['a stamp is removed', `/Subtype/Stamp${BESIDE}/Name/Draft`, undefined],
    ['an opaque mark is moved away', `/Subtype/Highlight${OVER}${LOOK}`, `/Subtype/Highlight${BESIDE}${LOOK}`],
    ['an opaque mark is removed', `/Subtype/Highlight${OVER}${LOOK}`, undefined],
    ['a note is opened, whose pop-up lies over the text', NOTE, `${NOTE}/Open true`],
  ])('may not be changed: %s', async (_, was, is) => {
    expect(await changed(was, is, WHITE_AREA)).toEqual({ isValid: false, isGrave: true });
  });

  it.each([
    ['a note says something else', `${NOTE}/Contents(Why?)`, `${NOTE}/Contents(Because)`],
    ['a note is moved', NOTE, NOTE.replace('500 100 518 118', '500 200 518 218')],
    ['a note is removed', NOTE, undefined],
    ['a highlight is removed', `/Subtype/Highlight${OVER}${QUADS}/C[1 1 0]`, undefined],
    ['a strike-out gets a comment', `${STRUCK}/C[1 0 0]`, `${STRUCK}/C[1 0 0]/Contents(Why?)/M(D:2026)`],
  ])('may be changed: %s', async (_, was, is) => {
    expect(await changed(was, is)).toEqual({ isValid: true, isGrave: false });
  });
});

/** A page that is a picture, with its text unpainted over it. */
const SCAN: Objects = {
  4: { stream: 'q 612 0 0 792 0 0 cm /I Do Q BT 3 Tr /F1 24 Tf 72 700 Td (Pay one hundred) Tj ET' },
  90: { dict: '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray', stream: 'x' },
};
const scanned = (annotations: string): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</I 90 0 R>>>>/Annots[${annotations}]>>`;

async function ofScan(annotation: string, looks: Objects = {}): Promise<Verdict> {
  const signed = sign({ ...SCAN, 3: scanned('10 0 R') }, certified(3));
  return verdictOf(appendUpdate(signed, { 3: scanned('10 0 R 40 0 R'), 40: `<</Type/Annot${annotation}>>`, ...looks }));
}

describe('a scan after a certification of level 3', () => {
  it.each([
    ['an area over its text', `/Subtype/Square${OVER}/IC[1 1 1]`, {}],
    ['an area over another part', `/Subtype/Square${BESIDE}/IC[1 1 1]`, {}],
    ['an opaque stamp', `/Subtype/Stamp${BESIDE}${LOOK}`, { 60: drawing('1 g 0 0 300 60 re f') }],
    ['thin lines over its text', `/Subtype/Ink${OVER}${LOOK}`, { 60: drawing(`1 G 2 w ${WHITE_LINES}`) }],
  ])('may not get %s', async (_, annotation, looks) => {
    expect(await ofScan(annotation, looks)).toEqual({ isValid: false, isGrave: true });
  });

  it.each([
    ['a highlight', `/Subtype/Highlight${OVER}${QUADS}/C[1 1 0]`, {}],
    ['ink', `/Subtype/Ink${BESIDE}/InkList[[72 100 200 120 300 90]]/C[1 0 0]/BS<</W 3>>`, {}],
    ['a stamp that lets the paper through', `/Subtype/Stamp${BESIDE}${LOOK}`, { 60: lookOf('APPROVED', '') }],
    ['a note', '/Subtype/Text/Rect[500 100 518 118]/F 28', {}],
  ])('may get %s', async (_, annotation, looks) => {
    expect(await ofScan(annotation, looks)).toEqual({ isValid: true, isGrave: false });
  });
});

describe('a certification of level 3', () => {
  it.each(cases(HIDING))('is broken by $how over the text', async ({ annotations, looks }) => {
    expect(await afterLevel3(annotations, looks)).toEqual({ isValid: false, isGrave: true });
  });

  it.each(cases(FALSE_SHOWING))('does not allow $how', async ({ annotations, looks }) => {
    expect(await afterLevel3(annotations, looks)).toEqual({ isValid: false, isGrave: true });
  });

  it.each(cases(HONEST))('allows $how', async ({ annotations, looks }) => {
    expect(await afterLevel3(annotations, looks)).toEqual({ isValid: true, isGrave: false });
  });
});
