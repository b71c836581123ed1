/** The description of the service. */
import { z } from 'zod';

const check = z.enum(['ok', 'unavailable']);

export const Liveness = z.object({ status: z.enum(['ok', 'stuck']).describe('Whether the process does its work.') });

export const Version = z.object({
  version: z.string().describe('The version of the service.'),
  apiVersion: z.iso.date().describe('The newest version that `Api-Version` can name.'),
  pipelineSpec: z.string().describe('The current pipeline specification for new documents.'),
});

export const Readiness = z.object({
  status: z.enum(['ok', 'unavailable', 'draining']).describe('Whether this process can take requests.'),
  checks: z
    .object({
      database: check.describe('The state of PostgreSQL.'),
      temporal: check.describe('The state of Temporal.'),
      storage: check.describe('The state of the object store.'),
    })
    .describe('The parts that the process needs.'),
  workers: z
    .int()
    .nullable()
    .describe(
      'The number of workers that the database saw within the last half minute; null if the database does not answer.',
    ),
});
