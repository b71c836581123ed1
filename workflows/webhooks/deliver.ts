/**
 * One delivery of a webhook. Workflow id: `hook-{deliveryId}`; a replay is another run of it. The attempts are those of
 * one activity, which tells the server how long to wait before the next: days of retries leave no events behind.
 */
import { ActivityCancellationType, CancellationScope, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { WebhookActivities } from '#activities/index.ts';
import type { DeliveryInput, DeliveryStatus } from '#domain/webhooks/deliveries.ts';

const { attemptDelivery } = proxyActivities<WebhookActivities>({
  // 15 seconds belong to the receiver, the rest to our own database.
  startToCloseTimeout: '40 seconds',
  heartbeatTimeout: '5 seconds',
  // Ten attempts take up to eight days where every receiver asks for the longest pauses, and outages come on top.
  scheduleToCloseTimeout: '21 days',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  // For our own outages only; an attempt that failed names its pause itself.
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '2 minutes' },
});

const { giveUpDelivery } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 minutes' },
});

export async function deliver({ deliveryId }: DeliveryInput): Promise<DeliveryStatus> {
  try {
    return await attemptDelivery.executeWithOptions({ summary: 'until delivered or dead' }, [deliveryId]);
  } catch (error) {
    const outcome = isCancellation(error) ? 'cancelled' : 'dead';
    await CancellationScope.nonCancellable(() => giveUpDelivery(deliveryId, outcome));
    if (outcome === 'cancelled') throw error;
    return outcome;
  }
}
