/** Judged changes as anomalies of the report: one for each kind, severity and type. */
import type { Anomaly, Severity } from '#domain/report.ts';
import type { Change } from './diff-analysis/change.ts';
import type { RevisionHistory } from './revisions.ts';
import { changeAnomaly } from './sentences.ts';

/** Names of keys come from the file. */
const MAX_KEY_LENGTH = 80;

export interface Judged {
  readonly change: Change;
  readonly severity: Severity;
}

/** An anomaly with what it is about: several signatures may see the same update. */
export interface Told {
  readonly subject: string;
  readonly anomaly: Anomaly;
}

/** @param signatures names of those that the changes came after; undefined where nothing is signed */
export function summarize(
  judged: readonly Judged[],
  history: RevisionHistory,
  signatures: readonly string[] | undefined,
  location: string,
): Told[] {
  const isActivated = ({ change: { kind, hides }, severity }: Judged): boolean =>
    signatures !== undefined && hides && kind !== 'form' && severity !== 'low';
  const keyOf = (one: Judged): string => [one.change.kind, one.severity, isActivated(one)].join(' ');
  return [...Map.groupBy(judged, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { kind } = first.change;
    const hides = signatures !== undefined && group.some(({ change }) => change.hides);
    const facts = {
      signatures,
      pages: [...new Set(group.flatMap(({ change: { page } }) => page ?? []))].toSorted((a, b) => a - b),
      fields: [...new Set(group.flatMap(({ change: { field } }) => field ?? []))].toSorted(),
      technical: technicalOf(group, history),
      location,
    };
    const anomaly = changeAnomaly(kind, first.severity, hides, isActivated(first), facts);
    return [{ subject: `${anomaly.type} ${kind}`, anomaly }];
  });
}

/** `page /Contents, object 3 0, revision 2, and 4 more`. */
function technicalOf(group: readonly Judged[], history: RevisionHistory): string {
  const [first] = group;
  if (!first) return '';
  const { what, objectNumber } = first.change;
  const revision = history.lastToWrite(objectNumber);
  const where = objectNumber > 0 ? [`object ${objectNumber} 0`] : [];
  const when = revision === undefined ? [] : [`revision ${revision}`];
  const more = group.length > 1 ? [`and ${group.length - 1} more`] : [];
  return [what.slice(0, MAX_KEY_LENGTH), ...where, ...when, ...more].join(', ');
}
