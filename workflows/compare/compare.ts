/**
 * One comparison, while its caller waits. Workflow id: `compare-{comparisonId}`. The documents lie under temporary keys
 * that the caller removes; the report lies beside them, and the history holds nothing of either.
 */
import { ActivityCancellationType, CancellationScope, CancelledFailure, proxyActivities } from '@temporalio/workflow';
import type { ComparisonActivities } from '#activities/index.ts';
import { COMPARISON_TIMEOUT_MS, type ComparisonInput, type ComparisonResult } from '#domain/compare.ts';
import { COMPARISON_FAILURE_MESSAGES } from '#domain/sentences/failure-sentences.ts';
import { type ClassifiedFailure, classifyFailure } from '#workflows/submission/failure-kind.ts';
import { pinned } from '#workflows/versioning.ts';

/** One kill may be bad luck on a loaded host; the second, in a fresh child, is the documents' doing. */
const MAX_KILLS = 2;

const { compareFiles } = proxyActivities<ComparisonActivities>({
  startToCloseTimeout: COMPARISON_TIMEOUT_MS,
  scheduleToCloseTimeout: COMPARISON_TIMEOUT_MS,
  heartbeatTimeout: '5 seconds',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: { maximumAttempts: 3, initialInterval: 200, backoffCoefficient: 2 },
});

pinned(compareDocuments);

export async function compareDocuments(input: ComparisonInput): Promise<ComparisonResult> {
  for (let kills = 1; ; kills++) {
    try {
      return await compareFiles(input);
    } catch (error) {
      // The caller has left and removed the documents, so the result of the activity does not matter.
      if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('The caller has left.');
      const failure = classifyFailure(error, null);
      if (failure.code !== 'PARSER_KILLED' || kills === MAX_KILLS) return failureOf(failure);
    }
  }
}

function failureOf({ code }: ClassifiedFailure): ComparisonResult {
  return { kind: 'failure', failure: { file: null, code, message: COMPARISON_FAILURE_MESSAGES[code] } };
}
