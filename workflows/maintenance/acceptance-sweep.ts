/** Tidies what accepting leaves behind: expired keys, reservations of the dead. Run by `sched-acceptance-sweep`. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { SweepActivities } from '#activities/index.ts';

const { tidyAcceptance } = proxyLocalActivities<SweepActivities>({
  startToCloseTimeout: '20 seconds',
  // The next round is minutes away, and nobody waits for it.
  retry: { maximumAttempts: 1 },
});

export async function acceptanceSweep(): Promise<number> {
  return tidyAcceptance();
}
