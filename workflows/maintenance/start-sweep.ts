/** Starts submissions accepted while Temporal could not be reached. Run by the schedule `sched-start-sweep`. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { SweepActivities } from '#activities/index.ts';

const { startUnstarted } = proxyLocalActivities<SweepActivities>({
  startToCloseTimeout: '20 seconds',
  // The next round is half a minute away: nothing is gained by insisting in this one.
  retry: { maximumAttempts: 1 },
});

export async function startSweep(): Promise<number> {
  return startUnstarted();
}
