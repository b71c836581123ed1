/** Converts changes with a severity into findings of the report: one for each kind, severity and type. */
import type { ChangeFinding } from '#engine/facts/anomaly-findings.ts';
import { nameOfFile, placeOf } from '#engine/facts/finding.ts';
import type { Finding, Severity } from '#engine/facts/report.ts';
import type { Change, ChangeKind } from './diff-analysis/change.ts';
import type { RevisionHistory } from './revisions.ts';

const FINDINGS: Readonly<Record<ChangeKind, ChangeFinding>> = {
  content: 'PAGE_CONTENT_CHANGED',
  pages: 'PAGES_CHANGED',
  catalog: 'CATALOG_CHANGED',
  action: 'ACTION_CHANGED',
  annotation: 'ANNOTATION_CHANGED',
  'field-added': 'FIELD_ADDED',
  form: 'FIELD_CHANGED',
  value: 'FIELD_VALUE_REPLACED',
  'field-style': 'FIELD_STYLE_CHANGED',
  appearance: 'FIELD_APPEARANCE_CHANGED',
  visibility: 'FIELD_VISIBILITY_CHANGED',
  covering: 'SIGNATURE_FIELD_COVERS_TEXT',
  signature: 'SIGNATURE_CHANGED',
  'signature-reused': 'SIGNATURE_REUSED',
  'signature-added': 'SIGNATURE_ADDED',
  'timestamp-added': 'TIMESTAMP_ADDED',
  navigation: 'NAVIGATION_CHANGED',
  'spoken-text': 'SPOKEN_TEXT_CHANGED',
  structure: 'STRUCTURE_CHANGED',
  'validation-data': 'VALIDATION_DATA_ADDED',
  metadata: 'METADATA_CHANGED',
};

export interface Judged {
  readonly change: Change;
  readonly severity: Severity;
}

/** An anomaly with its change, because several signatures may precede the same update. */
export interface Told {
  readonly subject: string;
  readonly anomaly: Finding;
}

/** @param signatures the names of the signatures before the changes; undefined if nothing is signed */
export function summarize(
  judged: readonly Judged[],
  history: RevisionHistory,
  signatures: readonly string[] | undefined,
  byteRange: readonly [start: number, end: number],
): Told[] {
  const isActivated = ({ change: { kind, hides }, severity }: Judged): boolean =>
    signatures !== undefined && hides && kind !== 'form' && severity !== 'low';
  const keyOf = (one: Judged): string => [one.change.kind, one.severity, isActivated(one)].join(' ');
  return [...Map.groupBy(judged, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { kind, objectNumber, what } = first.change;
    // The update exchanged or hid visible content, which was prepared before.
    const type = isActivated(first) ? 'SHADOW_CONTENT_DETECTED' : 'INCREMENTAL_UPDATE_INJECTION';
    const revision = history.lastToWrite(objectNumber);
    const facts = {
      isAfterSigning: signatures !== undefined,
      hides: signatures !== undefined && group.some(({ change }) => change.hides),
      entry: nameOfFile(what),
      count: group.length,
      ...(revision !== undefined && { revision }),
    };
    const place = placeOf({
      byteRange,
      pages: [...new Set(group.flatMap(({ change: { page } }) => page ?? []))].toSorted((a, b) => a - b),
      fields: [...new Set(group.flatMap(({ change: { field } }) => field ?? []))].toSorted(),
      ...(signatures && { signatures }),
      ...(objectNumber > 0 && { object: objectNumber }),
    });
    const anomaly: Finding = { type, severity: first.severity, finding: FINDINGS[kind], facts, place };
    return [{ subject: `${type} ${kind}`, anomaly }];
  });
}
