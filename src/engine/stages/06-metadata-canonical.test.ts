import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import type { OpenWork, StageResult } from './stage.ts';
import { PRODUCER } from '#engine/xmp/metadata.ts';
import { decodeText } from '#engine/text/text-string.ts';
import { sentencesOf } from '#test/support/warnings.ts';
import { metadataCanonical } from './06-metadata-canonical.ts';

interface Parts {
  readonly xmp?: string;
  readonly info?: string;
  readonly page?: string;
}

/** A one-page document without a cross-reference table, so opening rebuilds one. */
function open({ xmp = '', info = '', page = '' }: Parts): PdfDocument {
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:p="http://www.aiim.org/pdfa/ns/id/" xmlns:own="urn:own"><rdf:Description>${xmp}</rdf:Description></rdf:RDF>`;
  const file = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R/Lang(en)/PieceInfo<</A<<>>>>${xmp === '' ? '' : '/Metadata 4 0 R'}>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${page}>> endobj
4 0 obj <</Type/Metadata/Subtype/XML/Length ${rdf.length}>> stream
${rdf}
endstream endobj
5 0 obj <<${info}>> endobj
trailer <</Root 1 0 R/Info 5 0 R>>`;
  return openDocument(new Uint8Array(Buffer.from(file, 'latin1')));
}

async function run(pdf: PdfDocument, passthrough = false, dropPdfaClaim = false): Promise<StageResult> {
  const input = new Uint8Array();
  const work: OpenWork = {
    input,
    options: { ...DEFAULT_OPTIONS, dropPdfaClaim },
    pdf,
    passthrough,
    security: {},
    validation: {},
    output: null,
  };
  return metadataCanonical.run(work);
}

function infoOf(pdf: PdfDocument): Record<string, string> {
  const info = pdf.trailer.dict('Info');
  return Object.fromEntries(
    (info?.keys() ?? []).map((key) => [key, decodeText(info?.string(key)?.bytes ?? new Uint8Array())]),
  );
}

function packetOf(pdf: PdfDocument): string {
  return Buffer.from(pdf.catalog.stream('Metadata')?.raw ?? []).toString();
}

const codes = (result: StageResult) => (result.warnings ?? []).map(({ code }) => code);
const CONSTANTS = { CreationDate: 'D:19700101000000Z', ModDate: 'D:19700101000000Z', Producer: PRODUCER };

test('Info alone fills both; dates and producer are constants, custom keys go', async () => {
  const pdf = open({ info: '/Title(Report)/Author(Ann)/CreationDate(D:2024)/Producer(X)/Creator(Y)/Secret(z)' });
  const result = await run(pdf);
  expect(result.result).toBe('canonicalized');
  expect(infoOf(pdf)).toEqual({ Title: 'Report', Author: 'Ann', ...CONSTANTS });
  expect(packetOf(pdf)).toContain('<rdf:li>Ann</rdf:li>');
  expect(sentencesOf(result)).toEqual([
    {
      code: 'METADATA_CUSTOM_REMOVED',
      message: 'Custom metadata was removed: 1 keys of the Info dictionary (Secret), 0 XMP properties.',
    },
  ]);
});

test('where Info and XMP differ, XMP is kept', async () => {
  const pdf = open({ xmp: '<dc:title>New</dc:title>', info: '/Title(Old)/Subject(About)' });
  const result = await run(pdf);
  expect(codes(result)).toEqual(['METADATA_CONFLICT']);
  expect(infoOf(pdf)).toEqual({ Title: 'New', Subject: 'About', ...CONSTANTS });
});

test('a document without metadata gets the same packet as any other', async () => {
  const [bare, dated] = [open({}), open({ info: '/ModDate(D:20200101)' })];
  await run(bare);
  await run(dated);
  expect(packetOf(dated)).toBe(packetOf(bare));
  expect(infoOf(dated)).toEqual(CONSTANTS);
});

test('running again changes nothing', async () => {
  const pdf = open({ xmp: '<dc:title>T</dc:title><own:a>1</own:a>', info: '/Keywords(a, b)/Own(c)' });
  await run(pdf);
  const packet = packetOf(pdf);
  expect(await run(pdf)).toMatchObject({ result: 'unchanged', warnings: [] });
  expect(packetOf(pdf)).toBe(packet);
});

test('strings that are damaged or of another kind do no harm', async () => {
  const pdf = open({ info: '/Title<FEFFD8000041>/Author/Ann/Subject 12/Keywords(\\000k\\000)/Trapped/False' });
  await run(pdf);
  expect(infoOf(pdf)).toEqual({ Title: '\ufffdA', Keywords: 'k', ...CONSTANTS });
});

test('a declared level stays declared', async () => {
  const pdf = open({ xmp: '<p:part>2</p:part><p:conformance>B</p:conformance>' });
  expect((await run(pdf)).validation).toEqual({ pdfaPreserved: true });
  expect(packetOf(pdf)).toContain('<pdfaid:part>2</pdfaid:part>');
});

test('PDF/A-4 has no Info dictionary', async () => {
  const pdf = open({ xmp: '<p:part>4</p:part><p:rev>2020</p:rev>', info: '/Title(T)' });
  await run(pdf);
  expect(pdf.trailer.has('Info')).toBe(false);
  expect(packetOf(pdf)).toContain('T</rdf:li>');
});

test('several authors stay out of the Info dictionary of PDF/A-1 only', async () => {
  const authors = '<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>';
  const [plain, pdfa1] = [
    open({ xmp: authors }),
    open({ xmp: `${authors}<p:part>1</p:part><p:conformance>B</p:conformance>` }),
  ];
  await run(plain);
  await run(pdfa1);
  expect(infoOf(plain)['Author']).toBe('Ann; Bob');
  expect(infoOf(pdfa1)['Author']).toBeUndefined();
});

test('metadata of parts, private data and thumbnails go; resources of the same name stay', async () => {
  const fonts = '/Resources<</Font<</Thumb 6 0 R/Metadata 6 0 R>>>>';
  const pdf = open({ page: `/Metadata 4 0 R/Thumb 4 0 R/LastModified(D:2020)/PieceInfo<<>>${fonts}` });
  await run(pdf);
  const page = pdf.pages[0]?.dict;
  expect(page?.keys().filter((key) => ['Metadata', 'Thumb', 'LastModified', 'PieceInfo'].includes(key))).toEqual([]);
  expect(page?.dict('Resources')?.dict('Font')?.keys()).toEqual(['Thumb', 'Metadata']);
  expect(pdf.catalog.has('PieceInfo')).toBe(false);
  expect(pdf.catalog.has('Lang')).toBe(true);
});

test('a document that passes through is left as it is', async () => {
  const pdf = open({ xmp: '<p:part>2</p:part><p:conformance>B</p:conformance>', info: '/Title(T)' });
  const before = packetOf(pdf);
  expect(await run(pdf, true)).toEqual({ result: 'skipped_signed_preserve', validation: { pdfaPreserved: true } });
  expect([packetOf(pdf), infoOf(pdf)]).toEqual([before, { Title: 'T' }]);
});

test('a claim of PDF/A known to be false is left out, and everything that goes with it', async () => {
  const claim = '<p:part>4</p:part><dc:title>Kept</dc:title>';
  const kept = open({ xmp: claim });
  expect(await run(kept)).toMatchObject({ validation: { pdfaPreserved: true }, warnings: [] });
  expect(kept.trailer.has('Info')).toBe(false);

  const dropped = open({ xmp: claim });
  expect(await run(dropped, false, true)).toMatchObject({
    validation: { pdfaPreserved: false },
    warnings: [{ code: 'PDFA_CLAIM_REMOVED', facts: { level: '4' } }],
  });
  expect(infoOf(dropped)).toMatchObject({ Title: 'Kept' });
  expect(Buffer.from(dropped.catalog.stream('Metadata')?.raw ?? []).toString()).not.toContain('pdfaid');
});

test('a document that claims nothing has no claim to leave out', async () => {
  expect(await run(open({}), false, true)).toMatchObject({ warnings: [] });
});
