import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { isGrave } from '#engine/facts/report.ts';
import { normalize } from '#engine/normalize.ts';
import type { BuiltObject } from '#test/support/builders/pdf.ts';
import {
  certified,
  form,
  lookOf,
  type Objects,
  pageWith,
  RESOURCES,
  sign,
} from '#test/support/builders/signature-attacks.ts';
import type { SignOptions } from '#test/support/builders/signed-pdf.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

const WIDGET = '/Type/Annot/Subtype/Widget/P 3 0 R/F 4/Rect[220 445 520 465]';
const amount = (entries = '', look = '/AP<</N 31 0 R>>'): string =>
  `<</FT/Tx/T(amount)/V(100)${WIDGET}${look}${entries}>>`;
const list = (entries: string): string => `<</FT/Ch/T(list)/Opt[(1)(2)(3)]${WIDGET}${entries}>>`;
const shown = (entries: string, stream = 'BT /F1 12 Tf 2 6 Td (100) Tj ET'): BuiltObject => ({
  dict: `/Type/XObject/Subtype/Form${RESOURCES}${entries}`,
  stream,
});
const HONEST_LOOK = shown('/BBox[0 0 300 20]');

interface Case {
  readonly what: string;
  readonly signed?: Objects;
  readonly update: Objects;
}

const number = amount().replace('(100)', '(1900)');
/** Each one draws the digits of 1900 in the order of the value. */
const DISORDERED = [
  ['in another order', 'BT /F1 12 Tf 20 6 Td (1) Tj -18 0 Td (9) Tj 30 0 Td (00) Tj ET'],
  ['from right to left', 'BT /F1 12 Tf -14 Tc 100 6 Td (1900) Tj ET'],
  ['upon each other', 'BT /F1 12 Tf 2 6 Td (19) Tj 14 0 Td (0) Tj 0 0 Td (0) Tj ET'],
] as const;
const HALF = '/V(x)/AP<</N 40 0 R>>';
const overText = (name: string, entries: string): string =>
  `<</FT/Tx/T(${name})${WIDGET.replace('220 445 520 465', '60 680 360 740')}${entries}>>`;
const HALF_OPAQUE: BuiltObject = {
  dict: '/Type/XObject/Subtype/Form/BBox[0 0 300 60]/Resources<</Font<</F1 5 0 R>>/ExtGState<</G<</ca .5>>/H<</ca 1>>>>>>',
  stream: '/G gs 1 g 0 0 300 60 re f 0 0 300 60 re f 0 0 300 60 re f /H gs 0 g BT /F1 12 Tf 2 2 Td (x) Tj ET',
};

const box = (looks: string): string =>
  `<</FT/Btn/T(box)/V/Yes/AS/Yes/Type/Annot/Subtype/Widget/P 3 0 R/F 4/Rect[220 445 240 465]/AP<<${looks}>>>>`;
const TICK: BuiltObject = {
  dict: '/Subtype/Form/BBox[0 0 20 20]/Resources<</Font<</Z<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>>>',
  stream: 'BT /Z 16 Tf 2 4 Td (4) Tj ET',
};

const FORGED: readonly Case[] = [
  { what: 'a matrix that mirrors the appearance', update: { 31: shown('/BBox[0 0 300 20]/Matrix[-1 0 0 1 0 0]') } },
  { what: 'a matrix that puts it on its head', update: { 31: shown('/BBox[0 0 300 20]/Matrix[-1 0 0 -1 0 0]') } },
  {
    what: 'content that is mirrored',
    update: { 31: shown('/BBox[0 0 300 20]', 'q -1 0 0 1 300 0 cm BT /F1 12 Tf 2 6 Td (100) Tj ET Q') },
  },
  { what: 'a box so large that the text is tiny', update: { 31: shown('/BBox[0 0 30000 2000]') } },
  {
    what: 'a matrix and a box that move the text out of sight',
    update: { 31: shown('/BBox[300 0 600 20]/Matrix[2 0 0 2 50 50]') },
  },
  ...['/CA 0', '/ca 0', '/BM/Screen'].map((entry) => ({ what: `the entry ${entry}`, update: { 30: amount(entry) } })),
  ...['R', 'D'].map((kind) => ({
    what: `another text in the appearance /${kind}`,
    update: { 30: amount('', `/AP<</N 31 0 R/${kind} 32 0 R>>`), 32: lookOf('900000') },
  })),
  {
    what: 'a list that is scrolled from its value',
    signed: { 30: list('/V(1)/TI 0') },
    update: { 30: list('/V(1)/TI 2') },
  },
  { what: 'a list that marks another choice', signed: { 30: list('/V(1)/I[0]') }, update: { 30: list('/V(1)/I[1]') } },
  ...DISORDERED.map(([what, stream]) => ({
    what: `digits ${what}`,
    signed: { 30: number, 31: shown('/BBox[0 0 300 20]', 'BT /F1 12 Tf 2 6 Td (1900) Tj ET') },
    update: { 31: shown('/BBox[0 0 300 20]', stream) },
  })),
  {
    what: 'digits that two forms draw, one of them twice',
    signed: { 30: number, 31: shown('/BBox[0 0 300 20]', 'BT /F1 12 Tf 2 6 Td (1900) Tj ET') },
    update: {
      31: {
        dict: '/Type/XObject/Subtype/Form/BBox[0 0 300 20]/Resources<</XObject<</A 32 0 R/B 33 0 R>>>>',
        stream: '/A Do 1 0 0 1 20 0 cm /B Do 1 0 0 1 20 0 cm /B Do',
      },
      32: shown('/BBox[0 0 300 20]', 'BT /F1 12 Tf 2 6 Td (19) Tj ET'),
      33: shown('/BBox[0 0 300 20]', 'BT /F1 12 Tf 2 6 Td (00) Tj ET'),
    },
  },
  {
    what: 'appearances that hide text of the page together',
    signed: {
      1: form('10 0 R 30 0 R 34 0 R'),
      3: pageWith('10 0 R 30 0 R 34 0 R'),
      30: overText('a', ''),
      34: overText('b', ''),
    },
    update: { 30: overText('a', HALF), 34: overText('b', HALF), 40: HALF_OPAQUE },
  },
  ...[
    ['letters that are higher than the field', '/DA(/F1 200 Tf 0 g)'],
    ['a line of letters that is longer than the field', '/DA(/F1 30 Tf 0 g)/Rect[220 445 250 465]'],
    ['the colour of its background', '/DA(/F1 12 Tf .8 .8 1 rg)/MK<</BG[.8 .8 1]>>'],
  ].map(([what = '', entries = '']) => ({
    what: `no appearance, so that readers draw it in ${what}`,
    signed: { 30: amount(entries.replace(/(?<=DA)[^)]*/, '(/F1 12 Tf 0 g')) },
    update: { 30: amount(entries, '') },
  })),
  {
    what: 'an appearance whose font is nowhere',
    update: {
      31: {
        dict: '/Type/XObject/Subtype/Form/BBox[0 0 300 20]/Resources<<>>',
        stream: 'BT /F1 12 Tf 2 6 Td (100) Tj ET',
      },
    },
  },
  { what: 'an appearance that is no dictionary', update: { 30: amount('', '/AP/N') } },
  {
    what: 'a box without a state',
    signed: { 30: box('/N<</Yes 31 0 R>>'), 31: TICK },
    update: { 30: box('/N<</Yes 31 0 R>>').replace('/AS/Yes', '/AS 1') },
  },
  {
    what: 'a tick whose font is nowhere',
    signed: { 30: box('/N<</Yes 31 0 R>>'), 31: TICK },
    update: { 31: { ...TICK, dict: '/Subtype/Form/BBox[0 0 20 20]/Resources/X' } },
  },
  { what: 'a box that makes the text a fifth as high', update: { 31: shown('/BBox[0 0 300 100]') } },
  {
    what: 'an appearance whose font is another dictionary',
    update: {
      31: {
        dict: '/Type/XObject/Subtype/Form/BBox[0 0 300 20]/Resources<</Font<</F1 30 0 R>>>>',
        stream: 'BT /F1 12 Tf 2 6 Td (100) Tj ET',
      },
    },
  },
  { what: 'a filter that is none', update: { 31: shown('/BBox[0 0 300 20]/Filter 3') } },
  {
    what: 'an appearance that borrows the font of the form',
    signed: { 1: form('10 0 R 30 0 R').replace('/Fields', '/DR<</Font<</F1 5 0 R>>>>/Fields') },
    update: { 31: { dict: '/Type/XObject/Subtype/Form/BBox[0 0 300 20]', stream: 'BT /F1 12 Tf 2 6 Td (100) Tj ET' } },
  },
  { what: 'a matrix that is none', update: { 31: shown('/BBox[0 0 300 20]/Matrix[]') } },
  {
    what: 'a tick without an appearance',
    signed: { 30: box('/N<</Yes 31 0 R>>'), 31: TICK },
    update: { 30: box('/D<<>>') },
  },
];
const HONEST: readonly Case[] = [
  { what: 'no appearance, so that readers draw its value', update: { 30: amount('/DA(/F1 12 Tf 0 g)', '') } },
  {
    what: 'the same appearance in another box',
    update: { 31: shown('/BBox[0 0 150 10]', 'BT /F1 6 Tf 1 3 Td (100) Tj ET') },
  },
  { what: 'the border that it has without an entry', update: { 30: amount('/BS<</S/S/W 1>>/MK<<>>') } },
  {
    what: 'a border without a colour',
    signed: { 30: amount('/BS<</S/S/W 0>>') },
    update: { 30: amount('/BS<</S/S/W 1>>') },
  },
  {
    what: 'a colour in 256 steps',
    signed: { 30: amount('/MK<</BG[.9 .9 1]>>') },
    update: { 30: amount('/MK<</BG[.90196 .90196 1]>>') },
  },
  {
    what: 'words that are drawn one by one, in two lines',
    signed: {
      30: number.replace('(1900)', '(Ada Lovelace of London)'),
      31: shown('/BBox[0 0 300 40]', 'BT /F1 12 Tf 2 26 Td (Ada Lovelace of London) Tj ET'),
    },
    update: {
      31: shown(
        '/BBox[0 0 300 40]',
        'BT /F1 12 Tf 2 26 Td (Ada ) Tj 26 0 Td (Lovelace) Tj -26 -15 Td (of) Tj 14 0 Td (London) Tj ET',
      ),
    },
  },
  { what: 'a list that gets a value', signed: { 30: list('/TI 0') }, update: { 30: list('/V(3)/I[2]/TI 1') } },
  { what: 'a list whose value is marked', signed: { 30: list('/V(1)') }, update: { 30: list('/V(1)/I[0]') } },
  { what: 'the same text in the appearance /D', update: { 30: amount('', '/AP<</N 31 0 R/D 31 0 R>>') } },
];

async function verdictOf({ signed = {}, update }: Case, level: SignOptions) {
  const objects = {
    1: form('10 0 R 30 0 R', level.catalog),
    3: pageWith('10 0 R 30 0 R'),
    30: amount(),
    31: HONEST_LOOK,
    ...signed,
  };
  const { report } = await normalize(appendUpdate(sign(objects, level), update), {
    ...DEFAULT_OPTIONS,
    signedPdfPolicy: 'reject',
  });
  const grave = report.tamperAnalysis?.anomalies.some(isGrave) ?? false;
  return {
    isValid: report.security.overallSignatureStatus === 'ALL_VALID',
    grave,
    risk: report.tamperAnalysis?.riskLevel,
  };
}

describe.each([
  ['an approval', {}],
  ['a certification of level 2', certified(2)],
  ['a certification of level 3', certified(3)],
] as const)('a field after %s', (_, level) => {
  it.each(FORGED)('may not get $what', async (one) => {
    expect(await verdictOf(one, level)).toMatchObject({ isValid: false, grave: true });
  });

  it.each(HONEST)('may get $what', async (one) => {
    expect(await verdictOf(one, level)).toMatchObject({ isValid: true, grave: false });
  });
});

it('a certification that states that forms may be filled in makes no finding above low of it', async () => {
  const empty = { 30: amount('', '').replace('/V(100)', '') };
  const filled = { what: '', signed: empty, update: { 30: amount() } };
  expect(await verdictOf(filled, certified(2))).toEqual({ isValid: true, grave: false, risk: 'low' });
  expect(await verdictOf(filled, {})).toEqual({ isValid: true, grave: false, risk: 'medium' });
});
