/** Checks signatures before any cryptography: their coverage and their fields. */
import { type ByteView, viewOf } from '#platform';
import type { PlaceParts } from '#engine/facts/finding.ts';
import type { Finding } from '#engine/facts/report.ts';
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
import type { LaterChanges } from './later-changes.ts';
import { anomaly } from './finding.ts';

/** Every signing program reserves at least this for a certificate and a signature. */
const RESERVED_BYTES = 512;

export function signatureAnomalies(
  input: Uint8Array,
  pdf: PdfDocument,
  inventory: SignatureInventory,
  orphans: readonly OrphanedSignature[],
  later: LaterChanges,
): Finding[] {
  const { signatures, fields } = inventory;
  return [
    ...signatures.flatMap((signature) => coverageAnomalies(input, signature, later)),
    ...sharedRanges(input, signatures),
    ...fields.flatMap((field) => fieldAnomalies(field, later.history.last > 0)),
    ...orphans.map(({ dict, number }) => forgotten(input, dict, number)),
    ...emptyFlags(pdf, inventory),
  ];
}

/** An active signature dictionary that the document does not lead to. */
export interface OrphanedSignature {
  readonly dict: Dict;
  readonly number: number;
}

/** Active signature dictionaries that the document does not lead to, without copies of its own signatures. */
export function orphanedSignatures(
  input: Uint8Array,
  pdf: PdfDocument,
  { signatures, usageRights }: SignatureInventory,
): OrphanedSignature[] {
  const view = viewOf(input);
  if (!view.includes('/ByteRange', 0, 'latin1')) return [];
  const reached = new Set([...signatures.map(({ dict }) => dict), ...usageRights]);
  const known = new Set(signatures.map(({ dict }) => contentsOf(dict)));
  const orphans: OrphanedSignature[] = [];
  for (const number of new Set(objectsMentioning(view, pdf, '/ByteRange'))) {
    const dict = pdf.object(number);
    if (!(dict instanceof Dict) || reached.has(dict) || !isSignatureDictionary(dict)) continue;
    if (grantsUsageRights(pdf, dict)) continue;
    if (!known.has(contentsOf(dict))) orphans.push({ dict, number });
  }
  return orphans;
}

function objectsMentioning(view: ByteView, pdf: PdfDocument, name: string): number[] {
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

export function contentsOf(signature: Dict): string {
  return latin1(signature.string('Contents')?.bytes ?? new Uint8Array());
}

function forgotten(input: Uint8Array, dict: Dict, number: number): Finding {
  const coverage = readCoverage(dict, input);
  const facts = coverage ? { position: coverage.end } : {};
  return anomaly('SIGNATURE_WITHOUT_FIELD', 'medium', { object: number }, facts);
}

function coverageAnomalies(input: Uint8Array, { dict, fieldNames }: FoundSignature, later: LaterChanges): Finding[] {
  const contents = dict.string('Contents')?.bytes ?? new Uint8Array();
  const coverage = readCoverage(dict, input);
  const gap = coverage ? classifyGap(coverage, dict, input) : 'foreign';
  const signatures = [nameOf(fieldNames)];
  if (contents.every((byte) => byte === 0)) {
    // A reserved value that was never filled claims nothing. A single zero instead of a signature does.
    const isReserved = gap === 'exact' && contents.length >= RESERVED_BYTES;
    const finding = isReserved ? 'SIGNATURE_RESERVED' : 'SIGNATURE_WITHOUT_VALUE';
    return [anomaly(finding, isReserved ? 'low' : 'high', { signatures }, { bytes: contents.length })];
  }
  if (!coverage) return [anomaly('SIGNATURE_WITHOUT_BYTE_RANGE', 'high', { signatures })];
  const atGap: PlaceParts = { signatures, byteRange: [coverage.gapStart, coverage.gapEnd] };
  const atEnd: PlaceParts = { signatures, byteRange: [coverage.end, input.length] };
  const found: Finding[] = [];
  if (gap === 'foreign') found.push(anomaly('BYTE_RANGE_FOREIGN', 'critical', atGap));
  if (gap === 'padded') found.push(anomaly('BYTE_RANGE_PADDED', 'medium', atGap));
  if (gap === 'digits-only') found.push(anomaly('BYTE_RANGE_DELIMITERS', 'low', atGap));
  if (!later.coversRevision(coverage)) found.push(anomaly('BYTE_RANGE_SHORT', 'critical', atEnd));
  else if (later.isUnexplained(coverage)) found.push(anomaly('DATA_AFTER_COVERAGE', 'critical', atEnd));
  return found;
}

function sharedRanges(input: Uint8Array, signatures: readonly FoundSignature[]): Finding[] {
  const byRange = new Map<string, FoundSignature>();
  const found: Finding[] = [];
  for (const signature of signatures) {
    const coverage = readCoverage(signature.dict, input);
    const range = coverage ? `${coverage.gapStart} ${coverage.gapEnd}` : '';
    const other = byRange.get(range);
    if (other && coverage) {
      const names = [nameOf(signature.fieldNames), nameOf(other.fieldNames)].toSorted();
      const byteRange = [coverage.gapStart, coverage.gapEnd] as const;
      found.push(anomaly('SIGNATURES_SHARE_BYTES', 'high', { signatures: names, byteRange }));
    }
    byRange.set(range, signature);
    if (signature.fieldNames.length > 1)
      found.push(anomaly('SIGNATURE_IN_SEVERAL_FIELDS', 'medium', { fields: signature.fieldNames }));
  }
  return found;
}

function fieldAnomalies({ dict, inForm, onPage }: SignatureField, isUpdated: boolean): Finding[] {
  const place = { fields: [fieldName(dict)] };
  const found: Finding[] = [];
  const value = dict.get('V') ?? null;
  if (value instanceof PdfString && value.bytes.length === 0) {
    found.push(anomaly('FIELD_WITH_EMPTY_TEXT', 'low', place));
  } else if (dict.has('V') && dict.raw('V') !== null && !(value instanceof Dict)) {
    found.push(anomaly('FIELD_WITHOUT_SIGNATURE', 'high', place));
  }
  if (!inForm) found.push(anomaly('FIELD_OUTSIDE_FORM', 'low', place));
  else if (!onPage && !isUpdated && dict.has('V') && !dict.has('Kids')) {
    // The comparison of revisions gives more details for an updated file.
    found.push(anomaly('FIELD_ON_NO_PAGE', 'low', place));
  }
  return found;
}

function emptyFlags(pdf: PdfDocument, { signatures }: SignatureInventory): Finding[] {
  const flags = pdf.catalog.dict('AcroForm')?.integer('SigFlags') ?? 0;
  if (signatures.length > 0 || (flags & 1) === 0) return [];
  return [anomaly('FLAGS_WITHOUT_SIGNATURE', 'low', {}, { count: flags })];
}

function nameOf(fieldNames: readonly string[]): string {
  return fieldNames[0] ?? '';
}
