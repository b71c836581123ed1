/**
 * Calls batches whose notice is overdue, for example because Temporal could not be reached when they became complete.
 */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { BatchActivities } from '#activities/index.ts';

const { settleOverdue } = proxyLocalActivities<BatchActivities>({
  startToCloseTimeout: '20 seconds',
  // The next round comes soon: nothing is gained by insisting in this one.
  retry: { maximumAttempts: 1 },
});

export async function batchSweep(): Promise<number> {
  return settleOverdue();
}
