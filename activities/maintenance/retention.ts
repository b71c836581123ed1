/** The hourly round that ends what has outlived its organization's retention period. */
import { Context } from '@temporalio/activity';
import type { RetentionStore } from '#store/submissions/retention.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';

export type RetentionActivities = ReturnType<typeof retentionActivities>;

export interface RetentionActivitiesDeps {
  readonly retention: RetentionStore;
  readonly log: ActivityLog;
}

const PAGE = 200;

export function retentionActivities({ retention, log }: RetentionActivitiesDeps) {
  return {
    /** Answers how many references and rows it has ended. */
    endRetention: (): Promise<number> =>
      runActivity(log, null, async () => {
        // Artifacts before the rows that name them: what is asked for in between has expired either way.
        const steps = [
          () => retention.releaseObjects('artifact', PAGE),
          () => retention.releaseObjects('original', PAGE),
          () => retention.deleteRows(PAGE),
        ];
        let ended = 0;
        for (const step of steps) ended += await toTheEnd(step);
        return ended + (await retention.removeTemporary());
      }),
  };
}

async function toTheEnd(step: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    Context.current().cancellationSignal.throwIfAborted();
    const count = await step();
    if (count === 0) return total;
    total += count;
  }
}
