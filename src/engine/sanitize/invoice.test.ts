import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#engine/facts/pipeline.ts';
import type { EngineReport } from '#domain/report.ts';
import { normalize } from '#test/support/normalize.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { readCatalogMetadata } from '#engine/xmp/catalog-metadata.ts';
import type { XmpProperties } from '#engine/xmp/packet.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import {
  CROSS_INDUSTRY_INVOICE,
  FACTUR_X,
  type InvoiceParts,
  invoicePdf,
  invoiceXml,
} from '#test/support/builders/invoice.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { findResidue } from './residue.ts';

const KEEP: NormalizeOptions = { ...DEFAULT_OPTIONS, embeddedFilesPolicy: 'keep_invoice' };

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

async function keep(parts: InvoiceParts = {}, options = KEEP) {
  const { bytes, report } = await normalize(invoicePdf(parts), options);
  if (bytes === null) throw new Error(`The document ended as ${report.failure?.code}: ${report.failure?.message}`);
  return { bytes, report };
}

/** The reason why no file was preserved. */
async function refusal(parts: InvoiceParts): Promise<string | undefined> {
  const { bytes, report } = await keep(parts);
  expect(report.embeddedFiles?.kept).toBe(null);
  expect(report.security.embeddedFilesRemoved).toBe(true);
  expect(findResidue(bytes)).toEqual([]);
  expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/factur-x|DocumentFileName/);
  return said(report, 'INVOICE_NOT_KEPT')?.replace(/^The file .* was not retained: /, '');
}

const said = ({ warnings }: EngineReport, wanted: string) => warnings.find(({ code }) => code === wanted)?.message;

test('the invoice is kept byte for byte, in one form of file specification', async () => {
  const { bytes, report } = await keep();
  const { catalog } = openDocument(bytes);
  const [name, file] = catalog.dict('Names')?.dict('EmbeddedFiles')?.array('Names') ?? [];
  expect(catalog.array('AF')).toEqual([file]);
  expect(name).toMatchObject({ bytes: new Uint8Array(Buffer.from('factur-x.xml')) });
  const pdf = openDocument(bytes);
  const specification = pdf.resolve(pdf.catalog.array('AF')?.[0] ?? null);
  if (!(specification instanceof Dict)) throw new Error('There is no file specification.');
  expect(specification.keys().toSorted()).toEqual(['AFRelationship', 'EF', 'F', 'Type', 'UF']);
  const stream = specification.dict('EF')?.stream('F');
  if (!stream) throw new Error('There is no embedded file.');
  expect(Buffer.from(pdf.bytesOf(stream) ?? []).toString()).toBe(invoiceXml());
  expect(stream.dict.name('Subtype')).toBe('text/xml');
  expect(stream.dict.dict('Params')?.keys().toSorted()).toEqual(['ModDate', 'Size']);
  expect(report.embeddedFiles).toEqual({
    kept: {
      name: 'factur-x.xml',
      mediaType: 'text/xml',
      relationship: 'Alternative',
      content: 'complete',
      sizeBytes: invoiceXml().length,
      sha256: sha256(invoiceXml()),
    },
    removed: { count: 0, listed: [], notListed: 0 },
  });
  expect(report.security.embeddedFilesRemoved).toBe(false);
  expect(report.stages[4]?.result).toBe('none_found');
  expect(said(report, 'INVOICE_KEPT')).toContain(sha256(invoiceXml()));
  expect(Buffer.from(bytes).toString('latin1')).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
});

test('a second run keeps it and changes nothing; without the policy it goes', async () => {
  const { bytes } = await keep();
  const again = await normalize(bytes, KEEP);
  expect(again.bytes).toEqual(bytes);
  const without = await normalize(bytes, DEFAULT_OPTIONS);
  expect(without.report.embeddedFiles?.removed.listed[0]?.sha256).toBe(sha256(invoiceXml()));
  expect(findResidue(without.bytes ?? new Uint8Array())).toEqual([]);
});

test('what is said around the file does not count, the file does', async () => {
  const { bytes } = await keep();
  const names = '/Names<</EmbeddedFiles<</Kids[20 0 R]>>>>';
  const leaf = { 20: '<</Limits[(a)(a)]/Kids[21 0 R]>>', 21: '<</Limits[(a)(a)]/Names[(a)10 0 R]>>' };
  const packed = deflateSync(invoiceXml());
  const others: InvoiceParts[] = [
    { catalog: names, more: leaf },
    { catalog: '/AF[10 0 R]' },
    { file: '/Subtype/application#2Foctet-stream' },
    { file: '/Type/EmbeddedFile/Filter/FlateDecode', xml: packed },
    {
      specification:
        '/UF<FEFF00660061006300740075007200 2D0078002E0078006D006C>/AFRelationship/Alternative/EF<</F 11 0 R>>',
    },
    { catalog: '/AF[10 0 R 10 0 R]/Collection<<>>/PageMode/UseAttachments' },
  ];
  for (const parts of others) expect(sha256((await keep(parts)).bytes)).toBe(sha256(bytes));
  expect(sha256((await keep({ xml: invoiceXml('RE-2') })).bytes)).not.toBe(sha256(bytes));
});

test('every other file goes, also where it hangs on the invoice', async () => {
  const { bytes, report } = await keep({
    specification: `/F(factur-x.xml)/AFRelationship/Data/EF<</F 11 0 R>>/RF<</F[(b.exe)20 0 R]>>/Thumb 24 0 R`,
    catalog: '/AF[10 0 R 21 0 R]/Names<</EmbeddedFiles<</Names[(a)10 0 R(z)21 0 R]>>>>',
    page: '/AF[10 0 R 21 0 R]/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]/FS 10 0 R>><</Subtype/FileAttachment/Rect[0 0 9 9]/FS 22 0 R>>]',
    more: {
      20: { stream: 'related' },
      21: '<</Type/Filespec/F(other.txt)/EF<</F 23 0 R>>>>',
      22: '<</Type/Filespec/F(ZUGFeRD-invoice.xml)/EF<</F 25 0 R>>>>',
      23: { stream: 'other' },
      24: { dict: '/Type/EmbeddedFile', stream: 'no thumbnail' },
      25: { stream: '<old/>' },
    },
  });
  const names = report.embeddedFiles?.removed.listed.map(({ name }) => name);
  expect(names).toEqual(['', 'ZUGFeRD-invoice.xml', 'b.exe', 'other.txt']);
  expect(report.embeddedFiles?.kept?.relationship).toBe('Data');
  expect(findResidue(bytes, sha256(invoiceXml()))).toEqual([]);
});

test('residue: the kept file is told under another hash, beside another file, and when it is missing', async () => {
  const { bytes } = await keep();
  expect(findResidue(bytes)).toContain('AF in the catalog');
  expect(findResidue(bytes, sha256('another'))).toContain('EmbeddedFiles in the catalog');
  const clean = await normalize(bytes, DEFAULT_OPTIONS);
  expect(findResidue(clean.bytes ?? bytes, sha256(invoiceXml()))).toEqual(['no trace of the embedded file that stays']);
  const two = invoicePdf({ more: { 20: { dict: '/Type/EmbeddedFile', stream: 'x' } } });
  expect(findResidue(two, sha256(invoiceXml()))).toContain('embedded file in object 20');
});

const BOM = new Uint8Array([0xef, 0xbb, 0xbf]);
const utf16 = (text: string) =>
  new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]));

test('an invoice whose schema is not described stays, and the description is written', async () => {
  const { bytes, report } = await keep({ pdfa: { part: '3', conformance: 'B' }, isDescribed: false });
  const described = await keep({ pdfa: { part: '3', conformance: 'B' } });
  expect(said(report, 'INVOICE_KEPT')).toBe(said(described.report, 'INVOICE_KEPT'));
  const { properties } = readCatalogMetadata(openDocument(bytes));
  const names = (xmp: XmpProperties): string[] => [...xmp.keys()].toSorted();
  expect(names(properties)).toEqual(names(readCatalogMetadata(openDocument(described.bytes)).properties));
  expect(Buffer.from(bytes).toString('latin1')).toMatch(/<pdfaSchema:namespaceURI>urn:factur-x:pdfa:/);
  expect((await normalize(bytes, KEEP)).bytes).toEqual(bytes);
});

test('the schema of an invoice that goes is not described', async () => {
  const { bytes } = await normalize(invoicePdf({ isDescribed: false }), DEFAULT_OPTIONS);
  expect(Buffer.from(bytes ?? []).toString('latin1')).not.toMatch(/factur-x|pdfaSchema/);
});

test.each([
  ['with a byte order mark', new Uint8Array(Buffer.concat([BOM, Buffer.from(invoiceXml())]))],
  ['in UTF-16', utf16(invoiceXml().replace('UTF-8', 'UTF-16'))],
  ['without declaration', invoiceXml().replace(/<\?xml.*\?>\n/, '')],
  ['after a comment', invoiceXml().replace('?>\n', '?>\n<!-- a -->')],
])('XML %s is kept as it is', async (_what, xml) => {
  const { report } = await keep({ xml });
  expect(report.embeddedFiles?.kept?.sha256).toBe(sha256(xml));
});

const NOT_XML = 'it is not well-formed XML without a document type.';
const lol = '<!ENTITY a "&b;&b;&b;&b;"><!ENTITY b "&c;&c;&c;&c;"><!ENTITY c "lol">';

test.each<[string, InvoiceParts, string]>([
  ['a document type', { xml: `<!DOCTYPE a>${invoiceXml().replace(/<\?xml.*\?>\n/, '')}` }, NOT_XML],
  ['entities that multiply', { xml: invoiceXml().replace('?>', `?><!DOCTYPE a [${lol}]>`) }, NOT_XML],
  ['an external entity', { xml: invoiceXml().replace('?>', '?><!DOCTYPE a SYSTEM "file:///etc/passwd">') }, NOT_XML],
  ['an entity that nobody declares', { xml: invoiceXml('&x;') }, NOT_XML],
  ['no end', { xml: invoiceXml().slice(0, -3) }, NOT_XML],
  ['something behind its end', { xml: `${invoiceXml()}PK` }, NOT_XML],
  ['great depth', { xml: invoiceXml('', '<a>'.repeat(100) + '</a>'.repeat(100)) }, NOT_XML],
  ['no XML', { xml: 'MZ program' }, NOT_XML],
  ['bytes of another encoding', { xml: new Uint8Array(Buffer.from(invoiceXml('ä'), 'latin1')) }, NOT_XML],
  [
    'another encoding declared',
    { xml: invoiceXml().replace('UTF-8', 'UTF-7') },
    'its encoding is not the one it declares.',
  ],
  [
    'another root element',
    { xml: `<Invoice xmlns="${CROSS_INDUSTRY_INVOICE}"/>` },
    'its root element is not the CrossIndustryInvoice that its name asks for.',
  ],
  [
    'the root element of no namespace',
    { xml: '<CrossIndustryInvoice/>' },
    'its root element is not the CrossIndustryInvoice that its name asks for.',
  ],
  [
    'a stylesheet',
    { xml: invoiceXml().replace('?>', '?><?xml-stylesheet href="a.xsl"?>') },
    'it has processing instructions.',
  ],
  [
    'an inclusion',
    { xml: invoiceXml('1', '<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>') },
    'it has elements that belong to no invoice.',
  ],
  [
    'a file inside',
    { xml: invoiceXml('1', '<ram:AttachmentBinaryObject>TVo=</ram:AttachmentBinaryObject>') },
    'it holds other files.',
  ],
  ['too much', { xml: invoiceXml('1', ' '.repeat(9 * 1024 * 1024)) }, 'it is too large.'],
  [
    'damaged data',
    { file: '/Filter/FlateDecode', xml: deflateSync(invoiceXml()).fill(0xff, 60, 90) },
    'its data are damaged.',
  ],
  ['less data than it says', { file: '/Params<</Size 9999>>' }, 'its data are damaged.'],
  ['data outside', { file: '/F(http://example.org/factur-x.xml)' }, 'its data lie outside of the document.'],
  ['no declaration in XMP', { declaredName: null }, 'the XMP metadata declare no invoice.'],
  [
    'an unknown schema that is not described',
    { schema: 'urn:own#', isDescribed: false },
    'the XMP metadata do not describe the schema that names it.',
  ],
  [
    'another name in XMP',
    { declaredName: 'xrechnung.xml' },
    'no embedded file has the name that the XMP metadata give.',
  ],
  [
    'a name of another standard',
    { name: 'ZUGFeRD-invoice.xml', declaredName: 'ZUGFeRD-invoice.xml' },
    'no known standard has the schema and the file name of the XMP metadata.',
  ],
  [
    'a name of its own',
    { name: 'invoice.xml', declaredName: 'invoice.xml' },
    'no known standard has the schema and the file name of the XMP metadata.',
  ],
  [
    'two names',
    { specification: '/F(factur-x.xml)/UF(factur-x.exe)/AFRelationship/Data/EF<</F 11 0 R>>' },
    'its file specification has two names.',
  ],
  [
    'no relationship',
    { specification: '/F(factur-x.xml)/EF<</F 11 0 R>>' },
    'its relationship to the document is not Alternative, Data or Source.',
  ],
  [
    'another relationship',
    { specification: '/F(factur-x.xml)/AFRelationship/Unspecified/EF<</F 11 0 R>>' },
    'its relationship to the document is not Alternative, Data or Source.',
  ],
  [
    'a second content',
    {
      specification: '/F(factur-x.xml)/AFRelationship/Data/EF<</F 11 0 R/UF 20 0 R>>',
      more: { 20: { stream: invoiceXml('RE-2') } },
    },
    'several files have its name.',
  ],
  [
    'a second file of its name',
    {
      catalog: '/AF[10 0 R 20 0 R]',
      more: {
        20: '<</Type/Filespec/F(factur-x.xml)/AFRelationship/Alternative/EF<</F 21 0 R>>>>',
        21: { stream: invoiceXml('RE-2') },
      },
    },
    'several files have its name.',
  ],
  ['a level that allows none', { pdfa: { part: '2', conformance: 'B' } }, 'PDF/A-2b allows no such file.'],
])('an invoice with %s is not kept, and its schema goes too', async (_what, parts, reason) => {
  expect(await refusal(parts)).toBe(reason);
});

test('a document whose only files are no invoices has nothing to tell of invoices', async () => {
  expect(await refusal({ name: 'notes.txt' })).toBe(undefined);
});

test.each([
  ['xrechnung.xml', FACTUR_X, CROSS_INDUSTRY_INVOICE, 'CrossIndustryInvoice'],
  [
    'zugferd-invoice.xml',
    'urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#',
    CROSS_INDUSTRY_INVOICE,
    'CrossIndustryInvoice',
  ],
  [
    'ZUGFeRD-invoice.xml',
    'urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#',
    'urn:ferd:CrossIndustryDocument:invoice:1p0',
    'CrossIndustryDocument',
  ],
  [
    'order-x.xml',
    'urn:factur-x:pdfa:CrossIndustryDocument:1p0#',
    'urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100',
    'SCRDMCCBDACIOMessageStructure',
  ],
])('%s is kept', async (name, schema, namespace, root) => {
  const { report } = await keep({ name, declaredName: name, schema, xml: `<a:${root} xmlns:a="${namespace}"/>` });
  expect(report.embeddedFiles?.kept?.name).toBe(name);
});

test('a real invoice is kept, and shows the same text with and without it', async () => {
  const path = '../../../fixtures/pdf/zugferd_2p1_EN16931_AbweichenderZahlungsempf.pdf';
  const input = new Uint8Array(readFileSync(resolve(import.meta.dirname, path)));
  const { bytes, report } = await normalize(input, KEEP);
  expect(report.embeddedFiles?.kept).toEqual({
    name: 'factur-x.xml',
    mediaType: 'text/xml',
    relationship: 'Data',
    content: 'complete',
    sizeBytes: 13_884,
    sha256: 'a6b61be105c0cf925f42b5bea98d0b72919e4111d6e56d3de8633207a9b216af',
  });
  expect(report.validation).toMatchObject({ pdfaLevel: '3a', pdfaPreserved: true });
  expect((await normalize(bytes ?? input, KEEP)).bytes).toEqual(bytes);
  const removed = await normalize(input, DEFAULT_OPTIONS);
  expect(removed.report.embeddedFiles?.removed.listed[0]).toEqual(report.embeddedFiles?.kept);
  expect(removed.report.normalized?.contentHash).toBe(report.normalized?.contentHash);
});

test('PDF/A-4f with an empty name tree of files comes out with one, and other documents come out without', async () => {
  const fileless = (conformance: string): Uint8Array =>
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[]>>>>/Metadata 4 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      4: {
        dict: '/Type/Metadata/Subtype/XML',
        stream:
          '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
          `xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="4" pdfaid:rev="2020"${conformance}/></rdf:RDF>`,
      },
    });
  const { bytes, report } = await normalize(fileless(' pdfaid:conformance="F"'), DEFAULT_OPTIONS);
  expect(report.validation).toMatchObject({ pdfaLevel: '4f', pdfaPreserved: true });
  const output = bytes ?? new Uint8Array();
  const tree = openDocument(output).catalog.dict('Names')?.dict('EmbeddedFiles');
  expect(tree?.array('Names')).toEqual([]);
  expect((await normalize(output, DEFAULT_OPTIONS)).bytes).toEqual(output);
  const anyway = await normalize(output, { ...DEFAULT_OPTIONS, pdfaPolicy: 'normalize_anyway' });
  expect(anyway.report.validation).toMatchObject({ pdfaPreserved: true });
  const other = await normalize(fileless(''), DEFAULT_OPTIONS);
  expect(openDocument(other.bytes ?? new Uint8Array()).catalog.has('Names')).toBe(false);
});

test('PDF/A-4f stays what it is with its invoice; without it the policy decides', async () => {
  const pdfa = { part: '4', conformance: 'F' };
  const { report } = await keep({ pdfa });
  expect(report.validation).toMatchObject({ pdfaLevel: '4f', pdfaPreserved: true });
  const rejected = await normalize(invoicePdf({ pdfa }), DEFAULT_OPTIONS);
  expect(rejected.report.status).toBe('REJECTED');
  expect(rejected.report.failure).toMatchObject({ code: 'POLICY_REJECTION', stage: 'ActiveContentRemoval' });
  expect(rejected.report.embeddedFiles?.removed.count).toBe(1);
  const anyway = await keep({ pdfa }, { ...DEFAULT_OPTIONS, pdfaPolicy: 'normalize_anyway' });
  expect(anyway.report.validation).toMatchObject({ pdfaPreserved: false });
  expect(said(anyway.report, 'PDFA_CLAIM_REMOVED')).toContain('PDF/A-4f');
});
