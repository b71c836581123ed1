/** Calls to Temporal about batches. */
import type { Client } from '@temporalio/client';
import { batchWorkflowId } from '#domain/batch.ts';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import type { batch } from '#workflows/index.ts';
import { settleSignal } from '#workflows/messages.ts';
import { withDeadline } from './deadline.ts';

export type BatchCalls = ReturnType<typeof batchCalls>;

/** This is maintenance, which waits anyway. */
const PRIORITY_KEY = 5;

export function batchCalls(client: Client) {
  return {
    /** Wakes or starts `batch-{batchId}`, which sends the notice of a batch that stays complete. Harmless to repeat. */
    async settleBatch(organizationId: string, batchId: string): Promise<void> {
      const call = () =>
        client.workflow.signalWithStart<typeof batch>('batch', {
          workflowId: batchWorkflowId(batchId),
          taskQueue: CONTROL_QUEUE,
          args: [batchId],
          signal: settleSignal,
          // The next completion of the same batch is another run.
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          priority: { priorityKey: PRIORITY_KEY, fairnessKey: organizationId },
          typedSearchAttributes: [
            { key: SEARCH_ATTRIBUTES.OrgId, value: organizationId },
            { key: SEARCH_ATTRIBUTES.BatchId, value: batchId },
          ],
          staticSummary: 'Notice of a batch',
        });
      await withDeadline(client, call);
    },
  };
}
