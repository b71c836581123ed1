/** Rounds on the control queue that put right what a crash between two systems left behind. */
import { Context } from '@temporalio/activity';
import { inputOf, priorityOf } from '#domain/submission.ts';
import type { SignFacts } from '#src/proof/facts.ts';
import type { ComparisonStore } from '#store/submissions/comparisons.ts';
import type { SubmissionStore } from '#store/submissions/submissions.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';
import { abandonedOutcome } from '#activities/submission/signed-facts.ts';
import { startDownstream, type Downstream } from '#activities/submission/start-downstream.ts';

export type SweepActivities = ReturnType<typeof sweepActivities>;

export interface SweepActivitiesDeps extends Downstream {
  readonly submissions: SubmissionStore;
  readonly signFacts: SignFacts;
  readonly comparisons: ComparisonStore;
  readonly log: ActivityLog;
}

/** Younger submissions are still on their way from the request that accepted them. */
const UNSTARTED_AFTER_MS = 15_000;
const PAGE = 100;

export function sweepActivities(deps: SweepActivitiesDeps) {
  const { submissions, comparisons, log } = deps;
  return {
    /**
     * Starts accepted submissions whose workflow never began, and those whose slot was never given to them; ends those
     * whose organization has been deactivated.
     */
    startUnstarted: (): Promise<number> =>
      runActivity(log, null, async () => {
        await failOrphaned(deps);
        const granted = await submissions.grantDue();
        const unstarted = [...granted, ...(await submissions.listUnstarted(UNSTARTED_AFTER_MS, PAGE))];
        for (const record of unstarted) {
          Context.current().cancellationSignal.throwIfAborted();
          if (!record.stateless) await deps.startSubmission(inputOf(record), priorityOf(record));
        }
        return unstarted.length;
      }),
    /** Removes keys whose day is over, and gives back what comparisons of killed processes have reserved. */
    tidyAcceptance: (): Promise<number> =>
      runActivity(log, null, async () => (await comparisons.endAbandoned()) + (await submissions.forgetKeys())),
  };
}

async function failOrphaned(deps: SweepActivitiesDeps): Promise<void> {
  for (const record of await deps.submissions.listOrphaned(PAGE)) {
    const failure = { code: 'ORGANIZATION_INACTIVE', stage: null } as const;
    const outcome = await abandonedOutcome(deps.signFacts, record, failure, 0);
    const committed = await deps.submissions.commit(record.submissionId, outcome);
    if (committed !== null) await startDownstream(record.organizationId, committed, deps, deps.log);
  }
}
