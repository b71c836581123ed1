/** Answers about batches. */
import { z } from 'zod';
import { BATCH_STATUSES } from '#domain/batch.ts';
import { correlation, count, createdBy, dateTime, path, page } from './values.ts';

export const Batch = z.object({
  batchId: z.uuid().describe('The id of the batch.'),
  name: z.string().describe('The name from the request, or one that the service made.'),
  status: z
    .enum(BATCH_STATUSES)
    .describe('`open` without submissions, `in_progress` while some are pending, then `complete`.'),
  ...correlation,
  total: count.describe('The number of submissions so far.'),
  completed: count.describe('Submissions that ended with SUCCESS.'),
  failed: count.describe('Submissions that ended with FAILED.'),
  rejected: count.describe('Submissions that ended with REJECTED.'),
  createdAt: dateTime.describe('The time of creation.'),
  createdBy,
  expectedTotal: count
    .nullable()
    .describe('The number of submissions that will come; null if the request did not contain it.'),
  closedAt: dateTime.nullable().describe('The time of the closing; null while the batch takes submissions.'),
  completedAt: dateTime.nullable().describe('The end of the last submission; null unless the batch is complete.'),
  links: z
    .object({
      self: path.describe('The path of the batch.'),
      submissions: path.describe('The path of its submissions.'),
    })
    .describe('Paths of the API.'),
});

export const BatchPage = z.object({ items: z.array(Batch).describe('Batches, the newest first.'), ...page });
