/** Rounds of maintenance, each with its own schedule, so that operators can pause it and see its runs. */
import { type Client, ScheduleOverlapPolicy } from '@temporalio/client';
import { scheduleOf } from '#temporal/schedules.ts';
import { PINNED } from './builds.ts';
import { withDeadline } from './deadline.ts';

/** Looks are not quite as far from each other as they should be. */
const EARLY_MS = 10_000;
const YOUNG_MS = 60_000;

export function roundCalls(client: Client) {
  return {
    /** False where it is paused, or has been run a moment ago. Skipped while it runs. */
    async startRound(round: string): Promise<boolean> {
      const { id, everyMs } = scheduleOf(round);
      const handle = client.schedule.getHandle(id);
      const { state, info } = await withDeadline(client, () => handle.describe());
      const last = info.recentActions.at(-1)?.takenAt.getTime() ?? -Infinity;
      if (state.paused || Date.now() - last < everyMs - EARLY_MS) return false;
      await withDeadline(client, () => handle.trigger(ScheduleOverlapPolicy.SKIP));
      return true;
    },

    /** Whether a workflow runs that is pinned to a build of the workers, and is not of this moment. */
    async hasPinned(): Promise<boolean> {
      const before = new Date(Date.now() - YOUNG_MS).toISOString();
      const { count } = await withDeadline(client, () =>
        client.workflow.count(`${PINNED} AND StartTime < '${before}'`),
      );
      return count > 0;
    },
  };
}
