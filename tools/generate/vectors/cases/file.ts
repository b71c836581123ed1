/** Clause 2: the same objects in files of many forms, plain and linearized. */
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { modelOf } from '#tools/quality/converge/model.ts';
import { serialize, type SerializerOptions } from '#tools/quality/converge/serializer.ts';
import { document, filled, type Objects, textDocument } from '#tools/generate/vectors/document.ts';
import { type Group, groupOfFiles, groups, signed } from '#tools/generate/vectors/vector.ts';

const text = (file: Uint8Array): string => Buffer.from(file).toString('latin1');
const bytes = (file: string): Uint8Array => new Uint8Array(Buffer.from(file, 'latin1'));

/** Streams without a filter, because the compressor of the platform differs between machines. */
function written(file: Uint8Array, options: SerializerOptions): Uint8Array {
  return serialize(modelOf(file), { filter: 'none', ...options });
}

const xmp = (part: number, conformance: string): Objects => ({
  6: {
    dict: '/Type/Metadata/Subtype/XML',
    stream: `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${conformance}</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta>`,
  },
});

const claiming = (part: number, conformance: string): Uint8Array =>
  document({ catalog: '/Metadata 6 0 R', objects: xmp(part, conformance) });

/** Pages with a separate stream each, and shared objects. */
function book(
  pages: number,
  more: { readonly catalog?: string; readonly objects?: Objects; readonly shared?: string } = {},
): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => 20 + 2 * index);
  const page = (number: number): [number, BuiltObject][] => [
    [
      number,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents ${number + 1} 0 R/Resources<</ExtGState<</A 10 0 R>>${more.shared ?? ''}>>>>`,
    ],
    [number + 1, { stream: `/A gs ${number} 9 50 50 re f` }],
  ];
  return buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R${more.catalog ?? ''}>>`,
    2: `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${pages}>>`,
    10: '<</Type/ExtGState/SMask<</Type/Mask/S/Alpha/G 11 0 R>>>>',
    11: { dict: '/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Group<</S/Transparency>>', stream: '0 0 99 99 re f' },
    ...Object.fromEntries(kids.flatMap(page)),
    ...more.objects,
  });
}

const OUTLINE: Objects = {
  12: '<</First 13 0 R/Last 14 0 R/Count 2>>',
  13: '<</Title(One)/Parent 12 0 R/Next 14 0 R/Dest[20 0 R/Fit]>>',
  14: '<</Title(Two)/Parent 12 0 R/Prev 13 0 R/Dest[20 0 R/Fit]>>',
};

const FORMS: Readonly<Record<string, SerializerOptions>> = {
  'Other object numbers.': { shuffle: 1 },
  'Yet other object numbers.': { shuffle: 7 },
  'The keys of all dictionaries in reverse.': { reversedKeys: true },
  'Hexadecimal strings.': { hexStrings: true },
  'Every character of every name escaped.': { escapedNames: true },
  'White space and comments between all tokens.': { space: '\r\n%comment (\n\t' },
  'Indirect lengths of streams.': { indirectLength: true },
  'Object streams and a cross-reference stream.': { objectStreams: true },
  'Objects that nothing refers to.': { junk: true },
  'Streams in hexadecimal digits.': { filter: 'hex' },
  'Version 1.3 and a document ID.': { version: '1.3', id: '00112233445566778899aabbccddeeff' },
};

const formsOf = (file: Uint8Array, names = Object.keys(FORMS)): Record<string, Uint8Array> =>
  Object.fromEntries(names.map((name) => [name, written(file, FORMS[name] ?? {})]));

const linearized = { options: { linearize: true } };

export function fileGroups(): Group[] {
  const plain = textDocument({ content: 'BT/F 12 Tf 9 99 Td(One)Tj ET' });
  const annotated = (count: number): Uint8Array =>
    document({
      page: `/Annots[${Array.from({ length: count }, (_, index) => `${20 + index} 0 R`).join(' ')}]`,
      objects: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          20 + index,
          `<</Type/Annot/Subtype/Square/Rect[0 0 9 ${1 + index}]>>`,
        ]),
      ),
    });
  const update = appendUpdate(plain, { 4: { stream: 'BT/F 12 Tf 9 99 Td(Two)Tj ET' } });
  return [
    ...groups(filled('version {}'))`
      # 2.1 The version of the header
        1.7
        = 1.0 ¦ 1.1 ¦ 1.2 ¦ 1.3 ¦ 1.4 ¦ 1.5 ¦ 1.6 ¦ 2.0
    `,
    ...groups(filled('catalog {}'))`
      # 2.1 The version in the catalog
        ∅
        = /Version/1.4 ¦ /Version/2.0 ¦ /Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>
    `,
    groupOfFiles('2.1', 'Bytes before the header', plain, {
      '= Bytes before the header.': bytes(`mail\r\n\r\n${text(plain)}`),
      '= No comment of binary bytes.': bytes(text(plain).replace('%\xe2\xe3\xcf\xd3\n', '')),
    }),
    groupOfFiles('2.1', 'The version that PDF/A asks for', document({}), {
      '≠ PDF/A-1 is PDF 1.4.': claiming(1, 'B'),
      '≠ PDF/A-4 is PDF 2.0.': claiming(4, ''),
      '≠ PDF/A-2 is PDF 1.7.': claiming(2, 'B'),
    }),
    groupOfFiles('2.2', 'Numbers of objects', plain, { ...signed('=', formsOf(plain)) }),
    groupOfFiles('2.2', 'Generations', plain, {
      '= A generation that is not 0.': bytes(
        text(plain).replace('4 0 obj', '4 3 obj').replace('/Contents 4 0 R', '/Contents 4 3 R'),
      ),
      '≠ Another document.': textDocument({ content: 'BT/F 12 Tf 9 99 Td(Two)Tj ET' }),
    }),
    groupOfFiles('2.3', 'The keywords of streams', plain, {
      '= CR LF behind the keyword stream.': bytes(text(plain).replaceAll('stream\nBT', 'stream\r\nBT')),
      '= No line end before endstream.': bytes(text(plain).replaceAll('ET\nendstream', 'ETendstream')),
      '= A length that is too small.': bytes(text(plain).replace(/Length \d+/, 'Length 3')),
      '= A length that is too great.': bytes(text(plain).replace(/Length \d+/, 'Length 9999')),
      '= No length.': bytes(text(plain).replace(/\/Length \d+/, '')),
    }),
    groupOfFiles('2.4', 'The order of the objects in the file', book(3), {
      ...signed('=', formsOf(book(3))),
      '≠ Another page.': book(4),
      '≠ One page less.': book(2),
    }),
    groupOfFiles('2.5', 'Object streams of 100 objects', annotated(120), {
      ...signed(
        '=',
        formsOf(annotated(120), ['Other object numbers.', 'Object streams and a cross-reference stream.']),
      ),
      '≠ One annotation more.': annotated(121),
    }),
    groupOfFiles('2.6', 'Cross-reference streams and tables', book(2), {
      ...signed('=', formsOf(book(2), ['Object streams and a cross-reference stream.', 'Other object numbers.'])),
    }),
    groupOfFiles('2.7', 'PDF/A-1 has a table and no object streams', claiming(1, 'B'), {
      ...signed('=', formsOf(claiming(1, 'B'))),
      '≠ No claim.': document({}),
      '≠ PDF/A-3 has object streams.': claiming(3, 'B'),
      '≠ Another conformance.': claiming(1, 'A'),
    }),
    groupOfFiles('2.8', 'Entries of the trailer', plain, {
      '= A document ID.': textDocument({
        content: 'BT/F 12 Tf 9 99 Td(One)Tj ET',
        trailer: '/Root 1 0 R/ID[<01><02>]',
      }),
      '= A private entry.': textDocument({
        content: 'BT/F 12 Tf 9 99 Td(One)Tj ET',
        trailer: '/Root 1 0 R/Private 12',
      }),
      '= An update that changes the page, and one that undoes it.': appendUpdate(update, {
        4: { stream: 'BT/F 12 Tf 9 99 Td(One)Tj ET' },
      }),
      '≠ An update that changes the page.': update,
    }),
    groupOfFiles('2.9', 'The end of the file', plain, {
      '= Bytes behind the end.': bytes(`${text(plain)}\0\0\0garbage\n`),
      '= No line feed at the end.': bytes(text(plain).trimEnd()),
      '= A wrong offset of the table: the objects are found by reading the file.': bytes(
        text(plain).replace(/startxref\n\d+/, 'startxref\n7'),
      ),
      '= Carriage returns as line ends of the trailer.': bytes(text(plain).replace(/\nstartxref\n/, '\rstartxref\r')),
    }),
    ...groups(filled('trailer /Root 1 0 R{}'))`
      # 2.10 The document ID
        ∅
        = /ID[<00><00>] ¦ /ID[<0123456789abcdef0123456789abcdef><fedcba98765432100123456789abcdef>] ¦ /ID[(a)(b)]
    `,
    groupOfFiles(
      '2.11',
      'One page',
      book(1),
      { ...signed('=', formsOf(book(1))), '≠ Two pages.': book(2) },
      { ...linearized },
    ),
    groupOfFiles(
      '2.11',
      'Three pages with shared objects',
      book(3),
      {
        ...signed('=', formsOf(book(3))),
        '≠ An image that all pages share.': book(3, {
          shared: '/XObject<</X 11 0 R>>/ProcSet[/PDF]/Properties<<>>/Font<<>>',
          catalog: '/Lang(en)',
        }),
      },
      { ...linearized },
    ),
    groupOfFiles(
      '2.11',
      'Outlines',
      book(3, { catalog: '/Outlines 12 0 R', objects: OUTLINE }),
      {
        ...signed('=', formsOf(book(3, { catalog: '/Outlines 12 0 R', objects: OUTLINE }))),
        '≠ Outlines that are shown when the document opens stand in the first page.': book(3, {
          catalog: '/Outlines 12 0 R/PageMode/UseOutlines',
          objects: OUTLINE,
        }),
      },
      { ...linearized },
    ),
    groupOfFiles(
      '2.11',
      'Objects that the document needs to open',
      book(2, {
        catalog: '/ViewerPreferences 15 0 R/Threads[16 0 R]',
        objects: {
          15: '<</HideToolbar true>>',
          16: '<</F 17 0 R>>',
          17: '<</T 16 0 R/N 17 0 R/V 17 0 R/P 20 0 R/R[0 0 9 9]>>',
        },
      }),
      { '≠ None.': book(2) },
      { ...linearized },
    ),
    groupOfFiles(
      '2.11',
      'More than 100 objects',
      annotated(120),
      { ...signed('=', formsOf(annotated(120), ['Object streams and a cross-reference stream.'])) },
      { ...linearized },
    ),
    groupOfFiles(
      '2.12',
      'The order of pages',
      book(5),
      { ...signed('=', formsOf(book(5), ['Other object numbers.', 'Object streams and a cross-reference stream.'])) },
      { ...linearized },
    ),
    groupOfFiles(
      '2.13',
      'PDF/A-1 has tables',
      claiming(1, 'B'),
      { ...signed('=', formsOf(claiming(1, 'B'), ['Other object numbers.', 'Version 1.3 and a document ID.'])) },
      { ...linearized },
    ),
    groupOfFiles('2.13', 'The first section is padded', book(8), { '≠ More rows.': book(9) }, { ...linearized }),
    groupOfFiles(
      '2.14',
      'Parameters with numbers of two digits',
      book(12),
      { ...signed('=', formsOf(book(12), ['Other object numbers.'])) },
      { ...linearized },
    ),
    groupOfFiles(
      '2.15',
      'Hint tables that are long enough to be compressed',
      book(24),
      { ...signed('=', formsOf(book(24), ['Other object numbers.'])) },
      { ...linearized },
    ),
  ];
}
