/** A batch with its counters, as it is read back. */
import type { z } from 'zod';
import { correlationOf } from '#domain/correlation.ts';
import type { Batch } from '#src/contract/batches.ts';
import type { BatchRecord } from '#store/submissions/batches.ts';
import { createdByOf } from '#store/submissions/creator.ts';

/** The specification's Batch, and more: times, what was announced, and where to read on. */
export type BatchBody = z.output<typeof Batch>;

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
