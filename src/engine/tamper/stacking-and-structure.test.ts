import { describe, expect, it } from 'vitest';
import { certified, lookOf, pageWith, sign, textField } from '#test/support/builders/signature-attacks.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { verdictOf } from '#test/support/signature-verdict.ts';

const QUIET = { status: 'ALL_VALID', grave: [] };
const fields = (rect: string) => ({
  3: pageWith('30 0 R 32 0 R 10 0 R'),
  30: textField('low', '900', 31),
  31: lookOf('900'),
  32: textField('high', '100', 33, rect),
  33: lookOf('100'),
});
const OVER = '220 445 520 465';
const BESIDE = '220 345 520 365';

it.each([
  ['stands above the other', '32 0 R 30 0 R 10 0 R'],
  ['stands above it for a second time', '30 0 R 32 0 R 10 0 R 30 0 R'],
])('a field that %s shows what was hidden', async (_, annotations) => {
  for (const options of [{}, certified(3)]) {
    const pdf = sign(fields(OVER), { earlier: [30, 32], ...options });
    expect((await verdictOf(pdf)).status).toBe('ALL_VALID');
    const { status, grave } = await verdictOf(appendUpdate(pdf, { 3: pageWith(annotations) }));
    expect([status, grave]).toEqual(['SOME_INVALID', ['ANNOTATION_CHANGED']]);
  }
});

it('fields beside each other may stand in another order', async () => {
  const pdf = sign(fields(BESIDE), { earlier: [30, 32] });
  expect(await verdictOf(appendUpdate(pdf, { 3: pageWith('32 0 R 30 0 R 10 0 R') }))).toEqual(QUIET);
});

const catalog = (root: string): string => `<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R]>>${root}>>`;
const TREE = {
  1: catalog('/StructTreeRoot 30 0 R'),
  30: '<</Type/StructTreeRoot/K[31 0 R]>>',
  31: '<</S/Figure/P 30 0 R/Alt(Fee 100)>>',
};

it.each([
  ['is exchanged', { 30: '<</Type/StructTreeRoot/K[41 0 R]>>', 41: '<</S/Figure/P 30 0 R/Alt(Fee 9)>>' }],
  ['gives way to one that is no object of its own', { 30: '<</Type/StructTreeRoot/K[<</S/Figure/Alt(Fee 9)>>]>>' }],
  [
    'is in another tree',
    {
      1: catalog('/StructTreeRoot 40 0 R'),
      40: '<</Type/StructTreeRoot/K[41 0 R]>>',
      41: '<</S/Figure/P 40 0 R/Alt(Fee 9)>>',
    },
  ],
  ['is gone with its tree', { 1: catalog('') }],
])('an element whose text is read aloud %s', async (_, update) => {
  const { status, grave } = await verdictOf(appendUpdate(sign(TREE), update));
  expect([status, grave]).toEqual(['SOME_INVALID', ['SPOKEN_TEXT_CHANGED']]);
});

it('a new element beside one whose text is read aloud is no finding', async () => {
  const update = { 30: '<</Type/StructTreeRoot/K[31 0 R 41 0 R]>>', 41: '<</S/Form/P 30 0 R/Alt(Signature)>>' };
  expect(await verdictOf(appendUpdate(sign(TREE), update))).toEqual(QUIET);
});

describe('the elements that content is read aloud by', () => {
  const ROOT = '/StructTreeRoot 30 0 R';
  const parent = (kids: string): string => `<</S/Document/P 30 0 R/K[${kids}]>>`;
  const paragraph = (content: number, type = 'P'): string => `<</S/${type}/P 31 0 R/Pg 3 0 R/K ${content}>>`;
  const tagged = {
    1: catalog(ROOT),
    30: '<</Type/StructTreeRoot/K[31 0 R]>>',
    31: parent('32 0 R 33 0 R 34 0 R'),
    32: paragraph(0),
    33: paragraph(1),
    34: paragraph(2),
  };

  it.each([
    ['are fewer', { 31: parent('32 0 R 34 0 R') }],
    ['are in another order', { 31: parent('34 0 R 33 0 R 32 0 R') }],
    ['lead to other content', { 33: paragraph(2) }],
    ['are of another type', { 33: paragraph(1, 'Artifact') }],
    ['are gone with their tree', { 1: catalog('') }],
  ])('%s', async (_, update) => {
    const { status, grave } = await verdictOf(appendUpdate(sign(tagged), update));
    expect([status, grave]).toEqual(['SOME_INVALID', ['SPOKEN_TEXT_CHANGED']]);
  });

  it.each([
    ['behind the others', '32 0 R 33 0 R 34 0 R 35 0 R'],
    ['between them', '32 0 R 35 0 R 33 0 R 34 0 R'],
  ])('get one more %s, which is no finding', async (_, kids) => {
    const update = { 31: parent(kids), 35: '<</S/Form/P 31 0 R/K<</Type/OBJR/Obj 10 0 R>>>>' };
    expect(await verdictOf(appendUpdate(sign(tagged), update))).toEqual(QUIET);
  });
});
