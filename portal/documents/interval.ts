/** The interval of requests for a list of documents. */
import type { Submission } from '#portal/api/answers.ts';

const LOOK_AGAIN_MS = 3_000;

/** Only while something is under way. */
export function intervalFor(rows: readonly Submission[]): number | false {
  return rows.some(({ status }) => status === 'PENDING' || status === 'IN_PROGRESS') && LOOK_AGAIN_MS;
}
