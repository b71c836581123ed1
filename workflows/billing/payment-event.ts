/**
 * One event of the payment provider. Workflow id: `pay-evt-{eventId}`. The event only says that something happened; the
 * activity asks the provider what, so that events may come twice or in any order.
 */
import { proxyActivities } from '@temporalio/workflow';
import type { BillingActivities, PaymentEventInput } from '#activities/index.ts';

const { applyPaymentEvent } = proxyActivities<BillingActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  // The retries have no end, because a paying customer must get the plan even after a long outage.
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 minutes' },
});

export async function paymentEvent(event: PaymentEventInput): Promise<void> {
  await applyPaymentEvent(event);
}
