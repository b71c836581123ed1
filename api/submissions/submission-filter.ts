/** What narrows a list of submissions: the same names and rules wherever there is one. */
import { z } from 'zod';
import { PIPELINE_SPEC, PIPELINE_SPEC_NAME } from '#domain/pipeline.ts';
import { SUBMISSION_STATUSES } from '#domain/submission.ts';
import type { SubmissionFilter } from '#store/submissions/submission-lists.ts';
import { isOrdinaryTime } from '#api/http/fields.ts';
import { readSha256 } from '#api/http/http.ts';

/** RFC 3339; a day stands for its beginning in UTC. */
const LIKE = 'must be a time like 2026-11-21T10:00:00Z, or a day';
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: LIKE }).refine(isOrdinaryTime, LIKE);

export const PipelineSpecQuery = z.object({
  pipeline_spec: z
    .string()
    .regex(PIPELINE_SPEC_NAME, `must name a pipeline specification, like ${PIPELINE_SPEC}`)
    .optional()
    .describe('Normalized under this specification.'),
});

export const FilterQuery = z.object({
  status: z.enum(SUBMISSION_STATUSES).optional(),
  from: moment.optional().describe('Accepted at this time or later.'),
  to: moment.optional().describe('Accepted before this time.'),
  original_sha256: z
    .string()
    .regex(/^(?:sha256:)?[0-9A-Fa-f]{64}$/, 'must be a SHA-256 in hex')
    .optional(),
  batch_id: z.uuid('must be a UUID').optional(),
  ...PipelineSpecQuery.shape,
});

export function filterOf(query: z.infer<typeof FilterQuery>): SubmissionFilter {
  const { status, from, to, original_sha256, batch_id, pipeline_spec } = query;
  return {
    status: status ?? null,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
    originalSha256: readSha256(original_sha256 ?? ''),
    batchId: batch_id ?? null,
    pipelineSpec: pipeline_spec ?? null,
  };
}
