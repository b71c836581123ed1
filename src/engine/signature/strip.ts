/** Removes everything that makes a document a signed one. The appearances of the signatures stay with their fields. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject } from '#engine/pdf/syntax/objects.ts';
import { isSignatureDictionary, type SignatureInventory } from './find.ts';

/** Removes signature values, certification and usage rights, validation data and the signature flags of the form. */
export function stripSignatures(pdf: PdfDocument, { signatures, usageRights, fields }: SignatureInventory): void {
  pdf.beginEdits();
  for (const { dict } of fields) dict.delete('V');
  pdf.catalog.delete('Perms');
  pdf.catalog.delete('DSS');
  pdf.catalog.dict('AcroForm')?.delete('SigFlags');
  const values = new Set<PdfObject>([...signatures.map(({ dict }) => dict), ...usageRights]);
  if (values.size > 0) unlink(pdf, values);
}

function unlink(pdf: PdfDocument, values: ReadonlySet<PdfObject>): void {
  const skeleton = skeletonOf(pdf);
  for (const dict of skeleton) if (isSignatureDictionary(dict)) dict.delete('ByteRange');
  const isValue = (object: PdfObject): boolean => {
    const target = pdf.resolve(object);
    return target instanceof Dict && !skeleton.has(target) && (values.has(target) || isSignatureDictionary(target));
  };
  for (const container of pdf.reachable()) {
    if (container instanceof Dict) {
      for (const [key, value] of container) if (isValue(value)) container.delete(key);
    } else {
      for (const [index, value] of container.entries()) if (isValue(value)) container[index] = null;
    }
  }
}

/** The essential objects of a document. A damaged or forged field may refer to any of them as its signature. */
function skeletonOf(pdf: PdfDocument): ReadonlySet<Dict> {
  const pageTree = pdf.catalog.dict('Pages');
  return new Set([pdf.catalog, ...(pageTree ? [pageTree] : []), ...pdf.pages.map(({ dict }) => dict)]);
}
