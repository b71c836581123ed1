/** Activities of the workflow of a batch, and the sweep that repeats lost calls. */
import { Context } from '@temporalio/activity';
import { BATCH_QUIET_MS } from '#domain/batch.ts';
import type { BatchStore } from '#store/submissions/batches.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';

/** The state of a batch that its workflow needs. */
export type BatchLook =
  | { readonly kind: 'idle' }
  | { readonly kind: 'quiet'; readonly waitMs: number }
  | { readonly kind: 'noticed' };

export type BatchActivities = ReturnType<typeof batchActivities>;

export interface BatchActivitiesDeps {
  readonly batches: BatchStore;
  readonly settleBatch: (organizationId: string, batchId: string) => Promise<void>;
  readonly startDelivery: (deliveryId: string, organizationId: string) => Promise<void>;
  /** The quiet time after which a batch is complete. */
  readonly batchQuietMs?: number | undefined;
  readonly log: ActivityLog;
}

/** This is six quiet windows: by then the workflow has looked, unless nobody called it. */
const OVERDUE_MS = 60_000;
const PAGE = 100;

export function batchActivities(deps: BatchActivitiesDeps) {
  const { batches, settleBatch, startDelivery, batchQuietMs = BATCH_QUIET_MS, log } = deps;
  return {
    /**
     * Records and sends the notice if it is due. The activity can be repeated, because a completion is recorded only
     * once.
     */
    lookAtBatch: (batchId: string): Promise<BatchLook> =>
      runActivity(log, null, async () => {
        const settling = await batches.settle(batchId, batchQuietMs);
        if (settling.kind !== 'noticed') return settling;
        for (const deliveryId of settling.deliveryIds) {
          await startDelivery(deliveryId, settling.organizationId).catch((error: unknown) => {
            log.warn({ err: error, deliveryId }, 'delivery not started; the sweep will');
          });
        }
        return { kind: 'noticed' };
      }),

    /** Calls batches whose notice is overdue; answers how many it found. */
    settleOverdue: (): Promise<number> =>
      runActivity(log, null, async () => {
        const overdue = await batches.listOverdue(OVERDUE_MS + batchQuietMs, PAGE);
        for (const { organizationId, batchId } of overdue) {
          Context.current().cancellationSignal.throwIfAborted();
          await settleBatch(organizationId, batchId);
        }
        return overdue.length;
      }),
  };
}
