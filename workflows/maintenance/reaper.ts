/** Ends submissions whose workflow was terminated or lost. Run by the schedule `sched-reaper`. */
import { proxyActivities } from '@temporalio/workflow';
import type { ReaperActivities } from '#activities/index.ts';

const { reap } = proxyActivities<ReaperActivities>({
  startToCloseTimeout: '4 minutes',
  heartbeatTimeout: '10 seconds',
  // The next round is a minute away.
  retry: { maximumAttempts: 1 },
});

export async function reaper(): Promise<number> {
  return reap();
}
