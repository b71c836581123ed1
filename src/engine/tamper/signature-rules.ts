/** Rules on signatures as the file holds them, before any cryptography: what they cover and what they belong to. */
import type { Anomaly, Severity } from '#domain/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { Dict, PdfString } from '#engine/pdf/syntax/objects.ts';
import { scanFile } from '#engine/pdf/read/scan.ts';
import { classifyGap, readCoverage } from '#engine/signature/byte-range.ts';
import { fieldName } from '#engine/signature/fields.ts';
import {
  type FoundSignature,
  grantsUsageRights,
  isSignatureDictionary,
  type SignatureField,
  type SignatureInventory,
} from '#engine/signature/find.ts';
import { byteRangeText, viewOf } from '#engine/pdf/syntax/byte-search.ts';
import type { LaterChanges } from './later-changes.ts';

/** No signer reserves less for a certificate and a signature. */
const RESERVED_BYTES = 512;

export function signatureAnomalies(
  input: Uint8Array,
  pdf: PdfDocument,
  inventory: SignatureInventory,
  orphans: readonly Dict[],
  later: LaterChanges,
): Anomaly[] {
  const { signatures, fields } = inventory;
  return [
    ...signatures.flatMap((signature) => coverageAnomalies(input, signature, later)),
    ...sharedRanges(input, signatures),
    ...fields.flatMap((field) => fieldAnomalies(field, later.history.last > 0)),
    ...orphans.map(() => orphaned('medium', 'A signature dictionary that no field refers to.', null)),
    ...emptyFlags(pdf, inventory),
  ];
}

/** Live signature dictionaries that the document does not reach, copies of its own signatures apart. */
export function orphanedSignatures(
  input: Uint8Array,
  pdf: PdfDocument,
  { signatures, usageRights }: SignatureInventory,
): Dict[] {
  const view = viewOf(input);
  if (!view.includes('/ByteRange', 0, 'latin1')) return [];
  const reached = new Set([...signatures.map(({ dict }) => dict), ...usageRights]);
  const known = new Set(signatures.map(({ dict }) => contentsOf(dict)));
  const orphans: Dict[] = [];
  for (const number of new Set(objectsMentioning(view, pdf, '/ByteRange'))) {
    const dict = pdf.object(number);
    if (!(dict instanceof Dict) || reached.has(dict) || !isSignatureDictionary(dict)) continue;
    if (grantsUsageRights(pdf, dict)) continue;
    if (!known.has(contentsOf(dict))) orphans.push(dict);
  }
  return orphans;
}

function objectsMentioning(view: Buffer, pdf: PdfDocument, name: string): number[] {
  const { objects } = scanFile(view, pdf, pdf.budget);
  const numbers: number[] = [];
  let index = 0;
  for (let at = view.indexOf(name); at >= 0; at = view.indexOf(name, at + name.length)) {
    while (index + 1 < objects.length && (objects[index + 1]?.offset ?? 0) <= at) index++;
    const number = objects[index]?.number;
    if (number !== undefined) numbers.push(number);
  }
  return numbers;
}

function contentsOf(signature: Dict): string {
  return latin1(signature.string('Contents')?.bytes ?? new Uint8Array());
}

function coverageAnomalies(input: Uint8Array, { dict, fieldNames }: FoundSignature, later: LaterChanges): Anomaly[] {
  const name = nameOf(fieldNames);
  const contents = dict.string('Contents')?.bytes ?? new Uint8Array();
  const coverage = readCoverage(dict, input);
  const gap = coverage ? classifyGap(coverage, dict, input) : 'foreign';
  if (contents.every((byte) => byte === 0)) {
    // Room that a signer reserved and never filled claims nothing; a zero in place of a signature does.
    const isReserved = gap === 'exact' && contents.length >= RESERVED_BYTES;
    return [orphaned(isReserved ? 'low' : 'high', `Signature ${name} has no signature value.`, name)];
  }
  if (!coverage) return [orphaned('high', `Signature ${name} has no ByteRange that fits the file.`, name)];
  const location = byteRangeText(coverage.gapStart, coverage.gapEnd);
  const found: Anomaly[] = [];
  if (gap === 'foreign')
    found.push(shadow('critical', `Signature ${name} leaves out more than its own value.`, location));
  if (gap === 'padded')
    found.push(shadow('medium', `Signature ${name} leaves out white space beside its own value.`, location));
  if (gap === 'digits-only')
    found.push(shadow('low', `Signature ${name} covers the delimiters of its own value.`, location));
  if (!later.coversRevision(coverage)) {
    const description = `Signature ${name} does not cover the file to the end of a revision.`;
    found.push(shadow('critical', description, byteRangeText(coverage.end, input.length)));
  } else if (later.isUnexplained(coverage)) {
    found.push({
      type: 'INCREMENTAL_UPDATE_INJECTION',
      severity: 'critical',
      description: `Data that no cross-reference accounts for follow what signature ${name} covers.`,
      location: byteRangeText(coverage.end, input.length),
    });
  }
  return found;
}

function sharedRanges(input: Uint8Array, signatures: readonly FoundSignature[]): Anomaly[] {
  const byRange = new Map<string, FoundSignature>();
  const found: Anomaly[] = [];
  for (const signature of signatures) {
    const coverage = readCoverage(signature.dict, input);
    const range = coverage ? `${coverage.gapStart} ${coverage.gapEnd}` : '';
    const other = byRange.get(range);
    if (other && coverage) {
      const names = [nameOf(signature.fieldNames), nameOf(other.fieldNames)].toSorted().join(' and ');
      found.push(orphaned('high', `Signatures ${names} claim the same bytes.`, names));
    }
    byRange.set(range, signature);
    if (signature.fieldNames.length > 1) {
      const names = signature.fieldNames.slice(0, 5).join(', ');
      found.push(orphaned('medium', `Several fields have one signature: ${names}.`, signature.fieldNames[0] ?? null));
    }
  }
  return found;
}

function fieldAnomalies({ dict, inForm, onPage }: SignatureField, isUpdated: boolean): Anomaly[] {
  const name = fieldName(dict);
  const found: Anomaly[] = [];
  const value = dict.get('V') ?? null;
  if (value instanceof PdfString && value.bytes.length === 0) {
    found.push(orphaned('low', `Signature field ${name} is not signed: its value is an empty text.`, name));
  } else if (dict.has('V') && dict.raw('V') !== null && !(value instanceof Dict)) {
    found.push(orphaned('high', `Signature field ${name} has a value that is no signature.`, name));
  }
  if (!inForm) found.push(orphaned('low', `Signature field ${name} is on a page but not in the form.`, name));
  else if (!onPage && !isUpdated && dict.has('V') && !dict.has('Kids')) {
    // Of an updated file the comparison of its revisions says more.
    found.push(orphaned('low', `Signature field ${name} is on no page.`, name));
  }
  return found;
}

function emptyFlags(pdf: PdfDocument, { signatures }: SignatureInventory): Anomaly[] {
  const flags = pdf.catalog.dict('AcroForm')?.integer('SigFlags') ?? 0;
  if (signatures.length > 0 || (flags & 1) === 0) return [];
  return [orphaned('low', 'The form says that signatures exist; there is none.', 'document catalog')];
}

function nameOf(fieldNames: readonly string[]): string {
  return fieldNames[0] ?? 'without a field';
}

function orphaned(severity: Severity, description: string, location: string | null): Anomaly {
  return { type: 'ORPHANED_SIGNATURE_FIELD', severity, description, location };
}

function shadow(severity: Severity, description: string, location: string): Anomaly {
  return { type: 'SHADOW_CONTENT_DETECTED', severity, description, location };
}
