/** Reports the changes of updates, in a document without signatures or after each signature. */
import { viewOf } from '#platform';
import { type Finding, SEVERITIES, type Severity } from '#engine/facts/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { readCoverage } from '#engine/signature/byte-range.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { changesAfter } from './after-signing.ts';
import { isBlank } from '#engine/pdf/syntax/byte-search.ts';
import type { ChangeKind } from './diff-analysis/change.ts';
import type { LaterChanges } from './later-changes.ts';
import { permissionsOf } from './permissions.ts';
import { anomaly } from './finding.ts';
import { summarize, type Told } from './summary.ts';
import { isXrefAt, numberAt } from './trailing.ts';

/** The limit of examined `startxref`. */
const MAX_TRIES = 256;

const UNSIGNED: Readonly<Record<ChangeKind, Severity>> = {
  content: 'medium',
  pages: 'medium',
  catalog: 'medium',
  action: 'medium',
  annotation: 'low',
  'field-added': 'low',
  form: 'low',
  value: 'low',
  'field-style': 'low',
  appearance: 'low',
  visibility: 'low',
  covering: 'low',
  signature: 'low',
  'signature-reused': 'low',
  'signature-added': 'low',
  'timestamp-added': 'low',
  navigation: 'low',
  'spoken-text': 'low',
  structure: 'low',
  'validation-data': 'low',
  metadata: 'low',
};

/** A signature with the name of its first field; empty for one without a field. */
export interface NamedSignature {
  readonly dict: Dict;
  readonly name: string;
  /** The document that has the signature, if it is an earlier state of the file. */
  readonly pdf?: PdfDocument;
}

export function incrementalAnomalies(
  input: Uint8Array,
  pdf: PdfDocument,
  later: LaterChanges,
  signatures: readonly NamedSignature[],
): Finding[] {
  const { history } = later;
  const covering = Map.groupBy(signatures, ({ dict }) => {
    const coverage = readCoverage(dict, input);
    return coverage ? later.signedRevision(coverage) : -1;
  });
  covering.delete(-1);
  if (covering.size === 0) return history.last > 0 ? unsignedAnomalies(input, later) : [];
  const found = [...covering]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([index, signing]) => {
      const names = signing.map(({ name }) => name).toSorted();
      const permissions = signing.map((one) => permissionsOf(one.pdf ?? pdf, one.dict));
      return changesAfter(input, later, index, { names, permissions });
    });
  return worstOfEach(found);
}

function unsignedAnomalies(input: Uint8Array, later: LaterChanges): Finding[] {
  const byteRange = [later.history.revisions[0]?.end ?? 0, input.length] as const;
  const changes = later.since(0);
  if (changes.length === 0)
    return [anomaly('UPDATE_WITHOUT_CHANGE', 'low', { byteRange }, { count: later.history.last })];
  const judged = changes.map((change) => ({ change, severity: UNSIGNED[change.kind] }));
  return summarize(judged, later.history, undefined, byteRange).map((told) => told.anomaly);
}

/** Revisions that a `startxref` leads to and the newest cross-reference does not. Their content is hidden. */
export function unchainedRevisions(input: Uint8Array, pdf: PdfDocument): Finding[] {
  const { sections, baseOffset } = pdf.structure;
  const bytes = input.subarray(baseOffset);
  const known = new Set(sections.map(({ offset }) => afterBlanks(bytes, offset)));
  const view = viewOf(bytes);
  let at = view.indexOf('startxref');
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries++, at = view.indexOf('startxref', at + 9)) {
    const stated = numberAt(bytes, at + 9);
    if (stated === undefined || stated === 0 || stated >= at || !isXrefAt(bytes, stated)) continue;
    const offset = afterBlanks(bytes, stated);
    // Without a chain the first cross-reference counts, and any other one belongs to nothing.
    if (known.size === 0) known.add(offset);
    if (known.has(offset)) continue;
    // If another document starts after it, readers show only that document.
    const severity = view.includes('%PDF-', at, 'latin1') ? 'high' : 'medium';
    return [anomaly('REVISION_CUT_OFF', severity, { byteRange: [baseOffset + offset, baseOffset + at] })];
  }
  return [];
}

function afterBlanks(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (at < bytes.length && isBlank(bytes, at, at + 1)) at++;
  return at;
}

/**
 * Several signatures may precede one update. The update is reported once, for the earliest of the strictest signatures.
 */
function worstOfEach(found: readonly Told[]): Finding[] {
  const worst = new Map<string, Finding>();
  for (const { subject, anomaly: one } of found) {
    const known = worst.get(subject);
    if (!known || SEVERITIES.indexOf(one.severity) > SEVERITIES.indexOf(known.severity)) worst.set(subject, one);
  }
  return [...worst.values()];
}
