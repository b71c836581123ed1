/** Calls to Temporal about payments. */
import type { Client, WorkflowStartOptions } from '@temporalio/client';
import type { PaymentEventInput } from '#activities/index.ts';
import { cancellationWorkflowId, paymentEventWorkflowId } from '#domain/billing/billing.ts';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import type { paymentEvent, subscriptionEnd } from '#workflows/index.ts';
import { withDeadline } from './deadline.ts';

export type PaymentCalls = ReturnType<typeof paymentCalls>;

/** It comes before all maintenance: somebody has just paid. */
const PRIORITY_KEY = 2;

export function paymentCalls(client: Client) {
  const optionsFor = (organizationId: string) =>
    ({
      taskQueue: CONTROL_QUEUE,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
      priority: { priorityKey: PRIORITY_KEY, fairnessKey: organizationId },
      typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.OrgId, value: organizationId }],
    }) satisfies Partial<WorkflowStartOptions>;
  const soon = <T>(call: () => Promise<T>): Promise<T> => withDeadline(client, call);
  return {
    /** Starts `pay-evt-{eventId}`. Harmless to repeat: a sweep starts what could not be started now. */
    async startPaymentEvent(event: PaymentEventInput): Promise<void> {
      await soon(() =>
        client.workflow.start<typeof paymentEvent>('paymentEvent', {
          ...optionsFor(event.organizationId),
          workflowId: paymentEventWorkflowId(event.eventId),
          args: [event],
          staticSummary: 'Event of the payment provider',
        }),
      );
    },

    /**
     * Starts `pay-end-{organizationId}`, which ends every subscription of the organization at once. Harmless to repeat: a
     * sweep starts it for deactivated organizations that still pay.
     */
    async cancelSubscriptionNow(organizationId: string): Promise<void> {
      await soon(() =>
        client.workflow.start<typeof subscriptionEnd>('subscriptionEnd', {
          ...optionsFor(organizationId),
          workflowId: cancellationWorkflowId(organizationId),
          args: [organizationId],
          staticSummary: 'End of a subscription',
        }),
      );
    },
  };
}
