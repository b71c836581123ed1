/**
 * Compares the ledger with what the payment provider has counted. Run by the schedule `sched-billing-reconciliation`.
 */
import { proxyActivities } from '@temporalio/workflow';
import type { MeteringActivities, Reconciliation } from '#activities/index.ts';

const { reconcileBilling } = proxyActivities<MeteringActivities>({
  startToCloseTimeout: '5 hours',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 minute', maximumInterval: '30 minutes' },
});

export async function billingReconciliation(): Promise<Reconciliation> {
  return reconcileBilling();
}
