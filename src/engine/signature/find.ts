/**
 * Finds the signatures of a document in three independent ways: values of signature fields (of the form and of pages),
 * any dictionary with ByteRange and Contents, and the certification in Perms (ISO 32000-2, 12.8). Usage rights
 * (12.8.2.3) are Adobe's permission for its own reader and no signature of a person, so they are listed separately.
 * They are the value of no field.
 */
import { exceeded } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfArray, type PdfObject, PdfString } from '#engine/pdf/syntax/objects.ts';
import { fieldName, fieldType } from './fields.ts';

/** No document has so many signatures. Each one costs a digest of the file. */
const MAX_SIGNATURES = 1000;

export interface FoundSignature {
  /** The signature dictionary. */
  readonly dict: Dict;
  /** The fully qualified names of the fields whose value it is, sorted; empty for a signature without a field. */
  readonly fieldNames: readonly string[];
  readonly isTimestamp: boolean;
}

export interface SignatureField {
  readonly dict: Dict;
  /** The entry Fields of the form leads to the field. */
  readonly inForm: boolean;
  /** A widget on a page belongs to the field or is the field. */
  readonly onPage: boolean;
}

export interface SignatureInventory {
  /** The order is not defined. */
  readonly signatures: readonly FoundSignature[];
  /** Usage rights dictionaries. */
  readonly usageRights: readonly Dict[];
  /** The signature fields with a value of their own or with none. */
  readonly fields: readonly SignatureField[];
}

export function findSignatures(pdf: PdfDocument): SignatureInventory {
  const fields = findSignatureFields(pdf);
  const names = new Map<Dict, Set<string>>();
  for (const { dict } of fields) {
    const value = dict.get('V');
    if (value instanceof Dict) names.set(value, (names.get(value) ?? new Set()).add(fieldName(dict)));
  }
  const usageRights = new Set<Dict>();
  const permissions = pdf.catalog.dict('Perms');
  for (const key of ['UR', 'UR3']) {
    const rights = permissions?.dict(key);
    if (rights) usageRights.add(rights);
  }
  const certification = permissions?.dict('DocMDP');
  const declared = new Set([...names.keys(), ...(certification ? [certification] : [])]);
  const found = declared.union(new Set(signatureLike(pdf)));
  for (const dict of found) if (grantsUsageRights(pdf, dict)) usageRights.add(dict);
  // A value of a field or of the certification stays a signature, even if it is also named as usage rights.
  for (const dict of declared) usageRights.delete(dict);
  const own = found.difference(usageRights);
  const signatures = [...own].map((dict) => ({
    dict,
    fieldNames: [...(names.get(dict) ?? [])].toSorted(),
    isTimestamp: dict.name('Type') === 'DocTimeStamp' || dict.name('SubFilter') === 'ETSI.RFC3161',
  }));
  if (signatures.flatMap(fieldsOf).length > MAX_SIGNATURES) exceeded('signatures');
  return { signatures, usageRights: [...usageRights], fields };
}

/** The field names under which a signature is reported; one empty name if it has no field. */
export function fieldsOf({ fieldNames }: FoundSignature): readonly string[] {
  return fieldNames.length === 0 ? [''] : fieldNames;
}

function signatureLike(pdf: PdfDocument): Dict[] {
  const found: Dict[] = [];
  for (const container of pdf.reachable()) {
    if (container instanceof Dict && isSignatureDictionary(container)) found.push(container);
  }
  return found;
}

/** A dictionary with these entries is a signature, whoever refers to it. */
export function isSignatureDictionary(dict: Dict): boolean {
  return dict.has('ByteRange') && Array.isArray(dict.get('ByteRange')) && dict.get('Contents') instanceof PdfString;
}

/** Whether it is Adobe's permission for its own reader (12.8.2.3). */
export function grantsUsageRights(pdf: PdfDocument, signature: Dict): boolean {
  const references = signature.array('Reference') ?? [];
  return references.some((reference) => {
    const dict = pdf.resolve(reference);
    return dict instanceof Dict && (dict.name('TransformMethod') ?? '').startsWith('UR');
  });
}

/** The signature fields of the form and those that only pages lead to, each once. */
function findSignatureFields(pdf: PdfDocument): SignatureField[] {
  const inForm = formFields(pdf);
  const onPage = new Set<Dict>();
  for (const page of pdf.pages) {
    for (const annotation of page.dict.array('Annots') ?? []) {
      const dict = pdf.resolve(annotation);
      if (!(dict instanceof Dict) || dict.name('Subtype') !== 'Widget') continue;
      onPage.add(dict);
      const parent = dict.dict('Parent');
      if (parent && !dict.has('T')) onPage.add(parent);
    }
  }
  return [...inForm.union(onPage)]
    .filter((dict) => fieldType(dict) === 'Sig' && (dict.has('V') || dict.has('T')))
    .map((dict) => ({ dict, inForm: inForm.has(dict), onPage: onPage.has(dict) }));
}

/** The fields and widgets below the form. */
export function formFields(pdf: PdfDocument): Set<Dict> {
  return fieldsBelow(pdf, pdf.catalog.dict('AcroForm')?.array('Fields') ?? []);
}

function fieldsBelow(pdf: PdfDocument, roots: PdfArray): Set<Dict> {
  const found = new Set<Dict>();
  const pending = roots.map((root) => toObject(pdf, root));
  while (pending.length > 0) {
    const field = pending.pop();
    if (!field || found.has(field)) continue;
    found.add(field);
    for (const kid of field.array('Kids') ?? []) pending.push(toObject(pdf, kid));
  }
  return found;
}

function toObject(pdf: PdfDocument, object: PdfObject): Dict | undefined {
  const resolved = pdf.resolve(object);
  return resolved instanceof Dict ? resolved : undefined;
}
