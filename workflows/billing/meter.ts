/** Tells the payment provider what was delivered to those who pay. Run by the schedule `sched-meter`. */
import { proxyActivities } from '@temporalio/workflow';
import type { MeteringActivities } from '#activities/index.ts';

const { reportUsage } = proxyActivities<MeteringActivities>({
  startToCloseTimeout: '50 minutes',
  heartbeatTimeout: '10 seconds',
  // Every round begins at what the last one has left.
  retry: { initialInterval: '5 seconds', maximumInterval: '2 minutes' },
});

export async function meter(): Promise<number> {
  return reportUsage();
}
