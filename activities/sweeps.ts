/** Rounds on the control queue that put right what a crash between two systems left behind. */
import { Context } from '@temporalio/activity';
import type { SubmissionInput } from '#domain/submission.ts';
import type { SubmissionRecord, SubmissionStore } from '#store/submissions.ts';
import { type ActivityLog, carry } from './carry.ts';

export interface SweepActivities {
  /** Starts accepted submissions whose workflow never began; answers how many it found. */
  startUnstarted(): Promise<number>;
}

export interface SweepActivitiesDeps {
  readonly submissions: SubmissionStore;
  /** Harmless for a submission that has started meanwhile. */
  readonly startSubmission: (input: SubmissionInput, priority: 'sync' | 'async') => Promise<void>;
  readonly log: ActivityLog;
}

/** Younger ones are still on their way from the request that accepted them. */
const UNSTARTED_AFTER_MS = 15_000;
const PAGE = 100;

export function sweepActivities({ submissions, startSubmission, log }: SweepActivitiesDeps): SweepActivities {
  return {
    startUnstarted: () =>
      carry(log, null, async () => {
        const unstarted = await submissions.listUnstarted(UNSTARTED_AFTER_MS, PAGE);
        for (const record of unstarted) {
          Context.current().cancellationSignal.throwIfAborted();
          await startSubmission(inputOf(record), 'async');
        }
        return unstarted.length;
      }),
  };
}

/** A workflow's input is in the history for ever: the named fields and nothing else of the row. */
function inputOf(record: SubmissionRecord): SubmissionInput {
  const { submissionId, organizationId, region, originalSha256, sizeBytes, options } = record;
  return { submissionId, organizationId, region, originalSha256, sizeBytes, options };
}
