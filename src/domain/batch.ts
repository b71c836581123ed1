/** Batches: submissions that belong together, counted as they are accepted and as they end. */

export const BATCH_STATUSES = ['open', 'in_progress', 'complete'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export function batchWorkflowId(batchId: string): string {
  return `batch-${batchId}`;
}

/** The pause between the completion of a batch and its notice, because a client may still send documents. */
export const BATCH_QUIET_MS = 10_000;
