/** Starts what was noted of payments and never begun. Run by the schedule `sched-payment-sweep`. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { BillingActivities } from '#activities/index.ts';

const { sweepPayments } = proxyLocalActivities<BillingActivities>({
  startToCloseTimeout: '20 seconds',
  // The next round is a minute away: nothing is gained by insisting in this one.
  retry: { maximumAttempts: 1 },
});

export async function paymentSweep(): Promise<number> {
  return sweepPayments();
}
