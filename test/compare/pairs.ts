/** Pairs of documents and, written by hand, what a careful reader says of the differences. */
import { readFileSync } from 'node:fs';
import { zlibSync } from 'fflate';
import type {
  AnnotationChange,
  DiffSeverity,
  FontChange,
  FormChange,
  MetadataChange,
  SecurityChange,
} from '#domain/compare.ts';
import { book, type BookPage, pageNumber } from './book.ts';

/** A report without hashes: pages by their numbers, object counts as two totals. What is empty is left out. */
export interface Told {
  readonly severity: DiffSeverity;
  readonly changes: number;
  readonly metadata?: readonly MetadataChange[];
  readonly added?: readonly number[];
  readonly removed?: readonly number[];
  readonly reordered?: readonly (readonly [number, number])[];
  readonly modified?: readonly (readonly [number, number])[];
  /** When they differ. */
  readonly objects?: readonly [number, number];
  readonly forms?: readonly FormChange[];
  readonly annotations?: readonly AnnotationChange[];
  readonly security?: readonly SecurityChange[];
  readonly fonts?: readonly FontChange[];
}

export interface Pair {
  readonly name: string;
  readonly a: Uint8Array;
  readonly b: Uint8Array;
  readonly normalizeFirst?: true;
  readonly told: Told;
}

const IDENTICAL: Told = { severity: 'none', changes: 0 };

const ONE = 'The first chapter tells of rivers and their sources';
const TWO = 'A second chapter counts mountains glaciers and passes';
const THREE = 'Chapter three lists harbours lighthouses and tides';
const FOUR = 'Finally the fourth part names every island we saw';
const FIVE = 'An appendix explains instruments charts and errors';
const EDITED_TWO = 'A second chapter counts mountains valleys and passes';

const fixture = (name: string) => new Uint8Array(readFileSync(`fixtures/pdf/${name}`));

/** One page of text with annotations or fields of its own, which are objects 5000 and following. */
const page = (entries: string): BookPage => ({ text: ONE, entries });
const withAnnotations = (...annotations: readonly string[]) =>
  book({
    pages: [page(`/Annots[${annotations.map((_, index) => `${5000 + index} 0 R`).join(' ')}]`)],
    more: Object.fromEntries(annotations.map((annotation, index) => [5000 + index, annotation])),
  });
const note = (entries: string, rect = '72 300 100 330') => `<</Type/Annot/Subtype/Text/Rect[${rect}]${entries}>>`;

const field = (entries: string) => `<</Type/Annot/Subtype/Widget/Rect[72 600 272 620]/F 4${entries}>>`;
const withFields = (...fields: readonly string[]) => {
  const refs = fields.map((_, index) => `${5000 + index} 0 R`).join(' ');
  return book({
    pages: [page(`/Annots[${refs}]`)],
    catalog: `/AcroForm<</Fields[${refs}]/DA(/F1 10 Tf 0 g)/DR<</Font<</F1 3 0 R>>>>>>`,
    more: Object.fromEntries(fields.map((text, index) => [5000 + index, text])),
  });
};

const radio = (chosen: string) =>
  book({
    pages: [page('/Annots[5001 0 R 5002 0 R]')],
    catalog: '/AcroForm<</Fields[5000 0 R]>>',
    more: {
      5000: `<</FT/Btn/Ff 49152/T(size)/V/${chosen}/Kids[5001 0 R 5002 0 R]>>`,
      5001: `<</Type/Annot/Subtype/Widget/Parent 5000 0 R/Rect[10 10 20 20]/AS/${chosen === 'small' ? 'small' : 'Off'}>>`,
      5002: `<</Type/Annot/Subtype/Widget/Parent 5000 0 R/Rect[30 10 40 20]/AS/${chosen === 'large' ? 'large' : 'Off'}>>`,
    },
  });

const scan = (entries = '', sample = 'ab') =>
  book({
    pages: [{ content: { stream: 'q 600 0 0 700 0 0 cm /Im0 Do Q' }, entries, resources: '/XObject<</Im0 5000 0 R>>' }],
    more: {
      5000: {
        dict: '/Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
        stream: sample,
      },
    },
  });

const script = (code: string) => `<</S/JavaScript/JS(${code})>>`;
const named = (code: string) => book({ catalog: `/Names<</JavaScript<</Names[(a) ${script(code)}]>>>>` });
const attached = (...files: readonly string[]) =>
  book({
    catalog: `/Names<</EmbeddedFiles<</Names[${files.map((_, index) => `(f${index}) ${5000 + 2 * index} 0 R`).join(' ')}]>>>>`,
    more: Object.fromEntries(
      files.flatMap((content, index) => [
        [5000 + 2 * index, `<</Type/Filespec/F(f${index})/EF<</F ${5001 + 2 * index} 0 R>>>>`],
        [5001 + 2 * index, { dict: '/Type/EmbeddedFile', stream: content }],
      ]),
    ),
  });

const SIGNATURE =
  '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 10 20 10]/Contents<00>>>';
const signable = (signed: boolean) =>
  book({
    pages: [page('/Annots[5000 0 R]')],
    catalog: '/AcroForm<</Fields[5000 0 R]>>',
    more: {
      5000: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[0 0 0 0]${signed ? '/V 5001 0 R' : ''}>>`,
      5001: signed ? SIGNATURE : 'null',
    },
  });

const outlined = (title: string) =>
  book({
    catalog: '/Outlines 5000 0 R',
    more: {
      5000: '<</Type/Outlines/First 5001 0 R/Last 5001 0 R/Count 1>>',
      5001: `<</Title(${title})/Parent 5000 0 R/Dest[${pageNumber(1)} 0 R/Fit]>>`,
    },
  });

const many = Array.from({ length: 1000 }, (_, index) => `Entry number ${index} of the long register`);
const subset = (tag: string) => `<</Type/Font/Subtype/Type1/BaseFont/${tag}+Minion>>`;

/** Two pages that share one resource dictionary, as many writers do; the second also has an image. */
const shared = (withImage: boolean) => {
  const resources = `/Font<</F1 3 0 R>>${withImage ? '/XObject<</Im0 5000 0 R>>' : ''}`;
  const picture: BookPage = { content: { stream: 'q 9 0 0 9 0 0 cm /Im0 Do Q' }, resources };
  return book({
    pages: [{ text: ONE, resources }, { text: TWO, resources }, ...(withImage ? [picture] : [])],
    more: {
      5000: {
        dict: '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
        stream: 'x',
      },
    },
  });
};

const link = (target: number) => `/Annots[<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/Dest[${pageNumber(target)} 0 R/Fit]>>]`;

const same: readonly Pair[] = [
  { name: 'the same bytes', a: book({ pages: [ONE, TWO] }), b: book({ pages: [ONE, TWO] }), told: IDENTICAL },
  {
    name: 'saved again under other object numbers',
    a: book({ pages: [ONE, TWO], info: '/Title(Travels)' }),
    b: book({ pages: [ONE, TWO], info: '/Title(Travels)', shift: 40 }),
    told: IDENTICAL,
  },
  {
    name: 'saved again with compressed content',
    a: book({ pages: [{ content: { stream: `BT /F1 12 Tf (${ONE}) Tj ET` } }] }),
    b: book({
      pages: [
        { content: { dict: '/Filter/FlateDecode', stream: zlibSync(Buffer.from(`BT /F1 12 Tf (${ONE}) Tj ET`)) } },
      ],
    }),
    told: IDENTICAL,
  },
  {
    name: 'saved again with a value in an object of its own',
    a: book({ pages: [{ text: ONE, entries: '/MediaBox[0 0 300 300]' }] }),
    b: book({ pages: [{ text: ONE, entries: '/MediaBox 5000 0 R' }], more: { 5000: '[0 0 300 300]' } }),
    told: { severity: 'minor', changes: 1, objects: [5, 6] },
  },
  {
    name: 'saved again with a value in an object of its own, both normalized',
    a: book({ pages: [{ text: ONE, entries: '/MediaBox[0 0 300 300]' }] }),
    b: book({ pages: [{ text: ONE, entries: '/MediaBox 5000 0 R' }], more: { 5000: '[0 0 300 300]' } }),
    normalizeFirst: true,
    told: IDENTICAL,
  },
  {
    name: 'a box written by its other corners and a full turn: the same page, though not the same words',
    a: book({ pages: [{ text: ONE, entries: '/MediaBox[0 0 300 200]/Rotate 0' }] }),
    b: book({ pages: [{ text: ONE, entries: '/MediaBox[300 200 0 0]/Rotate 360' }] }),
    told: { severity: 'minor', changes: 1 },
  },
  {
    name: 'one of eight ways to save a document against another, both normalized',
    a: fixture('g0-plain-0-classic.pdf'),
    b: fixture('g0-plain-3-linearized.pdf'),
    normalizeFirst: true,
    told: IDENTICAL,
  },
  {
    name: 'an encrypted copy, both normalized',
    a: fixture('g0-plain-0-classic.pdf'),
    b: fixture('g0-plain-8-encrypted.pdf'),
    normalizeFirst: true,
    told: IDENTICAL,
  },
  {
    name: 'another outline, which has no list of its own',
    a: outlined('Rivers'),
    b: outlined('Streams'),
    told: { severity: 'minor', changes: 1 },
  },
];

const metadata: readonly Pair[] = [
  {
    name: 'another title',
    a: book({ info: '/Title(One)' }),
    b: book({ info: '/Title(Two)' }),
    told: { severity: 'minor', changes: 1, metadata: [{ field: 'Title', oldValue: 'One', newValue: 'Two' }] },
  },
  {
    name: 'an author less, a subject more, sorted by key',
    a: book({ info: '/Title(One)/Author(Ann)' }),
    b: book({ info: '/Subject<FEFF00C4>/Title(One)' }),
    told: {
      severity: 'minor',
      changes: 2,
      metadata: [
        { field: 'Author', oldValue: 'Ann', newValue: null },
        { field: 'Subject', oldValue: null, newValue: 'Ä' },
      ],
    },
  },
  {
    name: 'another date, told in ISO 8601',
    a: book({ info: "/ModDate(D:20240101120000+01'00')" }),
    b: book({ info: '/ModDate(D:20240101120000Z)' }),
    told: {
      severity: 'minor',
      changes: 1,
      metadata: [{ field: 'ModDate', oldValue: '2024-01-01T11:00:00Z', newValue: '2024-01-01T12:00:00Z' }],
    },
  },
  {
    name: 'a key of somebody’s own and a name as value',
    a: book({ info: '/Trapped/False' }),
    b: book({ info: '/Trapped/True/Case#20Number(17)' }),
    told: {
      severity: 'minor',
      changes: 2,
      metadata: [
        { field: 'Case Number', oldValue: null, newValue: '17' },
        { field: 'Trapped', oldValue: 'False', newValue: 'True' },
      ],
    },
  },
  {
    name: 'a title where there was no information dictionary',
    a: book(),
    b: book({ info: '/Title(One)' }),
    told: {
      severity: 'minor',
      changes: 2,
      metadata: [{ field: 'Title', oldValue: null, newValue: 'One' }],
      objects: [5, 6],
    },
  },
];

const pages: readonly Pair[] = [
  {
    name: 'a page added at the end',
    a: book({ pages: [ONE, TWO] }),
    b: book({ pages: [ONE, TWO, THREE] }),
    told: { severity: 'major', changes: 2, added: [3], objects: [7, 9] },
  },
  {
    name: 'a page inserted at the front, which moves no other page',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [FOUR, ONE, TWO, THREE] }),
    told: { severity: 'major', changes: 2, added: [1], objects: [9, 11] },
  },
  {
    name: 'a page removed from the middle',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [ONE, THREE] }),
    told: { severity: 'major', changes: 2, removed: [2], objects: [9, 7] },
  },
  {
    name: 'the last page moved to the front, told once',
    a: book({ pages: [ONE, TWO, THREE, FOUR] }),
    b: book({ pages: [FOUR, ONE, TWO, THREE] }),
    told: { severity: 'moderate', changes: 1, reordered: [[4, 1]] },
  },
  {
    name: 'the first page moved two places back',
    a: book({ pages: [ONE, TWO, THREE, FOUR] }),
    b: book({ pages: [TWO, THREE, ONE, FOUR] }),
    told: { severity: 'moderate', changes: 1, reordered: [[1, 3]] },
  },
  {
    name: 'two neighbours that changed places: either may be said to have moved, so both are',
    a: book({ pages: [ONE, TWO, THREE, FOUR] }),
    b: book({ pages: [ONE, THREE, TWO, FOUR] }),
    told: {
      severity: 'moderate',
      changes: 2,
      reordered: [
        [2, 3],
        [3, 2],
      ],
    },
  },
  {
    name: 'all pages in reverse; the middle one stays where it is',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [THREE, TWO, ONE] }),
    told: {
      severity: 'moderate',
      changes: 2,
      reordered: [
        [1, 3],
        [3, 1],
      ],
    },
  },
  {
    name: 'two pages moved together',
    a: book({ pages: [ONE, TWO, THREE, FOUR, FIVE] }),
    b: book({ pages: [THREE, FOUR, FIVE, ONE, TWO] }),
    told: {
      severity: 'moderate',
      changes: 2,
      reordered: [
        [1, 4],
        [2, 5],
      ],
    },
  },
  {
    name: 'a page moved and another inserted before it',
    a: book({ pages: [ONE, TWO, THREE, FOUR] }),
    b: book({ pages: [FIVE, FOUR, ONE, TWO, THREE] }),
    told: { severity: 'major', changes: 3, added: [1], reordered: [[4, 2]], objects: [11, 13] },
  },
  {
    name: 'one of three equal pages removed: the last',
    a: book({ pages: [ONE, TWO, TWO, TWO, THREE] }),
    b: book({ pages: [ONE, TWO, TWO, THREE] }),
    told: { severity: 'major', changes: 2, removed: [4], objects: [13, 11] },
  },
  {
    name: 'the first of two equal pages removed, with a page between them',
    a: book({ pages: [ONE, TWO, ONE] }),
    b: book({ pages: [TWO, ONE] }),
    told: { severity: 'major', changes: 2, removed: [1], objects: [9, 7] },
  },
  {
    name: 'a turned page',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [ONE, { text: TWO, entries: '/Rotate 90' }, THREE] }),
    told: { severity: 'major', changes: 1, modified: [[2, 2]] },
  },
  {
    name: 'a cropped page',
    a: book({ pages: [ONE, TWO] }),
    b: book({ pages: [{ text: ONE, entries: '/CropBox[0 0 300 300]' }, TWO] }),
    told: { severity: 'major', changes: 1, modified: [[1, 1]] },
  },
  {
    name: 'a page in another unit',
    a: book({ pages: [ONE] }),
    b: book({ pages: [{ text: ONE, entries: '/UserUnit 2' }] }),
    told: { severity: 'major', changes: 1, modified: [[1, 1]] },
  },
  {
    name: 'one word edited',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [ONE, EDITED_TWO, THREE] }),
    told: { severity: 'major', changes: 1, modified: [[2, 2]] },
  },
  {
    name: 'a page replaced by another',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [ONE, FOUR, THREE] }),
    told: { severity: 'major', changes: 2, added: [2], removed: [2] },
  },
  {
    name: 'a page inserted right before an edited one',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [ONE, FIVE, EDITED_TWO, THREE] }),
    told: { severity: 'major', changes: 3, added: [2], modified: [[2, 3]], objects: [9, 11] },
  },
  {
    name: 'a page edited and another moved',
    a: book({ pages: [ONE, TWO, THREE, FOUR] }),
    b: book({ pages: [FOUR, ONE, EDITED_TWO, THREE] }),
    told: { severity: 'major', changes: 2, reordered: [[4, 1]], modified: [[2, 3]] },
  },
  {
    name: 'a scan turned upside down',
    a: scan(),
    b: scan('/Rotate 180'),
    told: { severity: 'major', changes: 1, modified: [[1, 1]] },
  },
  {
    name: 'the picture of a scan exchanged, drawn as before',
    a: scan(),
    b: scan('', 'cd'),
    told: { severity: 'major', changes: 1, modified: [[1, 1]] },
  },
  {
    name: 'a page with a picture added to pages that share their resources',
    a: shared(false),
    b: shared(true),
    told: { severity: 'major', changes: 2, added: [3], objects: [8, 10] },
  },
  {
    name: 'one word of a thousand pages edited',
    a: book({ pages: many }),
    b: book({ pages: many.with(617, 'Entry number 617 of the wrong register') }),
    told: { severity: 'major', changes: 1, modified: [[618, 618]] },
  },
  {
    name: 'a page inserted at the front of a thousand',
    a: book({ pages: many }),
    b: book({ pages: [ONE, ...many] }),
    told: { severity: 'major', changes: 2, added: [1], objects: [2003, 2005] },
  },
  {
    name: 'nothing in common',
    a: book({ pages: [ONE, TWO] }),
    b: book({ pages: [FOUR, FIVE] }),
    told: { severity: 'major', changes: 4, added: [1, 2], removed: [1, 2] },
  },
];

const forms: readonly Pair[] = [
  {
    name: 'a field filled in otherwise, one removed, one added',
    a: withFields(field('/FT/Tx/T(a)/V(1)'), field('/FT/Tx/T(b)/V(2)')),
    b: withFields(field('/FT/Tx/T(a)/V(9)'), field('/FT/Tx/T(c)/V(3)')),
    told: {
      severity: 'moderate',
      changes: 3,
      forms: [
        { fieldName: 'a', action: 'modified', oldValue: '1', newValue: '9' },
        { fieldName: 'b', action: 'removed', oldValue: '2', newValue: null },
        { fieldName: 'c', action: 'added', oldValue: null, newValue: '3' },
      ],
    },
  },
  {
    name: 'an empty field filled in',
    a: withFields(field('/FT/Tx/T(name)')),
    b: withFields(field('/FT/Tx/T(name)/V(Ann)')),
    told: {
      severity: 'moderate',
      changes: 1,
      forms: [{ fieldName: 'name', action: 'modified', oldValue: null, newValue: 'Ann' }],
    },
  },
  {
    name: 'another choice in a radio group, told once',
    a: radio('small'),
    b: radio('large'),
    told: {
      severity: 'moderate',
      changes: 1,
      forms: [{ fieldName: 'size', action: 'modified', oldValue: 'small', newValue: 'large' }],
    },
  },
  {
    name: 'a check box ticked',
    a: withFields(field('/FT/Btn/T(agree)/AS/Off')),
    b: withFields(field('/FT/Btn/T(agree)/V/Yes/AS/Yes')),
    told: {
      severity: 'moderate',
      changes: 1,
      forms: [{ fieldName: 'agree', action: 'modified', oldValue: 'Off', newValue: 'Yes' }],
    },
  },
  {
    name: 'one more choice in a list',
    a: withFields(field('/FT/Ch/T(days)/Opt[(Mo)(Tu)(We)]/V(Mo)')),
    b: withFields(field('/FT/Ch/T(days)/Opt[(Mo)(Tu)(We)]/V[(Mo)(We)]')),
    told: {
      severity: 'moderate',
      changes: 1,
      forms: [{ fieldName: 'days', action: 'modified', oldValue: 'Mo', newValue: 'Mo, We' }],
    },
  },
  {
    name: 'a field under another, by its full name',
    a: withFields('<</T(person)/Kids[5001 0 R]>>', field('/FT/Tx/T(name)/Parent 5000 0 R/V(Ann)')),
    b: withFields('<</T(person)/Kids[5001 0 R]>>', field('/FT/Tx/T(name)/Parent 5000 0 R/V(Bea)')),
    told: {
      severity: 'moderate',
      changes: 1,
      forms: [{ fieldName: 'person.name', action: 'modified', oldValue: 'Ann', newValue: 'Bea' }],
    },
  },
];

const annotations: readonly Pair[] = [
  {
    name: 'a highlight added',
    a: withAnnotations(note('/Contents(x)')),
    b: withAnnotations(note('/Contents(x)'), '<</Type/Annot/Subtype/Highlight/Rect[72 300 100 330]/Contents(x)>>'),
    told: {
      severity: 'moderate',
      changes: 2,
      annotations: [{ page: 1, type: 'Highlight', action: 'added' }],
      objects: [6, 7],
    },
  },
  {
    name: 'one of two equal notes removed',
    a: withAnnotations(note('/Contents(x)'), note('/Contents(x)')),
    b: withAnnotations(note('/Contents(x)'), 'null'),
    told: { severity: 'moderate', changes: 1, annotations: [{ page: 1, type: 'Text', action: 'removed' }] },
  },
  {
    name: 'a note known by its name, elsewhere and with other words',
    a: withAnnotations(note('/NM(n1)/Contents(x)')),
    b: withAnnotations(note('/NM(n1)/Contents(y)', '10 10 20 20')),
    told: { severity: 'moderate', changes: 1, annotations: [{ page: 1, type: 'Text', action: 'modified' }] },
  },
  {
    name: 'other words in the same place',
    a: withAnnotations(note('/Contents(x)')),
    b: withAnnotations(note('/Contents(y)')),
    told: { severity: 'moderate', changes: 1, annotations: [{ page: 1, type: 'Text', action: 'modified' }] },
  },
  {
    name: 'a note removed and another kind added in its place',
    a: withAnnotations(note('/Contents(x)')),
    b: withAnnotations('<</Type/Annot/Subtype/Square/Rect[72 300 100 330]/Contents(x)>>'),
    told: {
      severity: 'moderate',
      changes: 2,
      annotations: [
        { page: 1, type: 'Square', action: 'added' },
        { page: 1, type: 'Text', action: 'removed' },
      ],
    },
  },
  {
    name: 'a moved page takes its notes along',
    a: book({ pages: [page('/Annots[<</Type/Annot/Subtype/Text/Rect[1 1 9 9]>>]'), TWO, THREE] }),
    b: book({ pages: [TWO, THREE, page('/Annots[<</Type/Annot/Subtype/Text/Rect[1 1 9 9]>>]')] }),
    told: { severity: 'moderate', changes: 1, reordered: [[1, 3]] },
  },
  {
    name: 'a link to a page that an insertion has pushed on',
    a: book({ pages: [{ text: ONE, entries: link(2) }, TWO] }),
    b: book({ pages: [{ text: ONE, entries: link(3) }, FIVE, TWO] }),
    told: { severity: 'major', changes: 2, added: [2], objects: [7, 9] },
  },
  {
    name: 'a link that leads to another page',
    a: book({ pages: [{ text: ONE, entries: link(2) }, TWO, THREE] }),
    b: book({ pages: [{ text: ONE, entries: link(3) }, TWO, THREE] }),
    told: { severity: 'moderate', changes: 1, annotations: [{ page: 1, type: 'Link', action: 'modified' }] },
  },
];

const fonts: readonly Pair[] = [
  {
    name: 'another font',
    a: book({ pages: [ONE] }),
    b: book({ pages: [ONE], font: '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>' }),
    told: {
      severity: 'major',
      changes: 3,
      modified: [[1, 1]],
      fonts: [
        { name: 'Helvetica', action: 'removed' },
        { name: 'Times-Roman', action: 'added' },
      ],
    },
  },
  {
    name: 'the same font under another subset tag',
    a: book({ pages: [ONE], font: subset('ABCDEF') }),
    b: book({ pages: [ONE], font: subset('GHIJKL') }),
    told: { severity: 'major', changes: 1, modified: [[1, 1]] },
  },
];

const security: readonly Pair[] = [
  {
    name: 'a script that runs when the document is opened',
    a: book(),
    b: book({ catalog: `/OpenAction${script('app.beep\\(0\\)')}` }),
    told: {
      severity: 'major',
      changes: 2,
      security: [
        { field: 'JavaScript', oldValue: '0', newValue: '1' },
        { field: 'OpenAction', oldValue: 'none', newValue: 'JavaScript' },
      ],
    },
  },
  {
    name: 'a script in place of another',
    a: named('one'),
    b: named('two'),
    told: {
      severity: 'major',
      changes: 1,
      security: [
        {
          field: 'JavaScript',
          // SHA-256 of the SHA-256 of `one`, and of `two`, in hexadecimal.
          oldValue: '1 (sha256 e8fdaa78e6ffffcd)',
          newValue: '1 (sha256 d6aad531fe0983f5)',
        },
      ],
    },
  },
  {
    name: 'a document that opens at a page',
    a: book(),
    b: book({ catalog: `/OpenAction[${pageNumber(1)} 0 R/Fit]` }),
    told: {
      severity: 'moderate',
      changes: 1,
      security: [{ field: 'OpenAction', oldValue: 'none', newValue: 'GoTo' }],
    },
  },
  {
    name: 'a link that starts a program',
    a: withAnnotations('<</Type/Annot/Subtype/Link/Rect[1 1 9 9]>>'),
    b: withAnnotations('<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/A<</S/Launch/F(calc.exe)>>>>'),
    told: {
      severity: 'major',
      changes: 2,
      annotations: [{ page: 1, type: 'Link', action: 'modified' }],
      security: [{ field: 'LaunchAction', oldValue: '0', newValue: '1' }],
    },
  },
  {
    name: 'a page that acts when it is shown',
    a: book(),
    b: book({ pages: [{ text: 'First page here', entries: `/AA<</O${script('x')}>>` }] }),
    told: {
      severity: 'major',
      changes: 2,
      security: [
        { field: 'AdditionalActions', oldValue: '0', newValue: '1' },
        { field: 'JavaScript', oldValue: '0', newValue: '1' },
      ],
    },
  },
  {
    name: 'a second attachment',
    a: attached('first'),
    b: attached('first', 'second'),
    told: {
      severity: 'major',
      changes: 2,
      objects: [7, 9],
      security: [{ field: 'EmbeddedFiles', oldValue: '1', newValue: '2' }],
    },
  },
  {
    name: 'an XFA form',
    a: book({ catalog: '/AcroForm<</Fields[]>>' }),
    b: book({ catalog: '/AcroForm<</Fields[]/XFA 5000 0 R>>', more: { 5000: { stream: '<xdp/>' } } }),
    told: {
      severity: 'major',
      changes: 2,
      objects: [5, 6],
      security: [{ field: 'XFA', oldValue: 'false', newValue: 'true' }],
    },
  },
  {
    name: 'usage rights removed',
    a: book({ catalog: `/Perms<</UR3 5000 0 R>>`, more: { 5000: SIGNATURE } }),
    b: book({ more: { 5000: 'null' } }),
    told: {
      severity: 'moderate',
      changes: 1,
      security: [{ field: 'UsageRights', oldValue: 'true', newValue: 'false' }],
    },
  },
  {
    name: 'a signature added to a field that waited for it',
    a: signable(false),
    b: signable(true),
    told: { severity: 'moderate', changes: 1, security: [{ field: 'SignatureCount', oldValue: '0', newValue: '1' }] },
  },
  {
    name: 'a signature removed',
    a: signable(true),
    b: signable(false),
    told: { severity: 'major', changes: 1, security: [{ field: 'SignatureCount', oldValue: '1', newValue: '0' }] },
  },
  {
    name: 'a signature removed, both normalized: told of the originals',
    a: signable(true),
    b: signable(false),
    normalizeFirst: true,
    told: { severity: 'major', changes: 1, security: [{ field: 'SignatureCount', oldValue: '1', newValue: '0' }] },
  },
  {
    name: 'a script, both normalized: neither has one then',
    a: book(),
    b: book({ catalog: `/OpenAction${script('x')}` }),
    normalizeFirst: true,
    told: IDENTICAL,
  },
  {
    name: 'a copy encrypted with every permission',
    a: fixture('g0-plain-0-classic.pdf'),
    b: fixture('g0-plain-8-encrypted.pdf'),
    told: {
      severity: 'moderate',
      changes: 2,
      objects: [8, 9],
      security: [{ field: 'Encrypted', oldValue: 'false', newValue: 'true' }],
    },
  },
  {
    name: 'text, form, notes and protection at once',
    a: withFields(field('/FT/Tx/T(a)/V(1)')),
    b: book({ pages: [TWO], info: '/Title(New)', catalog: '/OpenAction<</S/Named/N/Print>>' }),
    told: {
      severity: 'major',
      changes: 5,
      metadata: [{ field: 'Title', oldValue: null, newValue: 'New' }],
      added: [1],
      removed: [1],
      forms: [{ fieldName: 'a', action: 'removed', oldValue: '1', newValue: null }],
      security: [{ field: 'OpenAction', oldValue: 'none', newValue: 'Named' }],
    },
  },
];

export const PAIRS: readonly Pair[] = [
  ...same,
  ...metadata,
  ...pages,
  ...forms,
  ...annotations,
  ...fonts,
  ...security,
];
