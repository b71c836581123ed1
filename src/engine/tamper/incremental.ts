/** Judges what updates changed: in a document without signatures, and after each signature. */
import type { Anomaly, Severity } from '#domain/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { readCoverage } from '#engine/signature/byte-range.ts';
import type { Dict } from '#engine/pdf/objects.ts';
import { byteRangeText, isBlank, viewOf } from './bytes.ts';
import { type Change, type ChangeKind, misplacedObjects } from './changes.ts';
import type { LaterChanges } from './later-changes.ts';
import { isPermitted, permissionsOf, type SignaturePermissions } from './permissions.ts';
import { isXrefAt, numberAt } from './trailing.ts';

const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high', 'critical'];

/** How many `startxref` are looked at. */
const MAX_TRIES = 256;

const UNSIGNED: Readonly<Record<ChangeKind, Severity>> = {
  content: 'medium',
  pages: 'medium',
  catalog: 'medium',
  action: 'medium',
  annotation: 'low',
  'field-added': 'low',
  form: 'low',
  appearance: 'low',
  signature: 'low',
  'signature-added': 'low',
  'timestamp-added': 'low',
  navigation: 'low',
  structure: 'low',
  'validation-data': 'low',
  metadata: 'low',
};

/** Null: what signing itself brings along is no anomaly. */
const SIGNED: Readonly<Record<ChangeKind, Severity | null>> = {
  content: 'critical',
  pages: 'critical',
  catalog: 'critical',
  action: 'critical',
  annotation: 'high',
  'field-added': 'high',
  form: 'medium',
  appearance: 'high',
  signature: 'high',
  'signature-added': null,
  'timestamp-added': null,
  navigation: 'high',
  structure: 'low',
  'validation-data': null,
  metadata: 'low',
};

const SUBJECT: Readonly<Record<ChangeKind, string>> = {
  content: 'Page content or what it draws with',
  pages: 'The pages of the document',
  catalog: 'The document catalog or what it leads to',
  action: 'An action',
  annotation: 'Annotations',
  'field-added': 'Form fields',
  form: 'Form fields or their values',
  appearance: 'The look of a form field, against its value,',
  signature: 'A signature or its look',
  'signature-added': 'A signature field',
  'timestamp-added': 'A document timestamp',
  navigation: 'Outlines, names or destinations',
  structure: 'The logical structure',
  'validation-data': 'Validation data',
  metadata: 'Metadata',
};

/** Signing brings these along. */
const COMPANIONS: ReadonlySet<ChangeKind> = new Set(['signature-added', 'timestamp-added', 'validation-data']);

interface Judged {
  readonly change: Change;
  readonly severity: Severity;
}

export function incrementalAnomalies(
  input: Uint8Array,
  pdf: PdfDocument,
  later: LaterChanges,
  signatures: readonly Dict[],
): Anomaly[] {
  const { history } = later;
  const signed = new Map<number, SignaturePermissions[]>();
  for (const signature of signatures) {
    const coverage = readCoverage(signature, input);
    const index = coverage ? later.signedRevision(coverage) : -1;
    if (index >= 0) signed.set(index, [...(signed.get(index) ?? []), permissionsOf(pdf, signature)]);
  }
  const found: Anomaly[] = [];
  if (signed.size === 0 && history.last > 0) found.push(...unsignedAnomalies(input, later));
  for (const [index, permissions] of [...signed].toSorted(([a], [b]) => a - b)) {
    found.push(...signedAnomalies(input, pdf, later, index, permissions));
  }
  return worstOfEach(found);
}

function unsignedAnomalies(input: Uint8Array, later: LaterChanges): Anomaly[] {
  const location = byteRangeText(later.history.revisions[0]?.end ?? 0, input.length);
  const changes = later.since(0);
  if (changes.length === 0) {
    return [injection('low', 'Incremental updates that change nothing of the document.', location)];
  }
  return summarize(
    changes.map((change) => ({ change, severity: UNSIGNED[change.kind] })),
    false,
    location,
  );
}

function signedAnomalies(
  input: Uint8Array,
  pdf: PdfDocument,
  later: LaterChanges,
  index: number,
  permissions: readonly SignaturePermissions[],
): Anomaly[] {
  const end = later.history.revisions[index]?.end ?? 0;
  const location = byteRangeText(end, input.length);
  const changes = later.since(index);
  const isSigning = changes.some(({ kind }) => COMPANIONS.has(kind));
  const judged = changes.flatMap((change): Judged[] => {
    if (isSigning && (change.kind === 'metadata' || change.kind === 'structure')) return [];
    const severity = severityAfterSigning(change, permissions);
    return severity ? [{ change, severity }] : [];
  });
  const found = summarize(judged, true, location);
  const misplaced = misplacedObjects(input.subarray(pdf.structure.baseOffset), later.history.entriesAfter(index));
  const [first] = misplaced;
  if (first !== undefined) {
    const description = `An update after a signature has cross-reference entries that do not lead to their objects: ${misplaced.length}.`;
    found.push({ type: 'SHADOW_CONTENT_DETECTED', severity: 'high', description, location: `object ${first} 0` });
  }
  return found;
}

function severityAfterSigning(change: Change, all: readonly SignaturePermissions[]): Severity | null {
  const severity = SIGNED[change.kind];
  const permitted = all.every((permissions) => isPermitted(change, permissions));
  if (permitted) return severity === 'high' || severity === 'critical' ? 'low' : severity;
  return change.kind === 'form' ? 'high' : (severity ?? 'medium');
}

/** One anomaly for each kind, severity and type. */
function summarize(judged: readonly Judged[], isSigned: boolean, location: string): Anomaly[] {
  const groups = new Map<string, Judged[]>();
  for (const item of judged) {
    const key = `${item.change.kind} ${item.severity} ${isSigned && item.change.hides}`;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { kind, what, hides } = first.change;
    const when = isSigned ? 'changed after a signature' : 'changed by an incremental update';
    const count = group.length > 1 ? `, and ${group.length - 1} more` : '';
    const isActivated = isSigned && hides && kind !== 'form' && first.severity !== 'low';
    return {
      type: isActivated ? ('SHADOW_CONTENT_DETECTED' as const) : ('INCREMENTAL_UPDATE_INJECTION' as const),
      severity: first.severity,
      description: `${SUBJECT[kind]} ${when} (${what} of object ${first.change.objectNumber}${count}).`,
      location,
    };
  });
}

/** Revisions that a `startxref` leads to and the newest cross-reference does not: what they held is hidden. */
export function unchainedRevisions(input: Uint8Array, pdf: PdfDocument): Anomaly[] {
  const { sections, baseOffset } = pdf.structure;
  const bytes = input.subarray(baseOffset);
  const known = new Set(sections.map(({ offset }) => afterBlanks(bytes, offset)));
  const view = viewOf(bytes);
  let at = view.indexOf('startxref');
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries++, at = view.indexOf('startxref', at + 9)) {
    const stated = numberAt(bytes, at + 9);
    if (stated === undefined || stated === 0 || stated >= at || !isXrefAt(bytes, stated)) continue;
    const offset = afterBlanks(bytes, stated);
    // Without a chain the first cross-reference found stands for it; another one beside it belongs to nothing.
    if (known.size === 0) known.add(offset);
    if (known.has(offset)) continue;
    const location = byteRangeText(baseOffset + offset, baseOffset + at);
    return [
      injection('medium', 'A revision is cut off: the newest cross-reference does not lead to its own.', location),
    ];
  }
  return [];
}

function afterBlanks(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (at < bytes.length && isBlank(bytes, at, at + 1)) at++;
  return at;
}

function injection(severity: Severity, description: string, location: string): Anomaly {
  return { type: 'INCREMENTAL_UPDATE_INJECTION', severity, description, location };
}

/** Several signatures see the same update: it is told once, as the earliest of the strictest sees it. */
function worstOfEach(anomalies: readonly Anomaly[]): Anomaly[] {
  const worst = new Map<string, Anomaly>();
  for (const anomaly of anomalies) {
    const [subject] = anomaly.description.split('(');
    const key = `${anomaly.type} ${subject}`;
    const known = worst.get(key);
    if (!known || SEVERITIES.indexOf(anomaly.severity) > SEVERITIES.indexOf(known.severity)) worst.set(key, anomaly);
  }
  return [...worst.values()];
}
