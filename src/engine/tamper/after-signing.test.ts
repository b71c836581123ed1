import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { type BuiltObject, type BuiltStream, buildPdf, helloPage } from '#test/support/builders/pdf.ts';
import { certified } from '#test/support/builders/signature-attacks.ts';
import { signPdf, type SignOptions } from '#test/support/builders/signed-pdf.ts';
import { createAuthority, createSigner, signTimestamp } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

type Objects = Readonly<Record<number, BuiltObject>>;

const ada = createSigner();
const clock = createAuthority();

const LOCK = '/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action/Include/Fields[(payee)]>>>>]';

/** Covers a page and shows a text in its place. */
const look = (text: string): BuiltStream => ({
  dict: '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>',
  stream: `1 g 0 0 612 792 re f 0 g BT /F1 24 Tf 72 700 Td (${text}) Tj ET`,
});
const [HONEST, FORGED] = [look('Pay 1'), look('Pay 1,000,000')];
const COVERING = '/Type/Annot/Subtype/Widget/Rect[0 0 612 792]/F 4/P 3 0 R';
const RESOURCES = '/Resources<</Font<</F1 5 0 R>>>>';
const page = (annotations: string, entries = RESOURCES): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[${annotations}]${entries}>>`;
const drawing = (name: string): BuiltObject => ({ stream: `/${name} Do` });

/** The catalog with a form of these fields, and other entries of the form and of the catalog. */
const catalog = (form: string, entries = ''): string =>
  `<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R]${form}>>${entries}>>`;

async function signatureOf(
  input: Uint8Array,
): Promise<{ valid: boolean | undefined; reason: string | null | undefined }> {
  const options = {
    ...DEFAULT_OPTIONS,
    signedPdfPolicy: 'preserve',
    validationTimeMs: Date.parse('2026-01-01'),
  } as const;
  const { report } = await normalize(input, options);
  const first = report.security.signatureVerificationResults?.find(({ fieldName }) => fieldName === 'Signature1');
  return { valid: first?.valid, reason: first?.reason };
}

interface Forgery {
  readonly what: string;
  /** The signed objects besides the page and its signature. */
  readonly signed?: Objects;
  readonly fields?: readonly number[];
  readonly entries?: string;
  readonly update: Objects;
  readonly freed?: readonly number[];
}

const emptyField = (entries: string, rect = '0 0 612 792'): string =>
  `<</FT/Sig/T(Second)/Type/Annot/Subtype/Widget/Rect[${rect}]/F 4/P 3 0 R${entries}>>`;
const payee = (entries: string): string => `<</FT/Tx/Type/Annot/Subtype/Widget/Rect[0 0 99 20]/P 3 0 R${entries}>>`;
const choice = (value: string, shown: number): string =>
  `<</FT/Ch/Ff 131072/Opt[[(1)(One euro)][(2)(Two euro)]]/V(${value})/AP<</N ${shown} 0 R>>/T(amount)${COVERING}>>`;
const pictured = (text: string): BuiltObject => ({
  dict: '/Subtype/Form/BBox[0 0 99 20]/Resources<</Font<</F1 5 0 R>>>>',
  stream: `BT /F1 9 Tf (${text}) Tj ET BI /W 1 /H 1 /CS /G /BPC 8 ID x EI`,
});
const TREE = '<</Type/StructTreeRoot/K 31 0 R>>';
const xfa = (text: string): BuiltObject => ({ stream: `<template>${text}</template>` });
const SECOND_PAGE = {
  2: '<</Type/Pages/Kids[3 0 R 60 0 R]/Count 2>>',
  60: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${RESOURCES}>>`,
};

const FORGERIES: readonly Forgery[] = [
  {
    what: 'an image whose name is that of a key that leads up',
    signed: { 3: page('10 0 R', '/Resources<</XObject<</P 30 0 R>>>>'), 4: drawing('P'), 30: HONEST },
    update: { 30: FORGED },
  },
  {
    what: 'a font of such a name',
    signed: { 3: page('10 0 R', '/Resources<</Font<</B 5 0 R>>>>'), 4: { stream: 'BT /B 9 Tf (Pay 1) Tj ET' } },
    update: { 5: '<</Type/Font/Subtype/Type1/BaseFont/Symbol>>' },
  },
  {
    what: 'resources that say they are a page',
    signed: {
      3: page('10 0 R', '/Resources 29 0 R'),
      4: drawing('X'),
      29: '<</Type/Page/XObject<</X 30 0 R>>>>',
      30: HONEST,
    },
    update: { 30: FORGED },
  },
  {
    what: 'an image that private data name too',
    signed: {
      3: page('10 0 R', '/PieceInfo<</A<</Private 30 0 R>>>>/Resources<</XObject<</X 30 0 R>>>>'),
      4: drawing('X'),
      30: HONEST,
    },
    update: { 30: FORGED },
  },
  {
    what: 'content that private data of the page tree name too',
    signed: { 2: '<</Type/Pages/Kids[3 0 R]/Count 1/PieceInfo<</A<</Private 4 0 R>>>>>>' },
    update: { 4: { stream: 'BT /F1 24 Tf 72 700 Td (Pay 1,000,000) Tj ET' } },
  },
  {
    what: 'an action that private data name too',
    signed: {
      1: catalog('', '/PieceInfo<</A<</Private 30 0 R>>>>/OpenAction 30 0 R'),
      30: '<</S/JavaScript/JS(1)>>',
    },
    update: { 30: '<</S/JavaScript/JS(2)>>' },
  },
  {
    what: 'an action that the looks of its field name too',
    signed: {
      30: `<</FT/Btn/Ff 65536/T(b)${COVERING}/MK 31 0 R/A 31 0 R>>`,
      31: '<</S/JavaScript/JS(1)>>',
    },
    fields: [30],
    update: { 31: '<</S/JavaScript/JS(2)>>' },
  },
  {
    what: 'an annotation that was named and missing',
    signed: { 3: page('10 0 R 30 0 R') },
    update: { 30: '<</Type/Annot/Subtype/FreeText/Rect[0 0 612 792]/AP<</N 31 0 R>>>>', 31: FORGED },
  },
  {
    what: 'a page that was named and missing',
    signed: { 2: SECOND_PAGE[2] },
    update: { 60: SECOND_PAGE[60] },
  },
  {
    what: 'a field that was named and missing',
    signed: { 1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 30 0 R]>>>>', 3: page('10 0 R 30 0 R') },
    update: { 30: `<</FT/Tx/T(x)${COVERING}/AP<</N 31 0 R>>>>`, 31: FORGED },
  },
  { what: 'a page that is gone', signed: SECOND_PAGE, update: {}, freed: [60] },
  {
    what: 'a stamp that is gone',
    signed: { 3: page('10 0 R 30 0 R'), 30: '<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 31 0 R>>>>', 31: HONEST },
    update: {},
    freed: [30],
  },
  {
    what: 'a field that is gone',
    signed: { 30: `<</FT/Tx/T(limit)${COVERING}/V(at most 1)/AP<</N 31 0 R>>>>`, 31: look('at most 1') },
    fields: [30],
    update: {},
    freed: [30],
  },
  {
    what: 'a look that is gone',
    signed: { 30: payee('/T(payee)/V(Mallory)/AP<</N 31 0 R>>'), 31: look('Ada') },
    fields: [30],
    update: {},
    freed: [31],
  },
  {
    what: 'the list of notes of a page that is gone',
    signed: {
      3: page('').replace('/Annots[]', '/Annots 33 0 R'),
      30: '<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 31 0 R>>>>',
      31: HONEST,
      33: '[10 0 R 30 0 R]',
    },
    update: {},
    freed: [33],
  },
  {
    what: 'an empty signature field that is made to show something',
    signed: { 30: emptyField('') },
    fields: [30],
    update: { 30: emptyField('/AP<</N 31 0 R>>'), 31: FORGED },
  },
  {
    what: 'an empty signature field whose look is filled',
    signed: { 30: emptyField('/AP<</N 31 0 R>>'), 31: { dict: '/Subtype/Form/BBox[0 0 612 792]', stream: '' } },
    fields: [30],
    update: { 31: FORGED },
  },
  {
    what: 'an empty signature field that is moved',
    signed: { 30: emptyField('/AP<</N 31 0 R>>', '0 0 0 0'), 31: FORGED },
    fields: [30],
    update: { 30: emptyField('/AP<</N 31 0 R>>') },
  },
  {
    what: 'a new signature field that is empty and shows something',
    update: {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R 30 0 R]>>>>',
      3: page('10 0 R 30 0 R'),
      30: emptyField('/AP<</N 31 0 R>>'),
      31: FORGED,
    },
  },
  {
    what: 'another widget of a field',
    signed: { 30: payee('/T(payee)/V(Ada)') },
    fields: [30],
    update: { 3: page('30 0 R 10 0 R 32 0 R'), 31: FORGED, 32: `<<${COVERING}/Parent 30 0 R/AP<</N 31 0 R>>>>` },
  },
  {
    what: 'a field of the form that was on no page',
    signed: {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 30 0 R]>>>>',
      30: `<</FT/Tx/T(x)${COVERING}/AP<</N 31 0 R>>>>`,
      31: FORGED,
    },
    update: { 3: page('10 0 R 30 0 R') },
  },
  {
    what: 'another look of a button',
    signed: { 30: `<</FT/Btn/Ff 65536/T(b)${COVERING}/AP<</N 31 0 R>>>>`, 31: HONEST },
    fields: [30],
    update: { 30: `<</FT/Btn/Ff 65536/T(b)${COVERING}/AP<</N 32 0 R>>>>`, 32: FORGED },
  },
  {
    what: 'a look of a button that is named as a key that leads up',
    signed: { 30: `<</FT/Btn/T(b)${COVERING}/AS/P/AP<</N<</P 31 0 R>>>>>>`, 31: HONEST },
    fields: [30],
    update: { 31: FORGED },
  },
  {
    what: 'a field whose text gives way to a picture',
    signed: { 30: payee('/T(payee)/V(Ada)/AP<</N 31 0 R>>'), 31: look('Ada') },
    fields: [30],
    update: { 31: pictured('Ada') },
  },
  {
    what: 'a field whose text is drawn by curves',
    signed: { 30: payee('/T(payee)/V(Ada)/AP<</N 31 0 R>>'), 31: look('Ada') },
    fields: [30],
    update: { 30: payee('/T(payee)/V(Bob)/AP<</N 32 0 R>>'), 32: { ...look(''), stream: '0 0 m 9 9 9 9 9 9 c f' } },
  },
  {
    what: 'a field whose text goes from its look',
    signed: { 30: payee('/T(payee)/V(Ada)/AP<</N 31 0 R>>'), 31: look('Ada') },
    fields: [30],
    update: { 31: { ...look(''), stream: '' } },
  },
  {
    what: 'a field that shows its value where it showed another text',
    signed: { 30: payee('/T(payee)/V(Mallory)/AP<</N 31 0 R>>'), 31: look('Ada') },
    fields: [30],
    update: { 31: look('Mallory') },
  },
  {
    what: 'a field that loses the look which was not its value',
    signed: { 30: payee('/T(payee)/V(Mallory)/AP<</N 31 0 R>>'), 31: look('Ada') },
    fields: [30],
    update: { 30: payee('/T(payee)/V(Mallory)') },
  },
  {
    what: 'fields that are drawn anew, one of which showed another text than its value',
    signed: { 30: payee('/T(payee)/V(Mallory)/AP<</N 31 0 R>>'), 31: look('Ada') },
    fields: [30],
    update: {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/NeedAppearances true/Fields[30 0 R 10 0 R]>>>>',
    },
  },
  ...['/AP<</N 31 0 R>>', ''].map((entries) => ({
    what: `a font that only ${entries === '' ? 'the form' : 'a field'} has`,
    signed: {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[30 0 R 10 0 R]/DR<</Font<</F1 32 0 R>>>>>>>>',
      30: payee(`/T(payee)/V(Ada)${entries}`),
      31: { ...look('Ada'), dict: '/Subtype/Form/BBox[0 0 99 20]/Resources<</Font<</F1 32 0 R>>>>' },
      32: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    },
    fields: [30],
    update: { 32: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/M/a/l]>>>>' },
  })),
  {
    what: 'an empty field that shows a text',
    signed: { 30: payee('/T(payee)/AP<</N 31 0 R>>'), 31: look('') },
    fields: [30],
    update: { 31: look('Mallory') },
  },
  {
    what: 'a choice that shows another one',
    signed: { 30: choice('1', 31), 31: look('One euro') },
    fields: [30],
    update: { 31: look('One million euro') },
  },
  {
    what: 'what the choices of a field are called',
    signed: { 30: choice('1', 31), 31: look('One euro') },
    fields: [30],
    update: { 30: choice('1', 31).replace('One euro', 'One million euro') },
  },
  {
    what: 'a hidden field that comes into sight',
    signed: { 30: `<</FT/Tx/T(x)/V(Pay 1,000,000)${COVERING.replace('/F 4', '/F 2')}/AP<</N 31 0 R>>>>`, 31: FORGED },
    fields: [30],
    update: { 30: `<</FT/Tx/T(x)/V(Pay 1,000,000)${COVERING}/AP<</N 31 0 R>>>>` },
  },
  {
    what: 'a field that goes out of sight',
    signed: { 30: `<</FT/Tx/T(x)/V(Pay 1)${COVERING}/AP<</N 31 0 R>>>>`, 31: HONEST },
    fields: [30],
    update: { 30: `<</FT/Tx/T(x)/V(Pay 1)${COVERING.replace('/F 4', '/F 32')}/AP<</N 31 0 R>>>>` },
  },
  {
    what: 'a text that is read aloud in place of what is shown',
    signed: { 1: catalog('', '/StructTreeRoot 30 0 R'), 30: TREE, 31: '<</S/P/P 30 0 R/ActualText(Pay 1)>>' },
    update: { 31: '<</S/P/P 30 0 R/ActualText(Pay 1,000,000)>>' },
  },
  {
    what: 'a new element with a text that is copied in place of what is shown',
    signed: { 1: catalog('', '/StructTreeRoot 30 0 R'), 30: TREE, 31: '<</S/P/P 30 0 R/K 0>>' },
    update: {
      31: '<</S/P/P 30 0 R/K 32 0 R>>',
      32: '<</S/Span/P 31 0 R/K 0/ActualText(Pay 1,000,000)>>',
    },
  },
  { what: 'a form in XFA', update: { 1: catalog('/XFA 30 0 R'), 30: xfa('Pay 1,000,000') } },
  {
    what: 'a packet of a form in XFA',
    signed: { 1: catalog('/XFA[(template)30 0 R]'), 30: xfa('Pay 1') },
    update: { 30: xfa('Pay 9') },
  },
  {
    what: 'the packets of a form in XFA',
    signed: { 1: catalog('/XFA 30 0 R'), 30: '[(template)31 0 R]', 31: xfa('Pay 1') },
    update: { 30: '[(template)32 0 R]', 32: xfa('Pay 9') },
  },
  {
    what: 'a form that was named and missing',
    signed: { 1: '<</Type/Catalog/Pages 2 0 R/AcroForm 30 0 R>>' },
    update: { 30: '<</Fields[10 0 R]/XFA 31 0 R>>', 31: xfa('Pay 9') },
  },
  {
    what: 'a locked field under another name',
    entries: LOCK,
    signed: { 30: payee('/T(payee)/V(Ada)') },
    fields: [30],
    update: { 30: payee('/T(payer)/V(Bob)') },
  },
  {
    what: 'a locked field below another one',
    entries: LOCK,
    signed: { 30: payee('/T(payee)') },
    fields: [30],
    update: { 30: payee('/T(payee)/Parent 31 0 R'), 31: '<</V(Bob)/Kids[30 0 R]>>' },
  },
  {
    what: 'the value of a locked field, an object of its own',
    entries: LOCK,
    signed: { 30: payee('/T(payee)/V 31 0 R'), 31: '(Ada)' },
    fields: [30],
    update: { 31: '(Bob)' },
  },
];

/** The signature is an approval by default. */
function forged({ signed = {}, fields = [], entries, update, freed = [] }: Forgery, options: SignOptions): Uint8Array {
  const input = signPdf(helloPage(), ada, {
    ...options,
    ...(entries !== undefined && { entries }),
    earlier: fields,
    objects: signed,
  });
  return appendUpdate(input, update, { freed });
}

describe('a signature does not hold for', () => {
  it.each(FORGERIES)('$what', async (forgery) => {
    const modified = { valid: false, reason: 'MODIFIED_AFTER_SIGNING' };
    expect(await signatureOf(forged(forgery, {}))).toEqual(modified);
    if (forgery.entries === undefined) expect(await signatureOf(forged(forgery, certified(1)))).toEqual(modified);
  });

  it('a document timestamp that shows something', async () => {
    for (const options of [{}, certified(1), certified(2)]) {
      const stamped = signPdf(signPdf(helloPage(), ada, options), clock, {
        ...('catalog' in options ? { catalog: options.catalog } : {}),
        name: 'Stamp',
        field: 20,
        earlier: [10],
        subFilter: 'ETSI.RFC3161',
        message: (data) => signTimestamp(clock, data),
        rect: '[0 0 612 792]/AP<</N 31 0 R>>',
        objects: { 31: FORGED },
      });
      expect((await signatureOf(stamped)).valid).toBe(false);
    }
  });

  it('a catalog that stands in the trailer itself', async () => {
    const update = appendUpdate(signPdf(helloPage(), ada), {
      70: '<</Type/Pages/Kids[60 0 R]/Count 1>>',
      60: SECOND_PAGE[60],
    });
    const text = Buffer.from(update).toString('latin1');
    const at = text.lastIndexOf('/Root 1 0 R');
    const root = '/Root<</Type/Catalog/Pages 70 0 R/AcroForm<</Fields[10 0 R]>>>>';
    const direct = text.slice(0, at) + root + text.slice(at + '/Root 1 0 R'.length);
    expect((await signatureOf(new Uint8Array(Buffer.from(direct, 'latin1')))).valid).toBe(false);
  });

  it('annotations that cover text, and those that become such, however a certification allows annotations', async () => {
    const note = '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>';
    const covering = (subtype: string) => `<</Type/Annot/Subtype/${subtype}/Rect[0 0 612 792]/AP<</N 31 0 R>>>>`;
    const input = signPdf(helloPage(), ada, { ...certified(3), objects: { 3: page('10 0 R 30 0 R'), 30: note } });
    const added = { 3: page('10 0 R 30 0 R 32 0 R'), 31: FORGED, 32: covering('Square') };
    expect((await signatureOf(appendUpdate(input, added))).valid).toBe(false);
    expect((await signatureOf(appendUpdate(input, { 30: covering('FreeText'), 31: FORGED }))).valid).toBe(false);
  });

  it('a note whose look becomes a text or a picture, however a certification allows notes', async () => {
    const note = (number: number, rect = '0 0 20 20'): string =>
      `<</Type/Annot/Subtype/Text/Rect[${rect}]/AP<</N ${number} 0 R>>>>`;
    const icon: BuiltStream = { dict: '/Subtype/Form/BBox[0 0 20 20]', stream: '1 1 0 rg 0 0 20 20 re f' };
    const input = signPdf(helloPage(), ada, {
      ...certified(3),
      objects: { 3: page('10 0 R 30 0 R'), 30: note(31), 31: icon },
    });
    const yellow = { ...icon, stream: '1 0 0 rg 0 0 20 20 re f' };
    expect((await signatureOf(appendUpdate(input, { 31: yellow }))).valid).toBe(true);
    for (const update of [
      { 31: FORGED },
      { 31: pictured('') },
      { 30: note(31, '0 0 612 792') },
      { 30: note(31, '70 690 90 710') },
    ])
      expect((await signatureOf(appendUpdate(input, update))).valid).toBe(false);
  });

  it('content that is decoded in another way', async () => {
    const columns = 60;
    const shown = Buffer.from('BT /F1 24 Tf 72 700 Td (Pay 1) Tj ET %'.padEnd(columns, '-'));
    const hidden = Buffer.from(' BT /F1 24 Tf 72 650 Td (Pay 1,000,000) Tj ET'.padEnd(columns));
    const differences = hidden.map((byte, index) => (byte - (shown[index] ?? 0) + 256) % 256);
    const stream = deflateSync(Buffer.concat([Buffer.of(0), shown, Buffer.of(2), differences]));
    const input = signPdf(helloPage(), ada, { objects: { 4: { dict: '/Filter/FlateDecode', stream } } });
    const dict = `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${columns}>>`;
    expect((await signatureOf(appendUpdate(input, { 4: { dict, stream } }))).valid).toBe(false);
  });

  it.each([
    ['that is written anew', { 8: packed('Symbol   ') }],
    [
      'whose first object begins where another object says',
      { 9: String(PACKED_HEAD.length + fontOf('Helvetica').length) },
    ],
  ])('an object in an object stream %s', async (_, update) => {
    const input = signPdf(withObjectStream(), ada, certified(1));
    expect((await signatureOf(input)).valid).toBe(true);
    expect((await signatureOf(appendUpdate(input, update))).valid).toBe(false);
  });
});

describe('a signature holds for', () => {
  it('room for another one, which shows nothing', async () => {
    const update = {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R 30 0 R]>>>>',
      3: page('10 0 R 30 0 R'),
      30: emptyField('/AP<</N 31 0 R>>'),
      31: { dict: '/Subtype/Form/BBox[0 0 612 792]', stream: '' },
    };
    expect(await signatureOf(appendUpdate(signPdf(helloPage(), ada), update))).toEqual({ valid: true, reason: null });
  });

  it('a visible signature in the field that a certification has for it', async () => {
    const rect = '[70 90 300 120]';
    const input = signPdf(helloPage(), ada, {
      ...certified(2),
      earlier: [20],
      objects: { 20: `<</FT/Sig/T(Second)/Type/Annot/Subtype/Widget/Rect${rect}/F 132/P 3 0 R>>` },
    });
    const signed = signPdf(input, ada, {
      name: 'Second',
      field: 20,
      earlier: [10],
      rect: `${rect}/AP<</N 31 0 R>>`,
      catalog: '/Perms<</DocMDP 11 0 R>>',
      objects: { 31: look('Ada') },
    });
    expect(await signatureOf(signed)).toEqual({ valid: true, reason: null });
  });

  it('a box that is ticked with a mark drawn anew', async () => {
    const mark = (sign: string, font = 'ZapfDingbats'): BuiltStream => ({
      dict: `/Subtype/Form/BBox[0 0 20 20]/Resources<</Font<</Z<</Type/Font/Subtype/Type1/BaseFont/${font}>>>>>>`,
      stream: `0.8 g 0 0 20 20 re f BT /Z 20 Tf 3 4 Td (${sign}) Tj ET`,
    });
    const box = (state: string, number: number, rect = '150 560 170 580'): string =>
      `<</FT/Btn/T(agree)/Type/Annot/Subtype/Widget/Rect[${rect}]/F 4/P 3 0 R/AS/${state}/V/${state}/AP<</N<</Off 31 0 R/Yes ${number} 0 R>>>>>>`;
    const boxed = (rect?: string): Uint8Array =>
      signPdf(helloPage(), ada, { earlier: [30], objects: { 30: box('Off', 32, rect), 31: mark(''), 32: mark('4') } });
    const ticked = (sign: string, font?: string, rect?: string): Uint8Array =>
      appendUpdate(boxed(rect), { 30: box('Yes', 33, rect), 31: mark(''), 33: mark(sign, font) });
    expect(await signatureOf(ticked('3'))).toEqual({ valid: true, reason: null });
    expect((await signatureOf(ticked('3', 'Helvetica'))).valid).toBe(false);
    expect((await signatureOf(ticked('333'))).valid).toBe(false);
    expect((await signatureOf(ticked('3', 'ZapfDingbats', '70 690 90 710'))).valid).toBe(false);
  });

  it('a choice that shows what it is called, and a field that is emptied', async () => {
    const empty = { ...look(''), stream: '' };
    const input = signPdf(helloPage(), ada, {
      ...certified(2),
      earlier: [30, 32],
      objects: {
        30: choice('1', 31),
        31: look('One euro'),
        32: payee('/T(payee)/V(Ada)/AP<</N 33 0 R>>'),
        33: look('Ada'),
      },
    });
    const update = { 30: choice('2', 34), 32: payee('/T(payee)/V()/AP<</N 35 0 R>>'), 34: look('Two euro'), 35: empty };
    expect(await signatureOf(appendUpdate(input, update))).toEqual({ valid: true, reason: null });
  });

  it('an element that describes what is new, as a signature that is added to a tagged document', async () => {
    const signed = {
      1: catalog('', '/StructTreeRoot 30 0 R'),
      30: TREE,
      31: '<</S/Document/P 30 0 R/K 32 0 R>>',
      32: '<</S/P>>',
    };
    const update = {
      31: '<</S/Document/P 30 0 R/K[32 0 R 33 0 R]>>',
      33: '<</S/Form/P 31 0 R/Alt(Signature of Ada)>>',
    };
    const input = signPdf(helloPage(), ada, { objects: signed });
    expect(await signatureOf(appendUpdate(input, update))).toEqual({ valid: true, reason: null });
  });

  it('a second signature beside the text', async () => {
    const signed = signPdf(signPdf(helloPage(), ada), ada, {
      name: 'Second',
      field: 20,
      earlier: [10],
      rect: '[300 100 500 160]/AP<</N 31 0 R>>',
      objects: { 31: look('Ada') },
    });
    expect(await signatureOf(signed)).toEqual({ valid: true, reason: null });
  });

  it('a ticked box, and values of a form in XFA', async () => {
    const looks = '/AP<</N<</Yes 31 0 R/Off 32 0 R>>>>';
    const box = (state: string) => `<</FT/Btn/T(b)${COVERING}/AS/${state}/V/${state}${looks}>>`;
    const form = catalog('/XFA[(template)33 0 R(datasets)34 0 R]').replace('[10 0 R]', '[10 0 R 30 0 R]');
    const input = signPdf(helloPage(), ada, {
      earlier: [30],
      objects: { 1: form, 30: box('Off'), 31: look('X'), 32: look(''), 33: xfa('Pay 1'), 34: xfa('') },
    });
    expect((await signatureOf(appendUpdate(input, { 30: box('Yes'), 34: xfa('yes') }))).valid).toBe(true);
  });
});

const PACKED_HEAD = '5 0 ';

function fontOf(name: string): string {
  return `<</Type/Font/Subtype/Type1/BaseFont/${name}>> `;
}

/** Two fonts. Object 9 leads to the first object of the stream. */
function packed(name: string): BuiltObject {
  return { dict: '/Type/ObjStm/N 1/First 9 0 R', stream: PACKED_HEAD + fontOf(name) + fontOf('Symbol') };
}

/** The page of `helloPage` with its font in an object stream. */
function withObjectStream(): Uint8Array {
  const plain = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: page(''),
    4: { stream: 'BT /F1 24 Tf 72 700 Td (Pay 1) Tj ET' },
    8: packed('Helvetica'),
    9: String(PACKED_HEAD.length),
  });
  const text = Buffer.from(plain).toString('latin1');
  const at = text.lastIndexOf('xref\n0 1');
  const offsets = [...text.slice(at).matchAll(/(\d+) 1\n(\d{10}) 00000 n/g)].map(([, ...pair]) => pair.map(Number));
  const rows = Array.from({ length: 11 }, (_, number) => {
    const offset = number === 10 ? at : offsets.find(([of]) => of === number)?.[1];
    if (offset !== undefined) return [1, offset >> 8, offset & 0xff, 0];
    return number === 5 ? [2, 0, 8, 0] : [0, 0, 0, 0];
  });
  const stream = rows
    .flat()
    .map((byte) => String.fromCharCode(byte))
    .join('');
  const dict = `<</Type/XRef/Size 11/W[1 2 1]/Root 1 0 R/Length ${stream.length}>>`;
  const tail = `10 0 obj\n${dict}\nstream\n${stream}\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text.slice(0, at) + tail, 'latin1'));
}
