/**
 * Chooses the one file that `embedded_files_policy` preserves: the XML of a hybrid invoice. Three places of the
 * document must agree about it (its XMP, the name of the file, its relationship to the document), and the content must
 * match them. The file is removed from the document first. After all other removals a new file specification is made
 * for it, so only name, relationship and content come from the input.
 */
import { compareBytes, createHash } from '#platform';
import type { InvoiceFinding } from '#engine/facts/warning-findings.ts';
import type { EmbeddedFile } from '#engine/facts/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfArray, type PdfObject, PdfString, type Stream } from '#engine/pdf/syntax/objects.ts';
import { decodeText, encodeText } from '#engine/text/text-string.ts';
import { readCatalogMetadata } from '#engine/xmp/catalog-metadata.ts';
import { declaredInvoice } from '#engine/xmp/invoice-schema.ts';
import { EPOCH, metadataPacket, readMetadata } from '#engine/xmp/metadata.ts';
import { readXmp, type XmpProperties } from '#engine/xmp/packet.ts';
import { embeddedStreams, fileFacts, INVOICE_NAME, readFile } from './attached-files.ts';
import { findXmlFault, INVOICE_STANDARDS, type InvoiceRefusal, MAX_INVOICE_BYTES } from './invoice-xml.ts';

export interface Invoice {
  readonly name: string;
  readonly relationship: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly facts: EmbeddedFile;
  /** The streams of the file. The document may have several copies. */
  readonly streams: ReadonlySet<Stream>;
}

/** The relationships that Factur-X (6.2.2) and ZUGFeRD allow. */
const RELATIONSHIPS = new Set(['Alternative', 'Data', 'Source']);
/** PDF/A-3, -4e and -4f allow files of any kind (ISO 19005-3, 6.8; -4, 6.9). Other levels do not allow this kind. */
const LEVEL_WITH_FILES = /^(?:3|4[ef])/;

const MEDIA_TYPE = 'text/xml';
/** A file specification has up to five streams, and two specifications may lead to one file. Each copy is decoded. */
const MAX_COPIES = 10;

/** Undefined for a document without signs of an invoice. `level` is the declared level of PDF/A. */
export function findInvoice(pdf: PdfDocument, level: string | null): Invoice | InvoiceRefusal | undefined {
  const files = attachedToDocument(pdf);
  if (files.length === 0) return undefined;
  const declared = declaredInvoice(writtenXmp(pdf));
  const names = files.flatMap((file) => [...namesOf(file)]);
  if (!names.some((name) => INVOICE_NAME.test(name) || name === declared?.fileName)) return undefined;
  if (declared === undefined) {
    const isNamed = declaredInvoice(readCatalogMetadata(pdf).properties) !== undefined;
    return { refusal: isNamed ? 'INVOICE_SCHEMA_NOT_DESCRIBED' : 'INVOICE_NOT_DECLARED' };
  }
  const { fileName } = declared;
  const standard = INVOICE_STANDARDS.find(
    (one) => one.schema === declared.namespace && one.fileNames.includes(fileName),
  );
  if (!standard) return { refusal: 'INVOICE_STANDARD_UNKNOWN' };
  const named = files.filter((file) => namesOf(file).has(fileName));
  if (named.length === 0) return { refusal: 'INVOICE_FILE_MISSING' };
  if (named.some((file) => namesOf(file).size > 1)) return { refusal: 'INVOICE_WITH_TWO_NAMES' };
  const [relationship = '', ...others] = new Set(named.map((file) => file.name('AFRelationship') ?? ''));
  if (others.length > 0 || !RELATIONSHIPS.has(relationship)) return { refusal: 'INVOICE_RELATIONSHIP_UNKNOWN' };
  if (level !== null && !LEVEL_WITH_FILES.test(level))
    return { refusal: 'INVOICE_FORBIDDEN_BY_LEVEL', facts: { level } };
  const streams = new Set(named.flatMap(embeddedStreams));
  const bytes = onlyContent(pdf, streams);
  if (typeof bytes === 'string') return { refusal: bytes };
  const fault = findXmlFault(bytes, standard);
  if (fault !== undefined) return fault;
  const facts = fileFacts(fileName, relationship, MEDIA_TYPE, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: fileName, relationship, bytes, sha256, facts, streams };
}

/** The metadata as they will be written. They omit a schema without a description, which thus cannot declare a file. */
function writtenXmp(pdf: PdfDocument): XmpProperties {
  const { properties } = readCatalogMetadata(pdf);
  return readXmp(metadataPacket(readMetadata(properties, pdf.trailer.dict('Info'), true))) ?? new Map();
}

/** The file specifications of the catalog: its associated files (14.13) and its embedded files (7.11.4). */
function attachedToDocument(pdf: PdfDocument): Dict[] {
  const files = [...associatedFiles(pdf), ...namedFiles(pdf).map(([, value]) => value)].map((item) =>
    pdf.resolve(item),
  );
  return [...new Set(files)].filter((file) => file instanceof Dict).filter((file) => embeddedStreams(file).length > 0);
}

function associatedFiles({ catalog }: PdfDocument): PdfObject[] {
  const associated = catalog.get('AF');
  return Array.isArray(associated) ? associated : [associated];
}

/** The entries of the name tree as they are written. */
function namedFiles(pdf: PdfDocument): Array<[PdfObject, PdfObject]> {
  const entries: Array<[PdfObject, PdfObject]> = [];
  const nodes = new Set<Dict>();
  const pending: PdfObject[] = [pdf.catalog.dict('Names')?.get('EmbeddedFiles') ?? null];
  while (pending.length > 0) {
    const node = pdf.resolve(pending.pop());
    if (!(node instanceof Dict) || nodes.has(node)) continue;
    nodes.add(node);
    pdf.budget.spend('treeNodes');
    const names = node.array('Names') ?? [];
    for (let index = 0; index < names.length; index += 2)
      entries.push([names[index] ?? null, names[index + 1] ?? null]);
    for (const kid of node.array('Kids') ?? []) pending.push(kid);
  }
  return entries;
}

/** All names count, because readers choose different ones. */
function namesOf(file: Dict): ReadonlySet<string> {
  const written = ['UF', 'F', 'Unix', 'Mac', 'DOS'].map((key) => file.get(key));
  return new Set(written.filter((name) => name instanceof PdfString).map(({ bytes }) => decodeText(bytes)));
}

/** The common content of all the streams, or the reason why there is none. */
function onlyContent(pdf: PdfDocument, streams: ReadonlySet<Stream>): Uint8Array | InvoiceFinding {
  if (streams.size > MAX_COPIES) return 'INVOICE_NAME_SHARED';
  let content: Uint8Array | undefined;
  for (const stream of streams) {
    if (stream.dict.has('FFilter') || stream.dict.has('F')) return 'INVOICE_OUTSIDE_DOCUMENT';
    const bytes = readFile(pdf, stream, MAX_INVOICE_BYTES);
    if (!(bytes instanceof Uint8Array)) return bytes === 'too_large' ? 'INVOICE_TOO_LARGE' : 'INVOICE_DAMAGED';
    if (content !== undefined && compareBytes(content, bytes) !== 0) return 'INVOICE_NAME_SHARED';
    content = bytes;
  }
  return content ?? 'INVOICE_EMPTY';
}

/** Whether the document has a name tree of embedded files without entries. */
export function hasEmptyFileTree(pdf: PdfDocument): boolean {
  return pdf.catalog.dict('Names')?.dict('EmbeddedFiles') !== undefined && namedFiles(pdf).length === 0;
}

/**
 * Removes the invoice from the catalog, so that every remaining file can be removed. Returns the file specifications of
 * the invoice.
 */
export function detachInvoice(pdf: PdfDocument, { streams }: Invoice): readonly Dict[] {
  const detached = new Set<Dict>();
  const isOther = (item: PdfObject) => {
    const file = pdf.resolve(item);
    if (!(file instanceof Dict) || !embeddedStreams(file).some((stream) => streams.has(stream))) return file !== null;
    detached.add(file);
    return false;
  };
  const { catalog } = pdf;
  const associated = associatedFiles(pdf).filter(isOther);
  if (associated.length > 0) catalog.set('AF', associated);
  else catalog.delete('AF');
  const named = namedFiles(pdf).filter(([, value]) => isOther(value));
  if (named.length > 0) catalog.dict('Names')?.set('EmbeddedFiles', pdf.newDict({ Names: named.flat() }));
  else catalog.dict('Names')?.delete('EmbeddedFiles');
  return [...detached];
}

/**
 * Writes the invoice into the catalog in its canonical form. PDF/A-3 requires both names and the relationship (ISO
 * 19005-3, 6.8). For an associated file ISO 32000-2 (tables 44 and 45) requires the media type and a modification date,
 * which is the constant of all dates.
 */
export function attachInvoice(pdf: PdfDocument, { name, relationship, bytes }: Invoice): void {
  const params = pdf.newDict({ ModDate: new PdfString(encodeText(EPOCH)), Size: bytes.length });
  const stream = pdf.newStream(bytes, {
    Type: new Name('EmbeddedFile'),
    Subtype: new Name(MEDIA_TYPE),
    Params: params,
  });
  const content = pdf.add(stream);
  const title = new PdfString(encodeText(name));
  const file = pdf.add(
    pdf.newDict({
      Type: new Name('Filespec'),
      F: title,
      UF: title,
      AFRelationship: new Name(relationship),
      EF: pdf.newDict({ F: content, UF: content }),
    }),
  );
  setFileTree(pdf, [title, file]);
  pdf.catalog.set('AF', [file]);
}

/** Writes the name tree of embedded files with the entries in `names`. */
export function setFileTree(pdf: PdfDocument, names: PdfArray): void {
  const dict = pdf.catalog.dict('Names') ?? pdf.newDict();
  dict.set('EmbeddedFiles', pdf.newDict({ Names: names }));
  pdf.catalog.set('Names', dict);
}
