/** What the service says of itself. */
import { z } from 'zod';
import { PARSER_ISOLATIONS } from '#domain/parser-isolation.ts';

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
    .array(
      z.object({
        parserIsolation: z
          .enum(PARSER_ISOLATIONS)
          .describe(
            'What the processes that parse documents are cut off from, as the worker saw at its start: full, network, files and processes of the host; no-network, its network alone; network-access, not even that.',
          ),
        parserWalls: z.array(z.string()).describe('Everything they are kept in by.'),
      }),
    )
    .nullable()
    .describe('Those that were seen within the last half minute. Null: not known now.'),
});
