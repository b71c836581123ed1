import { expect, it } from 'vitest';
import { lookOf, type Objects, pageWith, RESOURCES, sign } from '#test/support/builders/signature-attacks.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { verdictOf } from '#test/support/signature-verdict.ts';

const FORM = '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R 30 0 R]>>>>';
const NEEDS = FORM.replace('/SigFlags 3', '/SigFlags 3/NeedAppearances 33 0 R');
const RECT = '/Rect[220 445 520 465]';
const OVER_TEXT = '/Rect[60 680 360 740]';
const STATES = '/AP<</N<</A 31 0 R/B 32 0 R>>>>';
const STAMP = `/Type/Annot/Subtype/Stamp/F 4${OVER_TEXT}/AP<</N 41 0 R>>`;
const PAID = 'BT /F1 24 Tf 72 700 Td (Pay 1,000,000) Tj ET';
const PAID_LOOK = { dict: `/Type/XObject/Subtype/Form/BBox[0 0 300 60]${RESOURCES}`, stream: PAID };
const OTHER_FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[111/n 110/o]>>>>';
const page = (type: string): string =>
  `<</Type/${type}/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${RESOURCES}/Annots[10 0 R]/Count 1/Kids[52 0 R]>>`;
const field = (entries: string, type = '/FT/Tx/V(100)/AP<</N 31 0 R>>'): Objects => ({
  1: FORM,
  3: pageWith('10 0 R 30 0 R'),
  30: `<<${type}/Type/Annot/P 3 0 R${entries}>>`,
  31: lookOf('100'),
});
const NAMED = `/T(amount)/Subtype/Widget/F 4${RECT}`;

interface Change {
  readonly what: string;
  readonly signed?: Objects;
  readonly update: Objects;
}

const CHANGES: readonly Change[] = [
  {
    what: 'an annotation that is a stream',
    update: { 3: pageWith('10 0 R 40 0 R'), 40: { dict: STAMP, stream: '' }, 41: PAID_LOOK },
  },
  {
    what: 'an annotation behind two references',
    update: { 3: pageWith('10 0 R 40 0 R'), 40: '42 0 R', 41: PAID_LOOK, 42: `<<${STAMP}>>` },
  },
  {
    what: 'an annotation in a list of the list',
    update: { 3: pageWith('10 0 R [40 0 R]'), 40: `<<${STAMP}>>`, 41: PAID_LOOK },
  },
  { what: 'a page into a stream', update: { 3: { dict: pageWith('10 0 R').slice(2, -2), stream: 'x' } } },
  { what: 'the generation of the content', update: { 3: pageWith('10 0 R', '/Contents 4 1 R') } },
  { what: 'the generation of an annotation', update: { 3: pageWith('10 1 R') } },
  {
    what: 'the resources of a parent that is in no page tree',
    signed: {
      3: '<</Type/Page/Parent 50 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[10 0 R]>>',
      50: `<</Type/Pages/Kids[3 0 R]/Count 1${RESOURCES}>>`,
    },
    update: { 50: '<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F1 51 0 R>>>>>>', 51: OTHER_FONT },
  },
  {
    what: 'a page that becomes a node of the page tree',
    signed: {
      3: page('Page'),
      52: `<</Type/Page/Parent 3 0 R/MediaBox[0 0 612 792]/Contents 53 0 R${RESOURCES}>>`,
      53: { stream: PAID },
    },
    update: { 3: page('Pages') },
  },
  {
    what: 'a page that becomes a template',
    update: { 3: pageWith('10 0 R').replace('/Type/Page/', '/Type/Template/') },
  },
  {
    what: 'the state of an empty signature field',
    signed: { ...field(`/AS/A${NAMED}`, `/FT/Sig${STATES}`), 31: lookOf(''), 32: PAID_LOOK },
    update: { 30: `<</FT/Sig${STATES}/Type/Annot/P 3 0 R/AS/B${NAMED}>>` },
  },
  {
    what: 'the state of a push button',
    signed: { ...field(`/AS/A${NAMED}`, `/FT/Btn/Ff 65536${STATES}`), 31: lookOf(''), 32: PAID_LOOK },
    update: { 30: `<</FT/Btn/Ff 65536${STATES}/Type/Annot/P 3 0 R/AS/B${NAMED}>>` },
  },
  {
    what: 'the resources of a parent that the page itself holds',
    signed: {
      3: '<</Type/Page/Parent<</Type/Pages/Resources 53 0 R>>/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[10 0 R]>>',
      53: '<</Font<</F1 5 0 R>>>>',
    },
    update: { 51: OTHER_FONT, 53: '<</Font<</F1 51 0 R>>>>' },
  },
  {
    what: 'the note of an open pop-up that is in no list',
    signed: {
      3: pageWith('10 0 R 40 0 R'),
      40: '<</Type/Annot/Subtype/Popup/Parent 41 0 R/Open true/Rect[400 600 560 640]>>',
      41: '<</Type/Annot/Subtype/Text/Contents(Fine)/Rect[0 0 0 0]>>',
    },
    update: { 41: '<</Type/Annot/Subtype/Text/Contents(Pay 1,000,000)/Rect[0 0 0 0]>>' },
  },
  {
    what: 'the flags of a widget that the list itself holds',
    signed: {
      3: pageWith(`10 0 R <</FT/Tx/V(100)/AP<</N 31 0 R>>/T(amount)/Type/Annot/Subtype/Widget/F 33 0 R${RECT}>>`),
      31: lookOf('100'),
      33: '4',
    },
    update: { 33: '2' },
  },
  undrawn('has no normal one', '/AP<</R 31 0 R>>'),
  undrawn('is an object that is missing', '/AP<</N 99 0 R>>'),
  undrawn('has states of which none is chosen', '/AP<</N<</A 31 0 R>>>>'),
  behind('a place', `/T(amount)/Subtype/Widget/F 4/Rect 33 0 R`, '[220 445 520 465]', '[60 120 360 140]'),
  behind('a side of a place', `/T(amount)/Subtype/Widget/F 4/Rect[33 0 R 445 520 465]`, '220', '20'),
  behind('flags', `/T(amount)/Subtype/Widget/F 33 0 R${RECT}`, '4', '2'),
  behind('a name', `/T 33 0 R/Subtype/Widget/F 4${RECT}`, '(amount)', '(other)'),
  behind('a subtype', `/T(amount)/Subtype 33 0 R/F 4${RECT}`, '/Widget', '/Stamp'),
  behind('a caption', `${NAMED}/MK 33 0 R`, '<</CA(Pay 100)>>', '<</CA(Pay 900)>>', '/FT/Btn/Ff 65536'),
  behind('choices', `${NAMED}/V(1)/Opt 33 0 R`, '[[(1)(One)]]', '[[(1)(Two)]]', '/FT/Ch/Ff 131072'),
  {
    what: 'flags behind an object that another entry of another field shares',
    signed: {
      ...field(NAMED),
      1: FORM.replace('30 0 R', '34 0 R 30 0 R'),
      3: pageWith('10 0 R 34 0 R 30 0 R'),
      30: `<</FT/Tx/V(100)/AP<</N 31 0 R>>/T(amount)/Type/Annot/Subtype/Widget/P 3 0 R/F 33 0 R${RECT}>>`,
      33: '4',
      34: '<</FT/Tx/T(note)/MaxLen 33 0 R/Type/Annot/Subtype/Widget/P 3 0 R/F 4/Rect[220 245 520 265]>>',
    },
    update: { 33: '2' },
  },
  {
    what: 'the state of a box behind a reference',
    signed: {
      ...field(`${NAMED}/AS 33 0 R`, '/FT/Btn/V/Off/AP<</N<</Yes 31 0 R/Off 32 0 R>>>>'),
      32: lookOf(''),
      33: '/Off',
    },
    update: { 33: '/Yes' },
  },
  {
    what: 'whether fields are drawn anew, behind a reference',
    signed: { ...field(NAMED, '/FT/Tx/V(900)/AP<</N 31 0 R>>'), 1: NEEDS, 33: 'false' },
    update: { 33: 'true' },
  },
];

function undrawn(what: string, appearance: string): Change {
  const update = { 30: `<</FT/Tx/V(100)${appearance}/Type/Annot/P 3 0 R${NAMED}>>` };
  return { what: `the appearance of a value into one that ${what}`, signed: field(NAMED), update };
}

function behind(what: string, entries: string, before: string, after: string, type?: string): Change {
  return { what: `${what} behind a reference`, signed: { ...field(entries, type), 33: before }, update: { 33: after } };
}

it.each(CHANGES)('an update after a signature that changes $what is a grave finding', async ({ signed, update }) => {
  const pdf = sign(signed);
  expect(await verdictOf(pdf)).toEqual({ status: 'ALL_VALID', grave: [] });
  const { status, grave } = await verdictOf(appendUpdate(pdf, update));
  expect(status).toBe('SOME_INVALID');
  expect(grave).not.toEqual([]);
});

it('an update after a signature that gives the content another generation is a grave finding', async () => {
  const signed = sign();
  const text = Buffer.from(appendUpdate(signed, { 4: { stream: 'BT /F1 24 Tf 72 700 Td (Pay one hundred) Tj ET' } }));
  const end = text.subarray(signed.length).toString('latin1');
  const regenerated = end.replace('4 0 obj', '4 1 obj').replace(' 00000 n', ' 00001 n');
  const { status, grave } = await verdictOf(Buffer.concat([signed, Buffer.from(regenerated, 'latin1')]));
  expect([status, grave]).toEqual(['SOME_INVALID', ['PAGE_CONTENT_CHANGED']]);
});

it('an update after a signature that gives the catalog another generation in the trailer is a grave finding', async () => {
  const updated = Buffer.from(appendUpdate(sign(), { 80: '(x)' })).toString('latin1');
  const at = updated.lastIndexOf('/Root 1 0 R');
  const pdf = Buffer.from(`${updated.slice(0, at)}/Root 1 1 R${updated.slice(at + '/Root 1 0 R'.length)}`, 'latin1');
  const { status, grave } = await verdictOf(pdf);
  expect([status, grave]).toEqual(['SOME_INVALID', ['CATALOG_CHANGED']]);
});

/** The empty user password, from which algorithms 4 and 5 make U (ISO 32000-2, 7.6.4.4). */
const ENCRYPTIONS = [
  [
    'that leaves all as it is',
    '/V 4/R 4/Length 128/StmF/Identity/StrF/Identity',
    '4f',
    `34a0a00a06a3f13d1b5049e42cfc54f9${'00'.repeat(16)}`,
    '49',
  ],
  ['by RC4', '/V 1/R 2', '41', '4bcf979764943ea67b48224df7037b685956b1cbcbe95aa32dd7f572b91870c3', '41'],
] as const;

it.each(ENCRYPTIONS)(
  'an update after a signature that adds an encryption %s is a grave finding',
  async (_, how, owner, user, id) => {
    const dictionary = `<</Filter/Standard${how}/P -4/O<${owner.repeat(32)}>/U<${user}>>>`;
    const trailer = `/Encrypt 80 0 R/ID[<${id.repeat(16)}><${id.repeat(16)}>]`;
    const { status, grave } = await verdictOf(appendUpdate(sign(), { 80: dictionary }, { trailer }));
    expect(status).toBe('SOME_INVALID');
    expect(grave).toContain('CATALOG_CHANGED');
  },
);

it('an update after a signature that changes the encryption is a grave finding', async () => {
  const [[, how, owner, user, id]] = ENCRYPTIONS;
  const dictionary = `<</Filter/Standard${how}/P -4/O<${owner.repeat(32)}>/U<${user}>>>`;
  const trailer = `/Encrypt 80 0 R/ID[<${id.repeat(16)}><${id.repeat(16)}>]`;
  const pdf = sign({ 80: dictionary }, { trailer });
  expect(await verdictOf(appendUpdate(pdf, { 80: dictionary }, { trailer }))).toEqual({
    status: 'ALL_VALID',
    grave: [],
  });
  const other = dictionary.replace('/StmF/Identity', '/CF<</StdCF<</CFM/V2>>>>/StmF/StdCF');
  expect((await verdictOf(appendUpdate(pdf, { 80: other }, { trailer }))).grave).toContain('CATALOG_CHANGED');
});

it('an update that writes the objects behind entries again as they were is no finding', async () => {
  const pdf = sign({ ...field(`/T 34 0 R/Subtype/Widget/F 4/Rect 33 0 R`), 33: '[220 445 520 465]', 34: '(amount)' });
  const { status, grave } = await verdictOf(appendUpdate(pdf, { 33: '[220 445 520 465]', 34: '<616d6f756e74>' }));
  expect([status, grave]).toEqual(['ALL_VALID', []]);
});
