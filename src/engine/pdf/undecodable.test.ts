import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { compare } from '#engine/compare.ts';
import { normalize } from '#test/support/normalize.ts';
import { checkWithQpdf } from '#engine/qpdf.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { buildPdf, type BuiltObject, type BuiltStream } from '#test/support/builders/pdf.ts';

type Objects = Readonly<Record<number, BuiltObject>>;
/** The storage of the stream under test. */
type Store = (dict: string, data: string) => BuiltStream;

interface Place {
  readonly name: string;
  /** The words of the failure for the stream. */
  readonly where?: string;
  /** Builds the document whose stream holds the words. */
  readonly build: (store: Store, words: string) => Objects;
}

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const shown = (words: string): string => `BT /F1 24 Tf 72 700 Td (${words}) Tj ET`;

function page(entries: string, more: Objects, contents = '4 0 R', catalog = ''): Objects {
  return {
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${contents}${entries}>>`,
    5: FONT,
    ...more,
  };
}

const WITH_FONT = '/Resources<</Font<</F1 5 0 R>>>>';
const FORM = `/Type/XObject/Subtype/Form/BBox[0 0 612 792]${WITH_FONT}`;
const TYPE_3 =
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 6 0 R>>/FirstChar 97/LastChar 97' +
  '/Widths[1]/Encoding<</Differences[97/a]>>/Resources<<>>>>';
const TO_UNICODE = (words: string): string =>
  `1 begincodespacerange<00><ff>endcodespacerange 1 beginbfrange<61><61><00${words.charCodeAt(0).toString(16)}>endbfrange`;

const PLACES: readonly Place[] = [
  { name: 'the content of a page', build: (store, words) => page(WITH_FONT, { 4: store('', shown(words)) }) },
  {
    name: 'the second of two content streams',
    build: (store, words) =>
      page(WITH_FONT, { 4: { stream: '0 0 1 rg' }, 6: store('', shown(words)) }, '[4 0 R 6 0 R]'),
  },
  {
    name: 'a form XObject',
    build: (store, words) =>
      page('/Resources<</XObject<</X 6 0 R>>>>', { 4: { stream: '/X Do' }, 6: store(FORM, shown(words)) }),
  },
  {
    name: 'a glyph of a Type 3 font',
    build: (store, words) =>
      page('/Resources<</Font<</F1 7 0 R>>>>', {
        4: { stream: shown('a') },
        6: store('', `1 0 d0 0 0 1 0.${words.charCodeAt(0)} re f`),
        7: TYPE_3,
      }),
  },
  {
    name: 'a tiling pattern',
    build: (store, words) =>
      page('/Resources<</Pattern<</P 6 0 R>>>>', {
        4: { stream: '/Pattern cs /P scn 0 0 100 100 re f' },
        6: store(
          `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9${WITH_FONT}`,
          shown(words),
        ),
      }),
  },
  {
    name: 'the appearance of an annotation',
    build: (store, words) =>
      page('/Annots[7 0 R]', {
        4: { stream: ' ' },
        6: store(FORM, shown(words)),
        7: '<</Type/Annot/Subtype/Stamp/Rect[0 0 99 99]/F 4/AP<</N 6 0 R>>>>',
      }),
  },
  {
    name: 'the ToUnicode map of a font',
    build: (store, words) =>
      page('/Resources<</Font<</F1 7 0 R>>>>', {
        4: { stream: shown('a') },
        6: store('', TO_UNICODE(words)),
        7: FONT.replace('>>', '/ToUnicode 6 0 R>>'),
      }),
  },
  {
    name: 'a function',
    build: (store, words) =>
      page('/Resources<</Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function 6 0 R>>>>>>', {
        4: { stream: '/S sh' },
        6: store('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 8', words.slice(0, 2)),
      }),
  },
  {
    name: 'an ICC profile',
    build: (store, words) =>
      page('/Resources<</ColorSpace<</C[/ICCBased 6 0 R]>>>>', {
        4: { stream: '/C cs 0.5 sc 0 0 9 9 re f' },
        6: store('/N 1', words),
      }),
  },
  {
    name: 'the metadata of the document',
    where: '1 stream, first FooDecode.',
    build: (store, words) =>
      page(
        '',
        {
          4: { stream: ' ' },
          6: store(
            '/Type/Metadata/Subtype/XML',
            `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>${words}</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${words}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`,
          ),
        },
        '4 0 R',
        '/Metadata 6 0 R',
      ),
  },
];

const plain: Store = (dict, data) => ({ dict, stream: data });
const brotli: Store = (dict, data) => ({ dict: `${dict}/Filter/BrotliDecode`, stream: brotliCompressSync(data) });
const behind =
  (filter: string): Store =>
  (dict, data) => ({ dict: `${dict}/Filter${filter}`, stream: data });

const run = (objects: Objects) => normalize(buildPdf(objects), DEFAULT_OPTIONS);

test.each(PLACES)('Brotli data of $name are what the same data are in the clear', async ({ build }) => {
  const [clear, encoded, other] = await Promise.all([
    run(build(plain, 'Pay 100')),
    run(build(brotli, 'Pay 100')),
    run(build(brotli, 'Nothing')),
  ]);
  expect(encoded.report.normalized).toEqual(clear.report.normalized);
  expect(encoded.report.normalized?.sha256).not.toBe(other.report.normalized?.sha256 ?? '');
  expect(latin1(encoded.bytes ?? new Uint8Array())).not.toContain('BrotliDecode');
  expect(await checkWithQpdf(encoded.bytes ?? new Uint8Array())).toBe('');
});

test.each(PLACES)('a filter that nobody knows before $name refuses the document', async ({ build, where }) => {
  const facts = where ?? '1 stream, first FooDecode on page 1.';
  for (const filter of ['/FooDecode', '[/FooDecode]', '[/ASCIIHexDecode/FooDecode]']) {
    const { bytes, report } = await run(build(behind(filter), 'Pay 100'));
    expect(bytes).toBeNull();
    expect(report.failure).toMatchObject({
      code: 'UNSUPPORTED_FILTER',
      message: `Data behind a filter that is not supported: ${facts}`,
      stage: 'ActiveContentRemoval',
    });
  }
});

test('a filter of images is no filter of content, even of a stream that says it is an image', async () => {
  const image = '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8';
  for (const dict of ['', image]) {
    const { report } = await run(
      page(WITH_FONT, { 4: { dict: `${dict}/Filter/DCTDecode`, stream: shown('Pay 100') } }),
    );
    expect(report.failure?.code).toBe('UNSUPPORTED_FILTER');
    expect(report.failure?.message).toContain('DCTDecode on page 1');
  }
});

test('the shared dictionary of a draft of BrotliDecode refuses the document', async () => {
  const data = brotliCompressSync(shown('Pay 100'));
  const { report } = await run(
    page(WITH_FONT, {
      4: { dict: '/Filter/BrotliDecode/DecodeParms<</D 6 0 R>>', stream: data },
      6: { stream: 'Pay' },
    }),
  );
  expect(report.failure?.code).toBe('UNSUPPORTED_FILTER');
});

const pictured = (filter: string, data: string): Objects =>
  page('/Resources<</XObject<</X 6 0 R>>>>', {
    4: { stream: '9 0 0 9 0 0 cm /X Do' },
    6: {
      dict: `/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Filter${filter}`,
      stream: data,
    },
  });

test('an appearance or a glyph is no image, even when it says that it is one', async () => {
  const image =
    '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FooDecode';
  const data = { dict: image, stream: 'hidden' };
  const stamp = (states: string) => `<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/F 4/AP<</N ${states}>>>>`;
  const documents = [
    page('/Annots[7 0 R]', { 4: { stream: '' }, 6: data, 7: stamp('6 0 R') }),
    page('/Annots[7 0 R]', { 4: { stream: '' }, 6: data, 7: stamp('<</On 6 0 R>>') }),
    page('/Resources<</Font<</F1 5 0 R>>>>', { 4: { stream: shown('a') }, 5: TYPE_3, 6: data }),
  ];
  for (const objects of documents) {
    const { report } = await normalize(buildPdf(objects), DEFAULT_OPTIONS);
    expect(report.failure?.code).toBe('UNSUPPORTED_FILTER');
  }
});

test('an image behind a filter that nobody knows keeps its bytes, and a warning names the filter', async () => {
  const [first, second] = [await run(pictured('/FooDecode', 'one')), await run(pictured('/FooDecode', 'two'))];
  expect(first.report.status).toBe('SUCCESS');
  expect(first.report.warnings).toContainEqual(
    expect.objectContaining({
      code: 'UNDECODABLE_STREAM',
      message:
        'Images behind a filter that is not supported: 1 stream, first FooDecode on page 1. Their bytes were not changed.',
    }),
  );
  expect(latin1(first.bytes ?? new Uint8Array())).toContain('stream\none\nendstream');
  expect(first.report.normalized?.sha256).not.toBe(second.report.normalized?.sha256);
});

test('a filter behind the pixels of an image is reported, and the pixels alone are not', async () => {
  const codes = async (filter: string) => (await run(pictured(filter, 'x'))).report.warnings.map(({ code }) => code);
  expect(await codes('[/DCTDecode/FlateDecode]')).toContain('UNDECODABLE_STREAM');
  expect(await codes('/DCTDecode')).not.toContain('UNDECODABLE_STREAM');
});

test('the globals of a JBIG2 image are read, so that a filter before them refuses the document', async () => {
  const { report } = await run({
    ...pictured('/JBIG2Decode/DecodeParms<</JBIG2Globals 8 0 R>>', 'x'),
    8: { dict: '/Filter/FooDecode', stream: 'x' },
  });
  expect(report.failure?.message).toContain('first FooDecode on page 1');
});

test('content that is removed needs no filter', async () => {
  const objects = page(
    '',
    {
      4: { stream: ' ' },
      6: { dict: '/Type/EmbeddedFile/Filter/FooDecode', stream: 'x' },
      7: '<</Type/Filespec/F(a)/EF<</F 6 0 R>>>>',
    },
    '4 0 R',
    '/Names<</EmbeddedFiles<</Names[(a) 7 0 R]>>>>/PieceInfo<</A<</Private 6 0 R>>>>',
  );
  expect((await run(objects)).report.status).toBe('SUCCESS');
});

test('an object stream and a cross-reference stream behind such a filter refuse the document, and Brotli opens both', async () => {
  expect((await normalize(packed(brotli, brotli), DEFAULT_OPTIONS)).report.normalized?.contentHash).toBe(
    (await run(page(WITH_FONT, { 4: { stream: shown('Packed') } }))).report.normalized?.contentHash,
  );
  const cases = [
    [packed(behind('/FooDecode'), plain), 'an object stream, FooDecode'],
    [packed(plain, behind('/FooDecode')), 'a cross-reference stream, FooDecode'],
  ] as const;
  for (const [file, facts] of cases) {
    const { report } = await normalize(file, DEFAULT_OPTIONS);
    expect(report.failure).toMatchObject({
      code: 'UNSUPPORTED_FILTER',
      message: `Data behind a filter that is not supported: ${facts}.`,
      stage: 'StructuralRepair',
    });
  }
});

function textIn(objects: Objects, number: number): string {
  const object = objects[number];
  if (typeof object !== 'string') throw new Error(`Object ${number} is no text.`);
  return object;
}

/** A file with objects 1, 2, 3 and 5 in object stream 6 and the cross-reference stream 7. */
function packed(objects: Store, xref: Store): Uint8Array {
  const parts = page(WITH_FONT, {});
  const bodies = [1, 2, 3, 5].map((number) => [number, textIn(parts, number)] as const);
  let at = 0;
  const index = bodies.map(([number, body]) => [`${number} ${at}`, (at += body.length + 1)][0]).join(' ');
  const data = `${index} ${bodies.map(([, body]) => body).join(' ')}`;
  const dict = `/Type/ObjStm/N 4/First ${index.length + 1}`;
  const file = latin1(buildPdf({ 4: { stream: shown('Packed') }, 6: objects(dict, data) }));
  const start = file.lastIndexOf('xref\n0 1');
  const offset = (number: number) => file.indexOf(`\n${number} 0 obj`) + 1;
  const row = (type: number, second: number, third: number) =>
    String.fromCharCode(type, second >> 8, second & 0xff, third);
  const rows = [
    row(0, 0, 0),
    row(2, 6, 0),
    row(2, 6, 1),
    row(2, 6, 2),
    row(1, offset(4), 0),
    row(2, 6, 3),
    row(1, offset(6), 0),
    row(1, start, 0),
  ];
  const stream = xref('/Type/XRef/Size 8/W[1 2 1]/Root 1 0 R', rows.join(''));
  const raw = Buffer.from(stream.stream as string, 'latin1');
  return Buffer.concat([
    Buffer.from(`${file.slice(0, start)}7 0 obj\n<<${stream.dict}/Length ${raw.length}>>\nstream\n`, 'latin1'),
    raw,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ]);
}

test('a signed document that passes through is reported, and has no hash of text that nobody read', async () => {
  const signer = createSigner();
  for (const words of ['100', '900']) {
    const objects = page(WITH_FONT, {
      4: { stream: shown('a') },
      5: FONT.replace('>>', '/ToUnicode 6 0 R>>'),
      6: behind('/FooDecode')('', TO_UNICODE(words)),
    });
    const signed = signPdf(buildPdf(objects), signer);
    const { bytes, report } = await normalize(signed, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'preserve' });
    expect(bytes).toEqual(signed);
    expect(report.normalized?.contentHash).toBeNull();
    expect(report.warnings).toContainEqual(
      expect.objectContaining({
        code: 'UNDECODABLE_STREAM',
        message:
          'Data behind a filter that is not supported: 1 stream, first FooDecode on page 1. Their bytes were not changed.',
      }),
    );
  }
});

test('a comparison sees what Brotli data say, and refuses data behind a filter that nobody knows', async () => {
  const [content] = PLACES;
  const of = (store: Store, words: string) => buildPdf(content?.build(store, words) ?? {});
  for (const normalizeFirst of [false, true]) {
    const differing = await compare(of(brotli, '100'), of(brotli, '900'), { normalizeFirst });
    expect(differing).toMatchObject({ report: { summary: { identical: false, severity: 'major' } } });
    const same = await compare(of(brotli, '100'), of(plain, '100'), { normalizeFirst });
    expect(same).toMatchObject({ report: { summary: { identical: true } } });
    const unknown = await compare(of(plain, '100'), of(behind('/FooDecode'), '900'), { normalizeFirst });
    expect(unknown).toMatchObject({ kind: 'failure', failure: { file: 'file_b', code: 'UNSUPPORTED_FILTER' } });
  }
});

const encrypted = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../fixtures/pdf', name)).toString('latin1');

test('a crypt method or a crypt filter that is not known refuses the document', async () => {
  const aes = encrypted('aes-256-r6-owner-only.pdf');
  const cases = [
    [aes.replace('/CFM /AESV3', '/CFM /AESV4'), 'Crypt filter StdCF, method AESV4.'],
    [aes.replace('/StmF /StdCF', '/StmF /OwnCF'), 'Crypt filter OwnCF, which is not defined.'],
    [aes.replace('/StrF /StdCF', '/StrF /OwnCF'), 'Crypt filter OwnCF, which is not defined.'],
  ] as const;
  for (const [file, message] of cases) {
    const { bytes, report } = await normalize(Buffer.from(file, 'latin1'), DEFAULT_OPTIONS);
    expect(bytes).toBeNull();
    expect(report.failure).toMatchObject({ code: 'UNSUPPORTED_ENCRYPTION', message });
  }
});

test('a crypt filter of a document that is not encrypted is undone only where it is the identity', async () => {
  const of = (parms: string) =>
    run(page(WITH_FONT, { 4: { dict: `/Filter[/Crypt]/DecodeParms[${parms}]`, stream: shown('Pay 100') } }));
  const clear = await run(page(WITH_FONT, { 4: { stream: shown('Pay 100') } }));
  for (const parms of ['null', '<</Name/Identity>>'])
    expect((await of(parms)).report.normalized).toEqual(clear.report.normalized);
  expect((await of('<</Name/OwnCF>>')).report.failure?.message).toContain('first Crypt on page 1');
});
