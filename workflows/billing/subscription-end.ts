/** Ends what an organization pays for, at once. Workflow id: `pay-end-{organizationId}`. */
import { proxyActivities } from '@temporalio/workflow';
import type { BillingActivities } from '#activities/index.ts';

const { cancelSubscriptionNow } = proxyActivities<BillingActivities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  // The retries have no end, because nobody may pay for an ended subscription.
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 minutes' },
});

export async function subscriptionEnd(organizationId: string): Promise<void> {
  await cancelSubscriptionNow(organizationId);
}
