import { describe, expect, it } from 'vitest';
import {
  certified,
  lookOf,
  type Objects,
  pageWith,
  sign,
  textField,
} from '#test/support/builders/signature-attacks.ts';
import type { SignOptions } from '#test/support/builders/signed-pdf.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { verdictOf } from '#test/support/signature-verdict.ts';

const WIDGET = '/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[220 445 520 465]';
const NEEDED = '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/NeedAppearances true/Fields[10 0 R 30 0 R]>>>>';
const FORM = '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R 30 0 R]>>>>';
const amount = (entries: string, type = '/FT/Tx'): string => `<<${type}/T(amount)${WIDGET}${entries}>>`;
const box = (state: string, value = state): string =>
  `<</FT/Btn/T(agree)/V/${value}/AS/${state}/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[220 445 232 457]/AP<</N<</Yes 31 0 R/Off 32 0 R>>>>>>`;
const radio = (state: string, y: number): string =>
  `<</Parent 30 0 R/AS/${state}/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[220 ${y} 232 ${y + 12}]/AP<</N<</${y} 33 0 R/Off 34 0 R>>>>>>`;
const radios = (value: string): Objects => ({
  30: `<</FT/Btn/Ff 32768/T(plan)/V/${value}/Kids[31 0 R 32 0 R]>>`,
  31: radio(value === '445' ? '445' : 'Off', 445),
  32: radio(value === '465' ? '465' : 'Off', 465),
});
const MARKS: Objects = { 33: lookOf('x', ''), 34: { ...Object(lookOf('', '')), stream: '' } };
const choice = (entries: string): string =>
  amount(`/Opt[[(1)(One euro)][(1)(One million)][(2)(Two)]]${entries}`, '/FT/Ch/Ff 131072');
const xfa = (text: string): Objects => ({
  1: FORM.replace('/SigFlags 3', '/SigFlags 3/XFA[(template)40 0 R(datasets)41 0 R]'),
  40: { stream: '<template/>' },
  41: { stream: `<data>${text}</data>` },
});

interface Replacement {
  readonly what: string;
  readonly signed: Objects;
  readonly update: Objects;
  /** True if the change is more than filling in, so that no certification allows it. */
  readonly isNeverAllowed?: boolean;
}

const REPLACEMENTS: readonly Replacement[] = [
  {
    what: 'a value with its appearance',
    signed: { 30: textField('amount', '100', 31), 31: lookOf('100') },
    update: { 30: textField('amount', '100000', 31), 31: lookOf('100000') },
  },
  {
    what: 'a value whose appearance stays and is to be drawn anew',
    signed: { 1: FORM, 30: textField('amount', '100', 31), 31: lookOf('100') },
    update: { 1: NEEDED, 30: textField('amount', '100000', 31) },
    isNeverAllowed: true,
  },
  { what: 'a value without an appearance', signed: { 30: amount('/V(100)') }, update: { 30: amount('/V(100000)') } },
  { what: 'a value that is emptied', signed: { 30: amount('/V(100)') }, update: { 30: amount('/V()') } },
  { what: 'a value that is taken away', signed: { 30: amount('/V(100)') }, update: { 30: amount('') } },
  {
    what: 'a value that is an object of its own',
    signed: { 30: amount('/V 32 0 R'), 32: '(100)' },
    update: { 32: '(100000)' },
  },
  {
    what: 'a value that is a stream',
    signed: { 30: amount('/V 32 0 R'), 32: { stream: '100' } },
    update: { 32: { stream: '100000' } },
  },
  {
    what: 'a value of the field above',
    signed: { 30: `<</FT/Tx/T(amount)/V(100)/Kids[31 0 R]>>`, 31: `<<${WIDGET}/Parent 30 0 R>>` },
    update: { 30: `<</FT/Tx/T(amount)/V(100000)/Kids[31 0 R]>>` },
  },
  {
    what: 'a value that hides that of the field above',
    signed: { 30: `<</FT/Tx/T(amount)/V(100)/Kids[31 0 R]>>`, 31: `<<${WIDGET}/Parent 30 0 R>>` },
    update: { 31: `<<${WIDGET}/Parent 30 0 R/V(100000)>>` },
  },
  {
    what: 'a field that gets another field of its name above it',
    signed: { 30: `<</FT/Tx/T(amount)/V(100)/Kids[31 0 R]>>`, 31: `<<${WIDGET}/Parent 30 0 R>>` },
    update: { 31: `<<${WIDGET}/Parent 32 0 R>>`, 32: `<</FT/Tx/T(amount)/V(100000)/Kids[31 0 R]>>` },
  },
  {
    what: 'a value of a field in a hierarchy',
    signed: { 30: '<</T(order)/Kids[31 0 R]>>', 31: amount('/V(100)/Parent 30 0 R') },
    update: { 31: amount('/V(100000)/Parent 30 0 R') },
  },
  { what: 'a choice', signed: { 30: choice('/V(1)') }, update: { 30: choice('/V(2)') } },
  {
    what: 'which of the choices with one value is shown',
    signed: { 30: choice('/V(1)/I[0]') },
    update: { 30: choice('/V(1)/I[1]') },
  },
  {
    what: 'several choices of a list',
    signed: { 30: amount('/Opt[(a)(b)(c)]/V[(a)(b)]', '/FT/Ch/Ff 2097152') },
    update: { 30: amount('/Opt[(a)(b)(c)]/V[(a)(c)]', '/FT/Ch/Ff 2097152') },
  },
  {
    what: 'a box that is no longer ticked',
    signed: { 30: box('Yes'), 31: lookOf('x', ''), 32: { ...Object(lookOf('', '')), stream: '' } },
    update: { 30: box('Off') },
  },
  { what: 'another button of a group', signed: { ...radios('445'), ...MARKS }, update: radios('465') },
  {
    what: 'a rich text',
    signed: { 30: amount('/Ff 33554432/V(100)/RV(<p>100</p>)') },
    update: { 30: amount('/Ff 33554432/V(100)/RV(<p>100000</p>)') },
  },
  {
    what: 'a value that was only a default value',
    signed: { 30: amount('/DV(100)') },
    update: { 30: amount('/DV(100000)') },
  },
  {
    what: 'a text that only the appearance had',
    signed: { 30: textField('amount', '', 31), 31: lookOf('100') },
    update: { 30: textField('amount', '100000', 31), 31: lookOf('100000') },
  },
  {
    what: 'how many characters of a value are shown',
    signed: { 30: amount('/V(100000)') },
    update: { 30: amount('/V(100000)/MaxLen 3') },
    isNeverAllowed: true,
  },
  {
    what: 'the value of a read-only field',
    signed: { 30: amount('/Ff 1/V(100)') },
    update: { 30: amount('/Ff 1/V(100000)') },
    isNeverAllowed: true,
  },
  {
    what: 'the size of the text of a field that loses its appearance',
    signed: { 30: textField('amount', '100', 31), 31: lookOf('100') },
    update: { 30: amount('/V(100)/DA(/F1 1 Tf 0 g)') },
    isNeverAllowed: true,
  },
  {
    what: 'the state of the appearance of a text',
    signed: { 30: amount('/V(100)/AS/A/AP<</N<</A 31 0 R/B 32 0 R>>>>'), 31: lookOf('100'), 32: lookOf('100000') },
    update: { 30: amount('/V(100)/AS/B/AP<</N<</A 31 0 R/B 32 0 R>>>>') },
    isNeverAllowed: true,
  },
  {
    what: 'a field that becomes one for passwords',
    signed: { 30: amount('/V(100)') },
    update: { 30: amount('/V(100)/Ff 8192') },
    isNeverAllowed: true,
  },
  {
    what: 'a field that becomes one for rich text',
    signed: { 30: amount('/V(100)') },
    update: { 30: amount('/V(100)/Ff 33554432/RV(<p>100000</p>)') },
    isNeverAllowed: true,
  },
  {
    what: 'the caption of a button',
    signed: { 30: amount('/Ff 65536/MK<</CA(Pay 100)>>', '/FT/Btn') },
    update: { 30: amount('/Ff 65536/MK<</CA(Pay 100000)>>', '/FT/Btn') },
    isNeverAllowed: true,
  },
  {
    what: 'a wide border over a value',
    signed: { 30: amount('/V(100)') },
    update: { 30: amount('/V(100)/BS<</W 40>>') },
    isNeverAllowed: true,
  },
  {
    what: 'the name that is read aloud for a field',
    signed: { 30: amount('/V(100)/TU(Fee)') },
    update: { 30: amount('/V(100)/TU(Refund)') },
    isNeverAllowed: true,
  },
  {
    what: 'a value of a form in XFA',
    signed: { 30: amount('/V(100)'), ...xfa('<amount>100</amount>') },
    update: { 41: { stream: '<data><amount>100000</amount></data>' } },
  },
  {
    what: 'a value of a form in XFA that stands before the one that was signed',
    signed: { 30: amount('/V(100)'), ...xfa('<amount>100</amount>') },
    update: { 41: { stream: '<data><amount>100000</amount><amount>100</amount></data>' } },
  },
];

/** The form lists the field, and the page shows it, unless the objects define this themselves. */
function signed(objects: Objects, options: SignOptions = {}): Uint8Array {
  const field = typeof objects[30] === 'string' ? objects[30] : '';
  const kids = [...field.matchAll(/(\d+) 0 R(?=[^\]]*\]>>)/g)].map(([reference]) => reference).join(' ');
  const widgets = field.includes('/Kids[') ? kids : '30 0 R';
  return sign({ 3: pageWith(`10 0 R ${widgets}`), ...objects }, { earlier: [30], ...options });
}

const lock = (rule: string): SignOptions => ({
  entries: `/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action${rule}>>>>]`,
});

it.each(REPLACEMENTS)('an approval does not hold where $what is replaced', async ({ signed: objects, update }) => {
  expect(await verdictOf(signed(objects))).toEqual({ status: 'ALL_VALID', grave: [] });
  const { status, grave } = await verdictOf(appendUpdate(signed(objects), update));
  expect(status).toBe('SOME_INVALID');
  expect(grave).not.toEqual([]);
});

const [FORBIDDEN, FILLING] = [true, false].map((isForbidden) =>
  REPLACEMENTS.filter(
    ({ isNeverAllowed = false, signed: objects }) => isNeverAllowed === isForbidden && !(1 in objects),
  ),
);

it.each(FORBIDDEN ?? [])('no certification allows that $what is replaced', async ({ signed: objects, update }) => {
  const { status } = await verdictOf(appendUpdate(signed(objects, certified(2)), update));
  expect(status).toBe('SOME_INVALID');
});

it.each(FILLING ?? [])(
  'a certification of level 2 allows that $what is replaced',
  async ({ signed: objects, update }) => {
    expect((await verdictOf(appendUpdate(signed(objects, certified(2)), update))).status).toBe('ALL_VALID');
    expect((await verdictOf(appendUpdate(signed(objects, certified(1)), update))).status).toBe('SOME_INVALID');
  },
);

describe('a value that is replaced', () => {
  const objects = { 30: textField('amount', '100', 31), 31: lookOf('100') };
  const update = { 30: textField('amount', '100000', 31), 31: lookOf('100000') };

  it.each([
    ['locks this field', '/Include/Fields[(amount)]', 'SOME_INVALID'],
    ['locks all fields', '/All', 'SOME_INVALID'],
    ['locks other fields', '/Include/Fields[(payee)]', 'ALL_VALID'],
    ['leaves this field open', '/Exclude/Fields[(amount)]', 'ALL_VALID'],
  ])('is decided by the lock of a signature that %s', async (_, rule, status) => {
    expect((await verdictOf(appendUpdate(signed(objects, lock(rule)), update))).status).toBe(status);
  });

  it.each([
    [1, 'SOME_INVALID'],
    [2, 'ALL_VALID'],
  ])('is decided by level %i in the lock of the field', async (level, status) => {
    const locked = signed(objects, {
      rect: `[0 0 0 0]/Lock<</Type/SigFieldLock/Action/Include/Fields[(payee)]/P ${level}>>`,
    });
    expect(await verdictOf(locked)).toEqual({ status: 'ALL_VALID', grave: [] });
    expect((await verdictOf(appendUpdate(locked, update))).status).toBe(status);
  });

  it('is named with its field', async () => {
    const { grave } = await verdictOf(appendUpdate(signed(objects), update));
    expect(grave).toEqual(['FIELD_VALUE_REPLACED']);
  });
});

describe.each([0, 2])('a part of a number that stays is clipped away after level %i', (level) => {
  const options = level === 0 ? {} : certified(level);
  const clipped = (stream: string, frame = '0 0 300 20'): Objects => ({
    31: { dict: `/Type/XObject/Subtype/Form/BBox[${frame}]/Resources<</Font<</F1 5 0 R>>>>`, stream },
  });
  const text = 'BT 0 g /F1 12 Tf 2 8 Td (100) Tj ET';
  const pdf = signed({ 30: textField('amount', '100', 31), ...clipped(text) }, options);

  it.each([
    ['a narrower frame', clipped(text, '0 0 14 20')],
    ['a frame that begins later', clipped(text, '9 0 309 20')],
    ['a clipping path', clipped(`0 0 14 20 re W n ${text}`)],
    ['a picture of paper above it', clipped(`${text} 1 g 15 0 10 20 re f`)],
  ])('by %s', async (_, update) => {
    expect((await verdictOf(pdf)).grave).toEqual([]);
    const { status, grave } = await verdictOf(appendUpdate(pdf, update));
    expect([status, grave]).toEqual(['SOME_INVALID', ['FIELD_APPEARANCE_CHANGED']]);
  });
});

it('a read-only value may be calculated again after a certification of level 2', async () => {
  const calculated = FORM.replace('/SigFlags 3', '/SigFlags 3/CO[30 0 R]').replace(
    '>>>>',
    '>>/Perms<</DocMDP 11 0 R>>>>',
  );
  const pdf = signed({ 1: calculated, 30: amount('/Ff 1/V(100)') }, certified(2));
  expect((await verdictOf(appendUpdate(pdf, { 30: amount('/Ff 1/V(120)') }))).status).toBe('ALL_VALID');
});

describe('an approval holds where', () => {
  const quiet = async (objects: Objects, update: Objects): Promise<void> => {
    expect(await verdictOf(appendUpdate(signed(objects), update))).toEqual({ status: 'ALL_VALID', grave: [] });
  };

  it.each([
    ['no value', ''],
    ['an empty text', '/V()'],
    ['blanks', '/V( )'],
  ])('the next person fills in a field with %s', async (_, entries) => {
    await quiet({ 30: amount(entries) }, { 30: amount('/V(100)/DA(/F1 12 Tf 0 g)') });
  });

  it('the next person fills in fields of each kind', async () => {
    await quiet({ 30: choice('') }, { 30: choice('/V(1)/I[0]') });
    await quiet({ 30: amount('/Ff 33554432') }, { 30: amount('/Ff 33554432/V(100)/RV(<p>100</p>)') });
    await quiet({ ...radios('Off'), ...MARKS }, radios('465'));
    await quiet(
      { 30: amount(''), ...xfa('<note/>') },
      { 30: amount('/V(Fine)'), 41: { stream: '<data><note>Fine</note><date>1</date></data>' } },
    );
  });

  it('a value is written anew in another encoding, and its field made read-only', async () => {
    await quiet({ 30: amount('/V(Ada\\r\\nB)') }, { 30: amount('/V<FEFF004100640061000A0042>/Ff 1') });
  });
});
