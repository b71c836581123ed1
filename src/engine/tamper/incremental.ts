/** Judges what updates changed: in a document without signatures, or after each of them. */
import type { Anomaly, Severity } from '#domain/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { readCoverage } from '#engine/signature/byte-range.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { anomaliesAfter } from './after-signing.ts';
import { byteRangeText, isBlank, viewOf } from '#engine/pdf/syntax/byte-search.ts';
import type { ChangeKind } from './changes.ts';
import type { LaterChanges } from './later-changes.ts';
import { permissionsOf, type SignaturePermissions } from './permissions.ts';
import { summarize } from './summary.ts';
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
    found.push(...anomaliesAfter(input, later, index, permissions));
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
