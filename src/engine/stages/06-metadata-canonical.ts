/**
 * Stage 6, MetadataCanonical: reads the metadata of the document into one model and writes it as Info dictionary and
 * XMP packet. ISO 32000-2: 14.3 (metadata), 14.5 (page-piece dictionaries), 12.3.4 (thumbnails). Dates and producer are
 * constants, because data that differ between two saves of one document must not reach the bytes. The packet stays
 * unfiltered, as PDF/A-1 requires (ISO 19005-1, 6.7.2), and PDF/A-4 has no Info dictionary (ISO 19005-4, 6.1.3).
 */
import { compareBytes } from '#platform';
import { requiresFiles } from '#engine/facts/pdfa-files.ts';
import { nameList, warning } from '#engine/facts/warning.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { Name, type PdfObject, PdfString } from '#engine/pdf/syntax/objects.ts';
import type { OpenWork, Stage } from './stage.ts';
import { encodeText } from '#engine/text/text-string.ts';
import { readCatalogMetadata } from '#engine/xmp/catalog-metadata.ts';
import { findDropped } from '#engine/xmp/dropped.ts';
import {
  EPOCH,
  findConflicts,
  INFO_TEXTS,
  infoTexts,
  type Metadata,
  metadataPacket,
  PRODUCER,
  readMetadata,
  withoutPdfaClaim,
} from '#engine/xmp/metadata.ts';
import { stripPartMetadata } from '#engine/xmp/strip-metadata.ts';

export const metadataCanonical: Stage = {
  name: 'MetadataCanonical',

  run(work) {
    const { pdf, passthrough } = work;
    const { properties } = readCatalogMetadata(pdf);
    const info = pdf.trailer.dict('Info');
    const hasInvoice = work.keptFileSha256 !== undefined;
    const found = readMetadata(properties, info, hasInvoice);
    const isClaimDropped = found.pdfaLevel !== null && !passthrough && isClaimFalse(work, found.pdfaLevel);
    const metadata = isClaimDropped ? withoutPdfaClaim(found) : found;
    const validation = { pdfaPreserved: metadata.pdfaLevel !== null };
    if (passthrough) return { result: 'skipped_signed_preserve', validation };
    const conflicts = findConflicts(properties, info);
    const warnings = [
      ...(isClaimDropped && found.pdfaLevel !== null
        ? [warning('PDFA_CLAIM_REMOVED', { level: found.pdfaLevel })]
        : []),
      ...(conflicts.length > 0 ? [warning('METADATA_CONFLICT', { names: nameList(conflicts) })] : []),
      ...findDropped(properties, info, hasInvoice),
    ];
    const edits = stripPartMetadata(pdf) + Number(putPacket(pdf, metadata)) + Number(putInfo(pdf, metadata));
    return { result: edits > 0 ? 'canonicalized' : 'unchanged', validation, warnings };
  },
};

/** The validator found the claim to be false, or the level requires a name tree of files and the document has none. */
function isClaimFalse({ options, pdf }: OpenWork, level: string): boolean {
  const hasFileTree = pdf.catalog.dict('Names')?.has('EmbeddedFiles') === true;
  if (options.dropPdfaClaim === true) return true;
  return options.pdfaPolicy === 'normalize_anyway' && !hasFileTree && requiresFiles(level);
}

/** Returns whether the document had another packet. */
function putPacket(pdf: PdfDocument, metadata: Metadata): boolean {
  const packet = metadataPacket(metadata);
  const present = pdf.catalog.stream('Metadata');
  const isCanonical = present !== undefined && !present.dict.has('Filter') && compareBytes(present.raw, packet) === 0;
  const entries = { Type: new Name('Metadata'), Subtype: new Name('XML') };
  pdf.catalog.set('Metadata', pdf.add(pdf.newStream(packet, entries)));
  return !isCanonical;
}

/** Returns whether the document had another Info dictionary. */
function putInfo(pdf: PdfDocument, metadata: Metadata): boolean {
  const present = pdf.trailer.dict('Info');
  if (metadata.pdfaLevel?.startsWith('4') === true) {
    pdf.trailer.delete('Info');
    return present !== undefined;
  }
  const info = pdf.newDict(infoEntries(metadata));
  pdf.trailer.set('Info', pdf.add(info));
  return present === undefined || !sameStrings(present, info);
}

function infoEntries(metadata: Metadata): Record<string, PdfObject> {
  const texts = infoTexts(metadata);
  const entries: Record<string, PdfObject> = {};
  for (const key of INFO_TEXTS) if (texts[key] !== '') entries[key] = new PdfString(encodeText(texts[key]));
  for (const key of ['CreationDate', 'ModDate']) entries[key] = new PdfString(encodeText(EPOCH));
  entries['Producer'] = new PdfString(encodeText(PRODUCER));
  return entries;
}

function sameStrings(present: Dict, wanted: Dict): boolean {
  const keys = wanted.keys();
  return (
    present.keys().length === keys.length &&
    keys.every((key) => {
      const [a, b] = [present.string(key), wanted.string(key)];
      return a !== undefined && b !== undefined && compareBytes(a.bytes, b.bytes) === 0;
    })
  );
}
