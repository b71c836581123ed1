/**
 * What followed a signature: stage 1 tells it as findings, and for the same findings stage 3 refuses the signature, so
 * that no report calls an attack by its name and the signature that it was made against valid.
 */
import { type Anomaly, isGrave, type Severity } from '#domain/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { readCoverage } from '#engine/signature/byte-range.ts';
import { byteRangeText } from '#engine/pdf/syntax/byte-search.ts';
import type { Change, ChangeKind } from './changes.ts';
import type { LaterChanges } from './later-changes.ts';
import { isPermitted, permissionsOf, type SignaturePermissions } from './permissions.ts';
import { type Judged, summarize } from './summary.ts';
import { trailingAnomalies } from './trailing.ts';

/** What signing itself brings along has null: it is no anomaly. */
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

/** Signing brings these along. */
const COMPANIONS: ReadonlySet<ChangeKind> = new Set(['signature-added', 'timestamp-added', 'validation-data']);

export interface SignedFile {
  readonly input: Uint8Array;
  readonly pdf: PdfDocument;
  readonly later: LaterChanges;
  /** Another reader shows other content than we do. */
  readonly readersDiffer: boolean;
}

/** Whether nothing followed a signature but what its permissions allow and no finding above medium tells of. */
export function isLeftAlone({ input, pdf, later, readersDiffer }: SignedFile, signature: Dict): boolean {
  const coverage = readCoverage(signature, input);
  if (!coverage || later.isUnexplained(coverage)) return false;
  const index = later.signedRevision(coverage);
  if (index < 0) return later.history.revisions.length === 0;
  if (readersDiffer && later.continueAfter(coverage)) return false;
  const permissions = permissionsOf(pdf, signature);
  if (!later.since(index).every((change) => isPermitted(change, permissions))) return false;
  return ![...anomaliesAfter(input, later, index, [permissions]), ...trailingAnomalies(input, later.trailing)].some(
    isGrave,
  );
}

/** @param permissions of the signatures that cover the revision */
export function anomaliesAfter(
  input: Uint8Array,
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
  const misplaced = later.misplacedSince(index);
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
