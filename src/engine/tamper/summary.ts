/** Judged changes as anomalies of the report: one for each kind, severity and type. */
import type { Anomaly, Severity } from '#domain/report.ts';
import type { Change, ChangeKind } from './changes.ts';

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

export interface Judged {
  readonly change: Change;
  readonly severity: Severity;
}

export function summarize(judged: readonly Judged[], isSigned: boolean, location: string): Anomaly[] {
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
