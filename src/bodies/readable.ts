/**
 * Rows whose stored JSON is not as the service writes it, after a change by hand or a damaged restore. Such a row is shown
 * without its result and with a warning, so that the other rows of a list or an export stay available.
 */
import { mergedWarnings, warning } from '#domain/findings/warning.ts';
import type { EngineReport, Warning } from '#domain/report.ts';
import { describeWarning } from '#domain/sentences/describe.ts';
import { StoredResult } from '#src/contract/stored-result.ts';
import type { SubmissionRecord } from '#store/submissions/submission-row.ts';

/** The log of an API or an activity, which counts the alarm. */
export interface AlarmLog {
  warn(fields: object, message: string): void;
}

const UNREADABLE: readonly Warning[] = mergedWarnings([warning('RESULT_UNREADABLE')]).map(describeWarning);

export interface ReadRecord extends SubmissionRecord {
  /** Warnings about the row itself, beside those of the report. */
  readonly rowWarnings: readonly Warning[];
}

export function readable(record: SubmissionRecord, log: AlarmLog): ReadRecord {
  if (StoredResult.safeParse(record).success) return { ...record, rowWarnings: [] };
  noteUnreadable(log, 'submission', { organizationId: record.organizationId, id: record.submissionId });
  return { ...record, metadata: {}, stageDurationsMs: null, report: null, rowWarnings: UNREADABLE };
}

/** The report alone; null where there is none, or none that can be read. */
export function readableReport(record: SubmissionRecord, log: AlarmLog): EngineReport | null {
  return record.report && readable(record, log).report;
}

export function noteUnreadable(
  log: AlarmLog,
  kind: 'submission' | 'webhook_event',
  row: { readonly organizationId: string; readonly id: string },
): void {
  log.warn({ ...row, kind, alarm: 'record_unreadable' }, 'the JSON of a row is not as it was written');
}
