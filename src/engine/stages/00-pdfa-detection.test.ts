import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import type { StageResult, Work } from './stage.ts';
import { pdfaDetection } from './00-pdfa-detection.ts';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/**
 * A one-page document with the objects of the test from number 4. It has no cross-reference table, so opening rebuilds
 * one.
 */
function open(catalogEntries: string, objects = ''): PdfDocument {
  const file = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R ${catalogEntries}>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Metadata 5 0 R>> endobj
${objects}
trailer <</Root 1 0 R>>`;
  return openDocument(new Uint8Array(Buffer.from(file, 'latin1')));
}

function metadata(number: number, xmp: string): string {
  return `${number} 0 obj <</Type/Metadata/Subtype/XML/Length ${xmp.length}>> stream\n${xmp}\nendstream endobj\n`;
}

function claim(body: string, attributes = ''): string {
  return `<rdf:RDF xmlns:rdf="${RDF}" xmlns:p="http://www.aiim.org/pdfa/ns/id/"><rdf:Description ${attributes}>${body}</rdf:Description></rdf:RDF>`;
}

async function detect(pdf: PdfDocument | null): Promise<StageResult> {
  const input = new Uint8Array();
  const work: Work = {
    input,
    options: DEFAULT_OPTIONS,
    pdf,
    passthrough: false,
    security: {},
    validation: {},
    output: null,
  };
  return pdfaDetection.run(work);
}

const codes = (result: StageResult) => (result.warnings ?? []).map(({ code }) => code);
const detectXmp = (xmp: string) => detect(open('/Metadata 4 0 R', metadata(4, xmp)));

test.each([
  ['2b', claim('<p:part>2</p:part><p:conformance>B</p:conformance>')],
  ['2b', claim('', 'p:part="2" p:conformance="B"')],
  ['4', claim('<p:part>4</p:part><p:rev>2020</p:rev>')],
  ['4f', claim('<p:part>4</p:part><p:conformance>F</p:conformance>')],
  ['1a', claim('<p:part>1</p:part><p:conformance>A</p:conformance><p:amd>2005</p:amd>')],
])('reads level %s', async (level, xmp) => {
  const result = await detectXmp(xmp);
  expect(result).toMatchObject({ result: `declared_${level}`, warnings: [] });
  expect(result.validation).toMatchObject({
    pdfaDeclared: true,
    pdfaLevel: level,
    pdfaCompliant: false,
    validatorValidated: false,
  });
});

test('lower case and blanks are read, with a warning', async () => {
  const result = await detectXmp(claim('<p:part>2</p:part><p:conformance> b </p:conformance>'));
  expect([result.result, codes(result)]).toEqual(['declared_2b', ['PDFA_DECLARATION_INVALID']]);
});

test.each([
  ['an unknown part', claim('<p:part>7</p:part>')],
  ['a level its part does not have', claim('<p:part>1</p:part><p:conformance>U</p:conformance>')],
  ['a part without its level', claim('<p:part>2</p:part>')],
  ['two different parts', claim('<p:part>2</p:part><p:part>3</p:part><p:conformance>B</p:conformance>')],
])('%s is declared, but no level', async (_name, xmp) => {
  const result = await detectXmp(xmp);
  expect([result.result, codes(result)]).toEqual(['declaration_invalid', ['PDFA_DECLARATION_INVALID']]);
  expect(result.validation).toMatchObject({ pdfaDeclared: true, pdfaLevel: null });
});

test("only the document's own metadata counts: not a page's, not an output intent", async () => {
  const page = metadata(5, claim('', 'p:part="2" p:conformance="B"'));
  const result = await detect(open('/OutputIntents[<</S/GTS_PDFA1>>]', page));
  expect(result).toMatchObject({ result: 'undeclared', warnings: [] });
  expect(result.validation).toMatchObject({ pdfaDeclared: false, pdfaLevel: null, validatorValidated: null });
});

test('XMP with a document type is ignored with a warning', async () => {
  const result = await detectXmp(
    `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${claim('<p:part>2</p:part>')}`,
  );
  expect([result.result, codes(result)]).toEqual(['undeclared', ['METADATA_XMP_INVALID']]);
});

test('metadata that is no stream is ignored with a warning', async () => {
  expect(codes(await detect(open('/Metadata (text)')))).toEqual(['METADATA_XMP_INVALID']);
});

test('a document that does not open declares nothing', async () => {
  expect(await detect(null)).toMatchObject({ result: 'undeclared', warnings: [] });
});
