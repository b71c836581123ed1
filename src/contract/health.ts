/** The description of the service. */
import { z } from 'zod';

const check = z.enum(['ok', 'unavailable']);

export const Liveness = z.object({ status: z.enum(['ok', 'stuck']).describe('Whether the process does its work.') });

export const Version = z.object({
  version: z.string().describe('Of the service.'),
  apiVersion: z.iso.date().describe('The newest that `Api-Version` can ask for.'),
  pipelineSpec: z.string().describe('The specification that documents are normalized under now.'),
});

export const Readiness = z.object({
  status: z.enum(['ok', 'unavailable', 'draining']).describe('Whether requests should be sent here.'),
  checks: z
    .object({
      database: check.describe('PostgreSQL.'),
      temporal: check.describe('Temporal.'),
      storage: check.describe('The store of objects.'),
    })
    .describe('The parts that it works with.'),
  workers: z
    .int()
    .nullable()
    .describe('How many were seen within the last half minute. Null where the database does not say it now.'),
});
