/** The verdict of a submission, pending or ended. */
import { type Verdict, verdictOf, verdictWithoutReport } from '#domain/verdict/verdict.ts';
import type { SubmissionRecord } from '#store/submissions/submission-row.ts';

const PENDING = { PENDING: 'waiting', IN_PROGRESS: 'under_way' } as const;

export function verdictBody({
  status,
  report,
  erasedAt,
}: Pick<SubmissionRecord, 'status' | 'report' | 'erasedAt'>): Verdict {
  if (erasedAt !== null) return verdictWithoutReport('erased');
  if (report !== null) return verdictOf(report);
  return verdictWithoutReport(status === 'PENDING' || status === 'IN_PROGRESS' ? PENDING[status] : 'not_known');
}
