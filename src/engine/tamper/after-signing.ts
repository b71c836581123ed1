/**
 * Finds the changes after a signature. Stage 1 reports them as findings, and stage 3 rejects the signature for the same
 * findings, so that no report lists an attack beside a valid signature that it attacked.
 */
import { isGrave, type Severity } from '#engine/facts/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { readCoverage } from '#engine/signature/byte-range.ts';
import type { Change, ChangeKind } from './diff-analysis/change.ts';
import type { LaterChanges } from './later-changes.ts';
import { isPermitted, permissionsOf, type SignaturePermissions } from './permissions.ts';
import { anomaly } from './finding.ts';
import { type Judged, summarize, type Told } from './summary.ts';
import { trailingAnomalies } from './trailing.ts';

/** Changes that belong to signing are no anomaly and have null. */
const SIGNED: Readonly<Record<ChangeKind, Severity | null>> = {
  content: 'critical',
  pages: 'critical',
  catalog: 'critical',
  action: 'critical',
  annotation: 'high',
  'field-added': 'high',
  form: 'medium',
  value: 'high',
  'field-style': 'medium',
  appearance: 'high',
  visibility: 'high',
  covering: 'high',
  signature: 'high',
  'signature-reused': 'high',
  'signature-added': null,
  'timestamp-added': null,
  navigation: 'high',
  'spoken-text': 'high',
  structure: 'low',
  'validation-data': null,
  metadata: 'low',
};

/** Signing also makes these changes. */
const COMPANIONS: ReadonlySet<ChangeKind> = new Set(['signature-added', 'timestamp-added', 'validation-data']);

/** These change or add visible content of a page. */
const HIGH_UNLESS_PERMITTED: ReadonlySet<ChangeKind> = new Set([
  'form',
  'field-style',
  'timestamp-added',
  'signature-added',
]);

const FORM_CHANGES: ReadonlySet<ChangeKind> = new Set(['form', 'field-style']);

export interface SignedFile {
  readonly input: Uint8Array;
  readonly pdf: PdfDocument;
  readonly later: LaterChanges;
  /** True if another reader shows other content. */
  readonly readersDiffer: boolean;
}

/** True if all changes after a signature are allowed by its permissions, and no finding above medium is about them. */
export function isLeftAlone({ input, pdf, later, readersDiffer }: SignedFile, signature: Dict): boolean {
  const coverage = readCoverage(signature, input);
  if (!coverage || later.isUnexplained(coverage)) return false;
  const index = later.signedRevision(coverage);
  if (index < 0) return later.history.revisions.length === 0;
  if (readersDiffer && later.continueAfter(coverage)) return false;
  const permissions = permissionsOf(pdf, signature);
  if (!later.since(index).every((change) => isPermitted(change, permissions))) return false;
  const after = changesAfter(input, later, index, { names: [], permissions: [permissions] });
  return ![...after.map((told) => told.anomaly), ...trailingAnomalies(input, later.trailing)].some(isGrave);
}

/** Signatures that cover the same revision. */
export interface Signing {
  readonly names: readonly string[];
  readonly permissions: readonly SignaturePermissions[];
}

/** The changes that revisions after the given one made to the signed content. */
export function changesAfter(
  input: Uint8Array,
  later: LaterChanges,
  index: number,
  { names: signatures, permissions }: Signing,
): Told[] {
  const { history } = later;
  const end = history.revisions[index]?.end ?? 0;
  const byteRange = [end, input.length] as const;
  const changes = later.since(index);
  const isSigning = changes.some(({ kind }) => COMPANIONS.has(kind));
  const judged = changes.flatMap((change): Judged[] => {
    if (isSigning && (change.kind === 'metadata' || change.kind === 'structure')) return [];
    const severity = severityAfterSigning(change, permissions);
    return severity ? [{ change, severity }] : [];
  });
  const found = summarize(judged, history, signers(signatures, changes), byteRange);
  const unsafe = [
    ['MISPLACED_AFTER_SIGNING', later.misplacedSince(index)],
    ['AMBIGUOUS_AFTER_SIGNING', later.ambiguousSince(index)],
  ] as const;
  for (const [finding, [first, ...more]] of unsafe) {
    if (first === undefined) continue;
    const place = { signatures: signers(signatures, changes), ...(first > 0 && { object: first }) };
    found.push({ subject: finding, anomaly: anomaly(finding, 'high', place, { count: more.length + 1 }) });
  }
  return found;
}

/** The signed fields. A field with an older signature shares the signature of another field. */
function signers(names: readonly string[], changes: readonly Change[]): readonly string[] {
  const reused = new Set(changes.flatMap(({ kind, field }) => (kind === 'signature-reused' ? [field] : [])));
  return names.filter((name) => !reused.has(name));
}

function severityAfterSigning(change: Change, all: readonly SignaturePermissions[]): Severity | null {
  const severity = SIGNED[change.kind];
  const permitted = all.every((permissions) => isPermitted(change, permissions));
  // True if the signer stated which fields may change.
  const isStated = FORM_CHANGES.has(change.kind) && all.every(({ namesFields }) => namesFields);
  if (permitted) return isStated || severity === 'high' || severity === 'critical' ? 'low' : severity;
  return HIGH_UNLESS_PERMITTED.has(change.kind) ? 'high' : (severity ?? 'medium');
}
