/** Every published attack by an update in every encoding, with the reason for each empty cell. */
import { type Dressing, DRESSINGS, type Update } from './attack-dressings.ts';
import { type BuiltObject, helloPage } from './pdf.ts';
import { bytesOf, textOf } from './packed-update.ts';
import {
  certified,
  CONTENTS,
  form,
  lookOf,
  type Objects,
  OVER_TEXT,
  PAID_LOOK,
  PAY,
  pageWith,
  RANGES,
  RESOURCES,
  sign,
  textField,
} from './signature-attacks.ts';
import { signPdf, type SignOptions } from './signed-pdf.ts';
import { createSigner } from './signer.ts';
import { appendUpdate } from './update.ts';

/** The additional content of the first revision: the encryption. */
interface Base {
  readonly objects: Objects;
  readonly trailer: string;
}

interface Attack {
  readonly family: 'ISA' | 'SWA' | 'USF' | 'EAA' | 'SSA' | 'hide' | 'replace' | 'hide and replace';
  readonly name: string;
  /** The signed document before the attack. */
  readonly signed: (base: Base) => Uint8Array;
  readonly update: Update;
  /** True if the update is in the gap of the signature instead of after it. */
  readonly isWrapped?: boolean;
}

export interface Cell {
  readonly family: Attack['family'];
  readonly name: string;
  readonly level: Dressing['level'];
  readonly build: () => Uint8Array;
}

export interface EmptyCell {
  readonly family: Attack['family'];
  readonly name: string;
  readonly level: Dressing['level'];
  readonly why: string;
}

const ada = createSigner();
const PLAIN: Base = { objects: {}, trailer: '' };
/**
 * Revision 4 with the filter Identity and the empty user password. Algorithm 5 (ISO 32000-2, 7.6.4.4.4) makes U from
 * this O, P and ID.
 */
const ENCRYPTED: Base = {
  objects: {
    80:
      '<</Filter/Standard/V 4/R 4/Length 128/P -4/StmF/Identity/StrF/Identity' +
      `/O<${'4f'.repeat(32)}>/U<34a0a00a06a3f13d1b5049e42cfc54f9${'00'.repeat(16)}>>>`,
  },
  trailer: `/Encrypt 80 0 R/ID[<${'49'.repeat(16)}><${'49'.repeat(16)}>]`,
};

const signed =
  (objects: Objects = {}, options: SignOptions = {}) =>
  (base: Base): Uint8Array =>
    sign({ ...objects, ...base.objects }, { ...options, trailer: base.trailer });
const OTHER_PAGE = { 3: pageWith('10 0 R', '/Contents 40 0 R'), 40: PAY };
const OTHER_TREE = {
  2: '<</Type/Pages/Kids[41 0 R]/Count 1>>',
  41: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 40 0 R${RESOURCES}>>`,
  40: PAY,
};
const OTHER_CATALOG = {
  ...OTHER_TREE,
  1: form('10 0 R').replace('2 0 R', '42 0 R'),
  42: '<</Type/Pages/Kids[41 0 R]/Count 1>>',
};
const CONTENT_CHANGES: readonly (readonly [name: string, objects: Objects])[] = [
  ['other content', { 4: PAY }],
  ['another page', OTHER_PAGE],
  ['another page tree', OTHER_TREE],
  ['another catalog', OTHER_CATALOG],
];

const ISA: readonly Attack[] = CONTENT_CHANGES.map(([name, objects]) => ({
  family: 'ISA',
  name,
  signed: signed(),
  update: { objects },
}));
const SWA: readonly Attack[] = CONTENT_CHANGES.map(([name, objects]) => ({
  family: 'SWA',
  name,
  signed: signed(),
  update: { objects },
  isWrapped: true,
}));

const USF: readonly Attack[] = [...RANGES, ...CONTENTS].map(([name, value]) => {
  const range = name.includes('ByteRange') ? value : '/ByteRange[0 100 200 300]';
  const contents = name.includes('Contents') ? value : `/Contents<${'3082'.repeat(300)}>`;
  return {
    family: 'USF',
    name,
    signed: ({ objects, trailer }) => appendUpdate(helloPage('Pay'), objects, { trailer }),
    update: {
      objects: {
        1: form('10 0 R'),
        3: pageWith('10 0 R'),
        10: '<</FT/Sig/T(Signature1)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R/V 11 0 R>>',
        11: `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached${range}${contents}>>`,
      },
    },
  };
});

const EAA: readonly Attack[] = ['FreeText', 'Stamp', 'Redact', 'Square', 'Ink', 'Text'].map((subtype) => ({
  family: 'EAA',
  name: subtype,
  signed: signed({}, certified(3)),
  update: {
    objects: {
      3: pageWith('10 0 R 40 0 R'),
      40: `<</Type/Annot/Subtype/${subtype}${OVER_TEXT}/AP<</N 41 0 R>>>>`,
      41: PAID_LOOK,
    },
  },
}));

/** Annotations that readers draw themselves, without an appearance or with that of a state. */
const DRAWN_BY_READERS: readonly (readonly [name: string, annotation: string])[] = [
  [
    'a mark whose state has a look that says something',
    '/Subtype/Highlight/Rect[60 80 360 140]/QuadPoints[60 140 360 140 60 80 360 80]/AS/On/AP<</N<</On 41 0 R>>>>',
  ],
  [
    'a highlight in black',
    '/Subtype/Highlight/Rect[60 680 360 740]/QuadPoints[60 740 360 740 60 680 360 680]/C[0 0 0]',
  ],
  ['a link with a border as high as the line', '/Subtype/Link/Rect[60 705 360 706]/C[1 1 1]/Border[0 0 40]'],
  ['a link with such a border style', '/Subtype/Link/Rect[60 705 360 706]/C[1 1 1]/BS<</W 40/S/S>>'],
];
const EAA_WITHOUT_LOOKS: readonly Attack[] = DRAWN_BY_READERS.map(([name, annotation]) => ({
  family: 'EAA',
  name,
  signed: signed({}, certified(3)),
  update: { objects: { 3: pageWith('10 0 R 40 0 R'), 40: `<</Type/Annot/F 4${annotation}>>`, 41: PAID_LOOK } },
}));

/** The values of the signature in the new field. A value that needs real signing is not in this grid. */
const SNEAKY: readonly (readonly [name: string, value: string])[] = [
  ['a field for a signature that is never made', ''],
  ['a field with the signature that is there', '/V 11 0 R'],
  [
    'a field with a signature of nothing',
    '/V<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 0 0 0]/Contents<00>>>',
  ],
];
const FIRST: readonly (readonly [name: string, options: SignOptions])[] = [
  ['after an approval', {}],
  ['after a certification of level 2', certified(2)],
  ['after a certification of level 3', certified(3)],
];

const SSA: readonly Attack[] = [
  ...FIRST.flatMap(([when, first]) =>
    SNEAKY.map(([name, value]): Attack => ({
      family: 'SSA',
      name: `${name}, ${when}`,
      signed: signed({}, first),
      update: {
        objects: {
          1: form('10 0 R 20 0 R', first.catalog),
          3: pageWith('10 0 R 20 0 R'),
          20: `<</FT/Sig/T(Second)/Type/Annot/Subtype/Widget${OVER_TEXT}/P 3 0 R/AP<</N 31 0 R>>${value}>>`,
          31: PAID_LOOK,
        },
      },
    })),
  ),
  { family: 'SSA', name: 'a second approval, drawn later', signed: twice, update: { objects: { 31: PAID_LOOK } } },
];

/** The second signature stands above the text and shows nothing yet. */
function twice(base: Base): Uint8Array {
  return signPdf(signed()(base), ada, {
    name: 'Second',
    field: 20,
    earlier: [10],
    rect: '[60 680 360 740]/AP<</N 31 0 R>>',
    trailer: base.trailer,
    objects: { 31: { dict: '/Subtype/Form/BBox[0 0 300 60]', stream: '' } },
  });
}

const FIELD_OVER_TEXT = {
  3: pageWith('10 0 R 30 0 R'),
  4: { stream: 'BT /F1 12 Tf 225 450 Td (Attacker) Tj ET' },
  30: textField('recipient', 'UNICEF', 31),
  31: lookOf('UNICEF'),
};
const AMOUNT = { ...FIELD_OVER_TEXT, 4: { stream: '' }, 30: textField('amount', '100', 31), 31: lookOf('100') };
const LOOKS_OF_AMOUNTS: readonly (readonly [name: string, look: BuiltObject])[] = [
  ['has more digits', lookOf('100000')],
  ['has other digits before it', lookOf('9100')],
  ['has words behind it', lookOf('100 each day, for ever')],
  ['stands beyond its edge', lookOf('', '.8 g 0 0 300 20 re f BT 0 g /F1 12 Tf 2 -500 Td (100) Tj ET')],
  ['is clipped away', lookOf('', '0 0 0 0 re W n BT 0 g /F1 12 Tf 2 6 Td (100) Tj ET')],
  ['is painted over', lookOf('', 'BT 0 g /F1 12 Tf 2 6 Td (100) Tj ET 1 g 0 0 300 20 re f')],
  ['is too small to be read', lookOf('', '.8 g 0 0 300 20 re f BT 0 g /F1 .01 Tf 2 6 Td (100) Tj ET')],
  ['has the colour of paper', lookOf('', 'BT 1 g /F1 12 Tf 2 6 Td (100) Tj ET')],
  [
    'has digits made of lines beside it',
    lookOf('100', '3 3 9 14 re 15 3 9 14 re 27 3 9 14 re 39 3 9 14 re 51 3 9 14 re S '),
  ],
];
const TICK: BuiltObject = {
  dict: '/Subtype/Form/BBox[0 0 20 20]/Resources<</Font<</Z<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>>>',
  stream: 'BT /Z 16 Tf 2 4 Td (4) Tj ET',
};
const BOX = {
  3: pageWith('10 0 R 30 0 R'),
  30: '<</FT/Btn/T(agree)/V/Off/AS/Off/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[72 500 92 520]/AP<</N<</Off 31 0 R/Yes 32 0 R>>>>>>',
  31: { dict: '/Subtype/Form/BBox[0 0 20 20]', stream: '' },
  32: TICK,
};
const LATENT = { 40: PAY, 41: OTHER_TREE[41], 42: '<</Type/Pages/Kids[41 0 R]/Count 1>>' };

const SHADOW: readonly Attack[] = [
  ...['<< >>', 'null', '<</Type/Metadata>>'].map((object): Attack => ({
    family: 'hide',
    name: `a field over text becomes ${object}`,
    signed: signed(FIELD_OVER_TEXT),
    update: { objects: { 30: object } },
  })),
  {
    family: 'hide',
    name: 'a field over text is freed',
    signed: signed(FIELD_OVER_TEXT),
    update: { objects: {}, freed: [30] },
  },
  {
    family: 'hide',
    name: 'the look of a field over text becomes empty',
    signed: signed(FIELD_OVER_TEXT),
    update: { objects: { 31: lookOf('', '') } },
  },
  {
    family: 'replace',
    name: 'the look of a field becomes its value',
    signed: signed({ ...FIELD_OVER_TEXT, 30: textField('recipient', 'Attacker', 31) }),
    update: { objects: { 31: lookOf('Attacker') } },
  },
  {
    family: 'replace',
    name: 'a field shows another look',
    signed: signed(FIELD_OVER_TEXT),
    update: { objects: { 30: textField('recipient', 'UNICEF', 32), 32: lookOf('Attacker') } },
  },
  ...LOOKS_OF_AMOUNTS.map(([name, look]): Attack => ({
    family: 'replace',
    name: `the look of an amount ${name}`,
    signed: signed(AMOUNT),
    update: { objects: { 31: look } },
  })),
  {
    family: 'replace',
    name: 'a box shows a tick that is not its value',
    signed: signed(BOX),
    update: { objects: { 30: BOX[30].replace('/AS/Off', '/AS/Yes') } },
  },
  {
    family: 'replace',
    name: 'a tick loses its mark',
    signed: signed({ ...BOX, 30: BOX[30].replaceAll('S/Off', 'S/Yes').replaceAll('V/Off', 'V/Yes') }),
    update: { objects: { 32: BOX[31] } },
  },
  {
    family: 'replace',
    name: 'the look of an amount is that of a state',
    signed: signed(AMOUNT),
    update: {
      objects: {
        30: AMOUNT[30].replace('/N 31 0 R', '/N<</Paid 32 0 R>>').replace('/F 4', '/F 4/AS/Paid'),
        32: PAID_LOOK,
      },
    },
  },
  {
    family: 'replace',
    name: 'a font of the form is exchanged',
    signed: signed({ 1: form('10 0 R', '').replace('/Fields', '/DR<</Font<</F1 5 0 R>>>>/Fields') }),
    update: {
      objects: {
        1: form('10 0 R', '').replace('/Fields', '/DR<</Font<</F1 40 0 R>>>>/Fields'),
        40: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[49/nine]>>>>',
      },
    },
  },
  {
    family: 'hide',
    name: 'values are drawn anew, in the colour of paper',
    signed: signed({ ...AMOUNT, 30: `${AMOUNT[30].slice(0, -2)}/DA(/F1 12 Tf 0 g)>>` }),
    update: {
      objects: {
        1: form('10 0 R 30 0 R').replace('/Fields', '/NeedAppearances true/Fields'),
        30: `${AMOUNT[30].slice(0, -2)}/DA(/F1 12 Tf 1 g)>>`,
      },
    },
  },
  {
    family: 'hide',
    name: 'a field is no longer printed',
    signed: signed(FIELD_OVER_TEXT),
    update: { objects: { 30: FIELD_OVER_TEXT[30].replace('/F 4', '/F 0') } },
  },
  {
    family: 'replace',
    name: 'an output intent is taken into use',
    signed: signed({ 40: { dict: '/N 4', stream: 'a profile' } }),
    update: {
      objects: { 1: form('10 0 R', '/OutputIntents[<</Type/OutputIntent/S/GTS_PDFX/DestOutputProfile 40 0 R>>]') },
    },
  },
  {
    family: 'hide',
    name: 'a field over text loses its background',
    signed: signed(FIELD_OVER_TEXT),
    update: { objects: { 31: lookOf('UNICEF', '') } },
  },
  {
    family: 'hide and replace',
    name: 'what lies beyond the page is shown',
    signed: signed(),
    update: { objects: { 1: form('10 0 R', '/ViewerPreferences<</ViewArea/MediaBox/ViewClip/MediaBox>>') } },
  },
  {
    family: 'hide and replace',
    name: 'another tree of elements speaks otherwise',
    signed: signed({ 1: form('10 0 R', '/StructTreeRoot 40 0 R'), 40: '<</Type/StructTreeRoot>>' }),
    update: {
      objects: {
        1: form('10 0 R', '/StructTreeRoot 41 0 R'),
        41: '<</Type/StructTreeRoot/K<</S/P/Pg 3 0 R/K 0/ActualText(Pay 1,000,000)>>>>',
      },
    },
  },
  {
    family: 'replace',
    name: 'a font gets another meaning',
    signed: signed(),
    update: {
      objects: { 5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[111/n 110/o]>>>>' },
    },
  },
  {
    family: 'hide and replace',
    name: 'the catalog takes the other page tree',
    signed: signed(LATENT),
    update: { objects: { 1: form('10 0 R').replace('2 0 R', '42 0 R') } },
  },
  {
    family: 'hide and replace',
    name: 'the page tree takes the other page',
    signed: signed(LATENT),
    update: { objects: { 2: LATENT[42] } },
  },
  {
    family: 'hide and replace',
    name: 'one field is freed, another one shown',
    signed: signed(FIELD_OVER_TEXT),
    update: {
      objects: { 3: pageWith('10 0 R 32 0 R'), 32: textField('recipient', 'Attacker', 33), 33: lookOf('Attacker') },
      freed: [30, 31],
    },
  },
];

const ATTACKS: readonly Attack[] = [...ISA, ...SWA, ...USF, ...EAA, ...EAA_WITHOUT_LOOKS, ...SSA, ...SHADOW];

export const ATTACK_GRID: readonly Cell[] = ATTACKS.flatMap((attack) =>
  DRESSINGS.filter((dressing) => whyEmpty(attack, dressing) === null).map((dressing) => ({
    family: attack.family,
    name: `${attack.name}: ${dressing.name}`,
    level: dressing.level,
    build: () => built(attack, dressing),
  })),
);

export const EMPTY_CELLS: readonly EmptyCell[] = ATTACKS.flatMap((attack) =>
  DRESSINGS.flatMap((dressing) => {
    const why = whyEmpty(attack, dressing);
    return why === null
      ? []
      : [{ family: attack.family, name: `${attack.name}: ${dressing.name}`, level: dressing.level, why }];
  }),
);

/** The documents before each attack. */
export const BEFORE_ATTACKS: readonly Pick<Cell, 'name' | 'build'>[] = ATTACKS.filter(
  ({ family }) => family !== 'USF',
).flatMap(({ family, name, signed: attacked }) => [
  { name: `${family}, ${name}`, build: () => attacked(PLAIN) },
  { name: `${family}, ${name}, encrypted`, build: () => attacked(ENCRYPTED) },
]);

function whyEmpty({ update, isWrapped }: Attack, dressing: Dressing): string | null {
  if (update.freed !== undefined && dressing.hasNoTable === true) return 'only a cross-reference can free an object';
  const hasStreams = Object.values(update.objects).some((object) => typeof object !== 'string');
  if (dressing.name === 'lengths that are objects' && !hasStreams) return 'the update has no stream';
  if (dressing.name === 'names in hex' && !/\/[A-Z]/.test(JSON.stringify(update.objects)))
    return 'the update has no name';
  if (isWrapped === true && dressing.name === 'no %%EOF') return 'the end that was signed follows';
  return null;
}

function built({ signed: attacked, update, isWrapped = false }: Attack, { dress, isEncrypted }: Dressing): Uint8Array {
  const base = isEncrypted === true ? ENCRYPTED : PLAIN;
  const pdf = attacked(base);
  const change = { ...update, trailer: base.trailer };
  return isWrapped ? wrapped(pdf, (head) => dress(head, change)) : dress(pdf, change);
}

/** The second signed part is moved to the end, and the inserted data stand between it and the signature. */
function wrapped(pdf: Uint8Array, insert: (head: Uint8Array) => Uint8Array): Uint8Array {
  const text = textOf(pdf);
  const [whole = '', gap = '', end = '', length = ''] = /\/ByteRange\[0 (\d+) (\d+) (\d+)\]/.exec(text) ?? [];
  const head = textOf(insert(bytesOf(`${text.slice(0, Number(end))}>>\nendobj\n`)));
  const moved = `/ByteRange[0 ${Number(gap)} ${head.length} ${Number(length)}]`;
  return bytesOf(head.replace(whole, moved.padEnd(whole.length)) + text.slice(Number(end)));
}
