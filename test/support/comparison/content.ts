/** Pairs with re-saved documents, metadata, forms, annotations and fonts. */
import { deflateSync } from 'node:zlib';
import { book } from './book.ts';
import {
  field,
  FIVE,
  fixture,
  IDENTICAL,
  link,
  note,
  ONE,
  outlined,
  page,
  radio,
  subset,
  THREE,
  TWO,
  withAnnotations,
  withFields,
  type Pair,
} from './expectations.ts';

export const RESAVED: readonly Pair[] = [
  { name: 'the same bytes', a: book({ pages: [ONE, TWO] }), b: book({ pages: [ONE, TWO] }), expected: IDENTICAL },
  {
    name: 'saved again under other object numbers',
    a: book({ pages: [ONE, TWO], info: '/Title(Travels)' }),
    b: book({ pages: [ONE, TWO], info: '/Title(Travels)', shift: 40 }),
    expected: IDENTICAL,
  },
  {
    name: 'saved again with compressed content',
    a: book({ pages: [{ content: { stream: `BT /F1 12 Tf (${ONE}) Tj ET` } }] }),
    b: book({
      pages: [
        { content: { dict: '/Filter/FlateDecode', stream: deflateSync(Buffer.from(`BT /F1 12 Tf (${ONE}) Tj ET`)) } },
      ],
    }),
    expected: IDENTICAL,
  },
  {
    name: 'saved again with a value in an object of its own',
    a: book({ pages: [{ text: ONE, entries: '/MediaBox[0 0 300 300]' }] }),
    b: book({ pages: [{ text: ONE, entries: '/MediaBox 5000 0 R' }], more: { 5000: '[0 0 300 300]' } }),
    expected: { ...IDENTICAL, objects: [5, 6] },
  },
  {
    name: 'saved again with a value in an object of its own, both normalized',
    a: book({ pages: [{ text: ONE, entries: '/MediaBox[0 0 300 300]' }] }),
    b: book({ pages: [{ text: ONE, entries: '/MediaBox 5000 0 R' }], more: { 5000: '[0 0 300 300]' } }),
    normalizeFirst: true,
    expected: IDENTICAL,
  },
  {
    name: 'a box written by its other corners and a full turn: the same page',
    a: book({ pages: [{ text: ONE, entries: '/MediaBox[0 0 300 200]/Rotate 0' }] }),
    b: book({ pages: [{ text: ONE, entries: '/MediaBox[300 200 0 0]/Rotate 360' }] }),
    expected: IDENTICAL,
  },
  {
    name: 'one of eight ways to save a document against another, both normalized',
    a: fixture('g0-plain-0-classic.pdf'),
    b: fixture('g0-plain-3-linearized.pdf'),
    normalizeFirst: true,
    expected: IDENTICAL,
  },
  {
    name: 'an encrypted copy, both normalized',
    a: fixture('g0-plain-0-classic.pdf'),
    b: fixture('g0-plain-8-encrypted.pdf'),
    normalizeFirst: true,
    expected: IDENTICAL,
  },
  {
    name: 'another outline, which has no list of its own',
    a: outlined('Rivers'),
    b: outlined('Streams'),
    expected: { severity: 'minor', changes: 1 },
  },
];

export const METADATA: readonly Pair[] = [
  {
    name: 'another title',
    a: book({ info: '/Title(One)' }),
    b: book({ info: '/Title(Two)' }),
    expected: { severity: 'minor', changes: 1, metadata: [{ field: 'Title', oldValue: 'One', newValue: 'Two' }] },
  },
  {
    name: 'an author less, a subject more, sorted by key',
    a: book({ info: '/Title(One)/Author(Ann)' }),
    b: book({ info: '/Subject<FEFF00C4>/Title(One)' }),
    expected: {
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
    expected: {
      severity: 'minor',
      changes: 1,
      metadata: [{ field: 'ModDate', oldValue: '2024-01-01T11:00:00Z', newValue: '2024-01-01T12:00:00Z' }],
    },
  },
  {
    name: 'a key of somebody’s own and a name as value',
    a: book({ info: '/Trapped/False' }),
    b: book({ info: '/Trapped/True/Case#20Number(17)' }),
    expected: {
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
    expected: {
      severity: 'minor',
      changes: 2,
      metadata: [{ field: 'Title', oldValue: null, newValue: 'One' }],
      objects: [5, 6],
    },
  },
];

export const FORMS: readonly Pair[] = [
  {
    name: 'a field filled in otherwise, one removed, one added',
    a: withFields(field('/FT/Tx/T(a)/V(1)'), field('/FT/Tx/T(b)/V(2)')),
    b: withFields(field('/FT/Tx/T(a)/V(9)'), field('/FT/Tx/T(c)/V(3)')),
    expected: {
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
    expected: {
      severity: 'moderate',
      changes: 1,
      forms: [{ fieldName: 'name', action: 'modified', oldValue: null, newValue: 'Ann' }],
    },
  },
  {
    name: 'another choice in a radio group, told once',
    a: radio('small'),
    b: radio('large'),
    expected: {
      severity: 'moderate',
      changes: 1,
      forms: [{ fieldName: 'size', action: 'modified', oldValue: 'small', newValue: 'large' }],
    },
  },
  {
    name: 'a check box ticked',
    a: withFields(field('/FT/Btn/T(agree)/AS/Off')),
    b: withFields(field('/FT/Btn/T(agree)/V/Yes/AS/Yes')),
    expected: {
      severity: 'moderate',
      changes: 1,
      forms: [{ fieldName: 'agree', action: 'modified', oldValue: 'Off', newValue: 'Yes' }],
    },
  },
  {
    name: 'one more choice in a list',
    a: withFields(field('/FT/Ch/T(days)/Opt[(Mo)(Tu)(We)]/V(Mo)')),
    b: withFields(field('/FT/Ch/T(days)/Opt[(Mo)(Tu)(We)]/V[(Mo)(We)]')),
    expected: {
      severity: 'moderate',
      changes: 1,
      forms: [{ fieldName: 'days', action: 'modified', oldValue: 'Mo', newValue: 'Mo, We' }],
    },
  },
  {
    name: 'a field under another, by its full name',
    a: withFields('<</T(person)/Kids[5001 0 R]>>', field('/FT/Tx/T(name)/Parent 5000 0 R/V(Ann)')),
    b: withFields('<</T(person)/Kids[5001 0 R]>>', field('/FT/Tx/T(name)/Parent 5000 0 R/V(Bea)')),
    expected: {
      severity: 'moderate',
      changes: 1,
      forms: [{ fieldName: 'person.name', action: 'modified', oldValue: 'Ann', newValue: 'Bea' }],
    },
  },
];

export const ANNOTATIONS: readonly Pair[] = [
  {
    name: 'a highlight added',
    a: withAnnotations(note('/Contents(x)')),
    b: withAnnotations(note('/Contents(x)'), '<</Type/Annot/Subtype/Highlight/Rect[72 300 100 330]/Contents(x)>>'),
    expected: {
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
    expected: { severity: 'moderate', changes: 1, annotations: [{ page: 1, type: 'Text', action: 'removed' }] },
  },
  {
    name: 'a note known by its name, elsewhere and with other words',
    a: withAnnotations(note('/NM(n1)/Contents(x)')),
    b: withAnnotations(note('/NM(n1)/Contents(y)', '10 10 20 20')),
    expected: { severity: 'moderate', changes: 1, annotations: [{ page: 1, type: 'Text', action: 'modified' }] },
  },
  {
    name: 'other words in the same place',
    a: withAnnotations(note('/Contents(x)')),
    b: withAnnotations(note('/Contents(y)')),
    expected: { severity: 'moderate', changes: 1, annotations: [{ page: 1, type: 'Text', action: 'modified' }] },
  },
  {
    name: 'a note removed and another kind added in its place',
    a: withAnnotations(note('/Contents(x)')),
    b: withAnnotations('<</Type/Annot/Subtype/Square/Rect[72 300 100 330]/Contents(x)>>'),
    expected: {
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
    expected: { severity: 'moderate', changes: 1, reordered: [[1, 3]] },
  },
  {
    name: 'a link to a page that an insertion has pushed on',
    a: book({ pages: [{ text: ONE, entries: link(2) }, TWO] }),
    b: book({ pages: [{ text: ONE, entries: link(3) }, FIVE, TWO] }),
    expected: { severity: 'major', changes: 2, added: [2], objects: [7, 9] },
  },
  {
    name: 'a link that leads to another page',
    a: book({ pages: [{ text: ONE, entries: link(2) }, TWO, THREE] }),
    b: book({ pages: [{ text: ONE, entries: link(3) }, TWO, THREE] }),
    expected: { severity: 'moderate', changes: 1, annotations: [{ page: 1, type: 'Link', action: 'modified' }] },
  },
];

export const FONTS: readonly Pair[] = [
  {
    name: 'another font',
    a: book({ pages: [ONE] }),
    b: book({ pages: [ONE], font: '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>' }),
    expected: {
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
    name: 'the same font without a program under another subset tag',
    a: book({ pages: [ONE], font: subset('ABCDEF') }),
    b: book({ pages: [ONE], font: subset('GHIJKL') }),
    expected: { severity: 'none', changes: 0 },
  },
];
