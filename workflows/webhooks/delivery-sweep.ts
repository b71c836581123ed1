/** Starts deliveries whose workflow never began, and forgets old events. Run by the schedule `sched-delivery-sweep`. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { DeliverySweepActivities } from '#activities/index.ts';

const { sweepDeliveries } = proxyLocalActivities<DeliverySweepActivities>({
  startToCloseTimeout: '20 seconds',
  // The next round is a minute away: nothing is gained by insisting in this one.
  retry: { maximumAttempts: 1 },
});

export async function deliverySweep(): Promise<number> {
  return sweepDeliveries();
}
