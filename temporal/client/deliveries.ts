/** Calls to Temporal about webhook deliveries. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import { deliveryWorkflowId, WEBHOOK_QUEUE } from '#domain/webhooks/deliveries.ts';
import type { deliver } from '#workflows/index.ts';
import { withDeadline } from './deadline.ts';

export type DeliveryCalls = ReturnType<typeof deliveryCalls>;

const PRIORITY_KEY = 3;

export function deliveryCalls(client: Client) {
  const soon = <T>(call: () => Promise<T>): Promise<T> => withDeadline(client, call);
  return {
    /** Starts `hook-{deliveryId}`, or again for a replay. Harmless while it runs, and after its end. */
    async startDelivery(deliveryId: string, organizationId: string): Promise<void> {
      await soon(() =>
        client.workflow.start<typeof deliver>('deliver', {
          workflowId: deliveryWorkflowId(deliveryId),
          taskQueue: WEBHOOK_QUEUE,
          args: [{ deliveryId }],
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          workflowIdConflictPolicy: 'USE_EXISTING',
          priority: { priorityKey: PRIORITY_KEY, fairnessKey: organizationId },
          typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.OrgId, value: organizationId }],
          staticSummary: 'Delivery of a webhook',
        }),
      );
    },

    /** The row already has the cancellation. This call only ends the waiting. */
    async cancelDelivery(deliveryId: string): Promise<void> {
      try {
        await soon(() => client.workflow.getHandle(deliveryWorkflowId(deliveryId)).cancel());
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },
  };
}
