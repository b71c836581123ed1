/** A batch with its counters, as it is read back. */
import type { BatchStatus } from '#domain/batch.ts';
import { type Correlation, correlationOf } from '#domain/correlation.ts';
import type { BatchRecord } from '#store/submissions/batches.ts';
import { type CreatedBy, createdByOf } from '#store/submissions/creator.ts';

/** The specification's Batch, and more: times, what was announced, and where to read on. */
export interface BatchBody extends Correlation {
  readonly batchId: string;
  readonly name: string;
  readonly status: BatchStatus;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly rejected: number;
  readonly createdAt: string;
  readonly createdBy: CreatedBy | null;
  readonly expectedTotal: number | null;
  readonly closedAt: string | null;
  readonly completedAt: string | null;
  readonly links: { readonly self: string; readonly submissions: string };
}

export function batchBody(batch: BatchRecord): BatchBody {
  const { batchId, name, status, total, completed, failed, rejected, expectedTotal } = batch;
  return {
    batchId,
    name,
    status,
    ...correlationOf(batch),
    total,
    completed,
    failed,
    rejected,
    createdAt: batch.createdAt.toISOString(),
    createdBy: createdByOf(batch),
    expectedTotal,
    closedAt: batch.closedAt?.toISOString() ?? null,
    completedAt: status === 'complete' ? (batch.endedAt?.toISOString() ?? null) : null,
    links: linksOf(batch),
  };
}

function linksOf({ batchId }: BatchRecord): BatchBody['links'] {
  const self = `/api/batches/${batchId}`;
  return { self, submissions: `${self}/submissions` };
}
