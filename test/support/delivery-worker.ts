/** The worker of deliveries in skipped time: the server gives the time, and the receivers are on this machine. */
import { Worker } from '@temporalio/worker';
import { createWebhookActivities, type WebhookActivities } from '#activities/index.ts';
import { WEBHOOK_QUEUE } from '#domain/webhooks/deliveries.ts';
import { createSender } from '#src/webhooks/send.ts';
import type { DeliveryStore } from '#store/webhooks/deliveries.ts';
import { workflowBundle } from '#temporal/worker/bundle.ts';
import type { SkippedTime } from './time-skipping.ts';

export const LOCAL = { http: true, loopback: true };

/** Returns a function that stops it. */
export async function startDeliveryWorker(time: SkippedTime, deliveries: DeliveryStore): Promise<() => Promise<void>> {
  let clock = new Date();
  const activities = createWebhookActivities({
    deliveries,
    send: createSender({ rules: LOCAL }),
    now: () => clock,
    log: { warn: (fields) => console.info(fields) },
  });
  const onTime: WebhookActivities = {
    ...activities,
    async attemptDelivery(deliveryId) {
      clock = await time.now();
      return activities.attemptDelivery(deliveryId);
    },
  };
  const options = { connection: time.native, namespace: 'default', taskQueue: WEBHOOK_QUEUE };
  const worker = await Worker.create({ ...options, workflowBundle: await workflowBundle(), activities: onTime });
  const working = worker.run();
  return async () => {
    worker.shutdown();
    await working;
  };
}
