/** The result of a document in the list of files. */
import type { Submission } from '#portal/api/answers.ts';
import type { Outcome } from './upload-state.ts';

export function outcomeOfSubmission(submission: Submission): Outcome {
  const { status, failure, verdict } = submission;
  const { kind, level, label } = verdict;
  return {
    status,
    failureCode: failure?.code ?? null,
    reason: failure?.reason ?? null,
    message: failure?.message ?? null,
    verdict: { kind, level, label },
  };
}
