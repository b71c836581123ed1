/** Ends what has outlived its retention period. Run by the schedule `sched-retention`. */
import { proxyActivities } from '@temporalio/workflow';
import type { RetentionActivities } from '#activities/index.ts';

const { endRetention } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '50 minutes',
  heartbeatTimeout: '10 seconds',
  // Every round begins at what the last one has left.
  retry: { initialInterval: '5 seconds', maximumInterval: '2 minutes' },
});

export async function retention(): Promise<number> {
  return endRetention();
}
