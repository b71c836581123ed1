/** Takes everything out of a document that makes it a signed one; how signatures look stays with their fields. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject } from '#engine/pdf/objects.ts';
import { isSignatureDictionary, type SignatureInventory } from './find.ts';

/** Removes signature values, certification and usage rights, validation data and the form's signature flags. */
export function stripSignatures(pdf: PdfDocument, { signatures, usageRights, fields }: SignatureInventory): void {
  for (const { dict } of fields) dict.delete('V');
  pdf.catalog.delete('Perms');
  pdf.catalog.delete('DSS');
  pdf.catalog.dict('AcroForm')?.delete('SigFlags');
  const values = new Set<PdfObject>([...signatures.map(({ dict }) => dict), ...usageRights]);
  if (values.size > 0) unlink(pdf, values);
}

function unlink(pdf: PdfDocument, values: ReadonlySet<PdfObject>): void {
  const isValue = (object: PdfObject): boolean => {
    const target = pdf.resolve(object);
    return values.has(target) || (target instanceof Dict && isSignatureDictionary(target));
  };
  for (const container of pdf.reachable()) {
    if (container instanceof Dict) {
      for (const [key, value] of container.entries) if (isValue(value)) container.delete(key);
    } else {
      for (const [index, value] of container.entries()) if (isValue(value)) container[index] = null;
    }
  }
}
