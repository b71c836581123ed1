/** Rules on signatures as the file holds them, before any cryptography: what they cover and what they belong to. */
import type { Anomaly } from '#domain/report.ts';
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
import { anomaly, quoted } from './sentences.ts';

/** No signer reserves less for a certificate and a signature. */
const RESERVED_BYTES = 512;

export function signatureAnomalies(
  input: Uint8Array,
  pdf: PdfDocument,
  inventory: SignatureInventory,
  orphans: readonly OrphanedSignature[],
  later: LaterChanges,
): Anomaly[] {
  const { signatures, fields } = inventory;
  return [
    ...signatures.flatMap((signature) => coverageAnomalies(input, signature, later)),
    ...sharedRanges(input, signatures),
    ...fields.flatMap((field) => fieldAnomalies(field, later.history.last > 0)),
    ...orphans.map(({ dict, number }) => forgotten(input, dict, number)),
    ...emptyFlags(pdf, inventory),
  ];
}

/** A live signature dictionary that the document does not reach. */
export interface OrphanedSignature {
  readonly dict: Dict;
  readonly number: number;
}

/** Live signature dictionaries that the document does not reach, copies of its own signatures apart. */
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

function forgotten(input: Uint8Array, dict: Dict, number: number): Anomaly {
  const coverage = readCoverage(dict, input);
  const covers = coverage ? `, covering bytes 0-${coverage.end}` : '';
  const technical = `a signature dictionary that is the value of no field, object ${number} 0${covers}`;
  return anomaly('signature-forgotten', 'medium', { technical, location: `object ${number} 0` });
}

function coverageAnomalies(input: Uint8Array, { dict, fieldNames }: FoundSignature, later: LaterChanges): Anomaly[] {
  const contents = dict.string('Contents')?.bytes ?? new Uint8Array();
  const coverage = readCoverage(dict, input);
  const gap = coverage ? classifyGap(coverage, dict, input) : 'foreign';
  const signatures = [nameOf(fieldNames)];
  const atField = { signatures, location: locationOf(fieldNames) };
  if (contents.every((byte) => byte === 0)) {
    // Room that a signer reserved and never filled claims nothing; a zero in place of a signature does.
    const isReserved = gap === 'exact' && contents.length >= RESERVED_BYTES;
    const technical = `/Contents of ${contents.length} bytes, all zero`;
    const finding = isReserved ? 'signature-reserved' : 'signature-without-value';
    return [anomaly(finding, isReserved ? 'low' : 'high', { ...atField, technical })];
  }
  if (!coverage)
    return [anomaly('signature-without-range', 'high', { ...atField, technical: 'no /ByteRange that fits the file' })];
  const atGap = { signatures, location: byteRangeText(coverage.gapStart, coverage.gapEnd) };
  const atEnd = { signatures, location: byteRangeText(coverage.end, input.length) };
  const found: Anomaly[] = [];
  if (gap === 'foreign')
    found.push(
      anomaly('range-foreign', 'critical', { ...atGap, technical: 'the gap of /ByteRange is not /Contents alone' }),
    );
  if (gap === 'padded')
    found.push(
      anomaly('range-padded', 'medium', {
        ...atGap,
        technical: 'white space beside /Contents in the gap of /ByteRange',
      }),
    );
  if (gap === 'digits-only')
    found.push(
      anomaly('range-digits', 'low', { ...atGap, technical: '/ByteRange covers the delimiters of /Contents' }),
    );
  if (!later.coversRevision(coverage)) {
    const technical = `/ByteRange ends at byte ${coverage.end}, where no revision ends`;
    found.push(anomaly('range-short', 'critical', { ...atEnd, technical }));
  } else if (later.isUnexplained(coverage)) {
    const technical = 'data behind /ByteRange that no cross-reference accounts for';
    found.push(anomaly('data-after-coverage', 'critical', { ...atEnd, technical }));
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
      const names = [nameOf(signature.fieldNames), nameOf(other.fieldNames)].toSorted();
      const location = byteRangeText(coverage.gapStart, coverage.gapEnd);
      const technical = 'two signature dictionaries with one /ByteRange';
      found.push(anomaly('signatures-share-bytes', 'high', { signatures: names, technical, location }));
    }
    byRange.set(range, signature);
    if (signature.fieldNames.length > 1) {
      const technical = `one signature dictionary is /V of ${signature.fieldNames.length} fields`;
      const facts = { fields: signature.fieldNames, technical, location: locationOf(signature.fieldNames) };
      found.push(anomaly('signature-in-several-fields', 'medium', facts));
    }
  }
  return found;
}

function fieldAnomalies({ dict, inForm, onPage }: SignatureField, isUpdated: boolean): Anomaly[] {
  const name = fieldName(dict);
  const facts = { fields: [name], location: locationOf([name]) };
  const found: Anomaly[] = [];
  const value = dict.get('V') ?? null;
  if (value instanceof PdfString && value.bytes.length === 0) {
    found.push(anomaly('field-with-empty-text', 'low', { ...facts, technical: '/V is an empty string' }));
  } else if (dict.has('V') && dict.raw('V') !== null && !(value instanceof Dict)) {
    found.push(anomaly('field-without-signature', 'high', { ...facts, technical: '/V is no dictionary' }));
  }
  if (!inForm)
    found.push(anomaly('field-outside-form', 'low', { ...facts, technical: 'a widget that is not in /Fields' }));
  else if (!onPage && !isUpdated && dict.has('V') && !dict.has('Kids')) {
    // Of an updated file the comparison of its revisions says more.
    found.push(anomaly('field-on-no-page', 'low', { ...facts, technical: 'a field that is in no /Annots' }));
  }
  return found;
}

function emptyFlags(pdf: PdfDocument, { signatures }: SignatureInventory): Anomaly[] {
  const flags = pdf.catalog.dict('AcroForm')?.integer('SigFlags') ?? 0;
  if (signatures.length > 0 || (flags & 1) === 0) return [];
  return [anomaly('flags-without-signature', 'low', { technical: `/SigFlags ${flags}`, location: 'document catalog' })];
}

function nameOf(fieldNames: readonly string[]): string {
  return fieldNames[0] ?? '';
}

function locationOf(fieldNames: readonly string[]): string {
  const [name = ''] = fieldNames;
  return name === '' ? 'a signature field without a name' : `field ${quoted(name)}`;
}
