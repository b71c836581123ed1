/** Batches: submissions that belong together, counted as they are accepted and as they end. */

export const BATCH_STATUSES = ['open', 'in_progress', 'complete'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export function batchWorkflowId(batchId: string): string {
  return `batch-${batchId}`;
}

/** How long a complete batch stays untouched before its notice goes out; a feeder may still be sending. */
export const BATCH_QUIET_MS = 10_000;
