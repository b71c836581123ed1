/** Answers about batches. */
import { z } from 'zod';
import { BATCH_STATUSES } from '#domain/batch.ts';
import { correlation, count, createdBy, dateTime, path, page } from './values.ts';

export const Batch = z.object({
  batchId: z.uuid().describe('The batch: ask for it by this id.'),
  name: z.string().describe('As it was given, or made by the service.'),
  status: z
    .enum(BATCH_STATUSES)
    .describe('`open` without submissions, `in_progress` while some are pending, then `complete`.'),
  ...correlation,
  total: count.describe('Submissions so far.'),
  completed: count.describe('Ended with SUCCESS.'),
  failed: count.describe('Ended with FAILED.'),
  rejected: count.describe('Ended with REJECTED.'),
  createdAt: dateTime.describe('When it was made.'),
  createdBy,
  expectedTotal: count.nullable().describe('How many submissions will come; null where that was not said.'),
  closedAt: dateTime.nullable().describe('Since when it takes no more; null while it does.'),
  completedAt: dateTime.nullable().describe('When the last submission ended; null unless it is complete.'),
  links: z
    .object({ self: path.describe('The batch.'), submissions: path.describe('Its submissions.') })
    .describe('Paths of the API.'),
});

export const BatchPage = z.object({ items: z.array(Batch).describe('The newest first.'), ...page });
