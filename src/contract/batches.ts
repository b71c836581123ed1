/** What is answered about batches. */
import { z } from 'zod';
import { BATCH_STATUSES } from '#domain/batch.ts';
import { correlation, count, dateTime, path, page } from './values.ts';

export const Batch = z.object({
  batchId: z.uuid(),
  name: z.string(),
  status: z.enum(BATCH_STATUSES),
  ...correlation,
  total: count,
  completed: count.describe('Ended with SUCCESS.'),
  failed: count,
  rejected: count,
  createdAt: dateTime,
  expectedTotal: count.nullable(),
  closedAt: dateTime.nullable(),
  completedAt: dateTime.nullable(),
  links: z.object({ self: path, submissions: path }),
});

export const BatchPage = z.object({ items: z.array(Batch), ...page });
