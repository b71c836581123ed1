/** The filters of all lists of submissions. */
import { z } from 'zod';
import { PIPELINE_SPEC, PIPELINE_SPEC_NAME } from '#domain/pipeline.ts';
import { FAILURE_CODES } from '#domain/failure-codes.ts';
import type { SubmissionFilter } from '#store/submissions/submission-lists.ts';
import { VerdictLevel } from '#src/contract/parser/verdict-schema.ts';
import { Region, RiskLevel, SubmissionStatus } from '#src/contract/words.ts';
import { isOrdinaryTime } from '#api/http/fields.ts';
import { readSha256 } from '#api/http/http.ts';
import { ClientReference } from './correlation.ts';

/** RFC 3339; a day stands for its beginning in UTC. */
const LIKE = 'must be a time like 2026-11-21T10:00:00Z, or a day';
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: LIKE }).refine(isOrdinaryTime, LIKE);

const PipelineSpecQuery = z.object({
  pipeline_spec: z
    .string()
    .regex(PIPELINE_SPEC_NAME, `must name a pipeline specification, like ${PIPELINE_SPEC}`)
    .optional()
    .describe('Submissions that this specification normalized.'),
});

const Sha256 = z.string().regex(/^(?:sha256:)?[0-9A-Fa-f]{64}$/, 'must be a SHA-256 in hex');

export const FilterQuery = z.object({
  status: SubmissionStatus.optional().describe('Submissions with this status.'),
  from: moment.optional().describe('Submissions accepted at this time or later.'),
  to: moment.optional().describe('Submissions accepted before this time.'),
  original_sha256: Sha256.optional().describe('Submissions of this original, by SHA-256.'),
  normalized_sha256: Sha256.optional().describe('Submissions with this canonical document.'),
  batch_id: z.uuid('must be a UUID').optional().describe('Submissions of this batch.'),
  client_reference: ClientReference.optional(),
  risk_level: RiskLevel.optional().describe('Submissions with this risk in the tamper analysis.'),
  verdict_level: VerdictLevel.optional().describe(
    'Submissions with a verdict of this level. The list leaves out submissions that an earlier version processed.',
  ),
  failure_code: z.enum(FAILURE_CODES).optional().describe('Submissions that failed or were rejected with this code.'),
  region: Region.optional().describe('Submissions that this region stores and processes.'),
  ...PipelineSpecQuery.shape,
});

export function filterOf(query: z.infer<typeof FilterQuery>): SubmissionFilter {
  const { status, from, to, original_sha256, batch_id, pipeline_spec } = query;
  const { normalized_sha256, client_reference, risk_level, verdict_level, failure_code, region } = query;
  return {
    status: status ?? null,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
    originalSha256: readSha256(original_sha256 ?? ''),
    batchId: batch_id ?? null,
    clientReference: client_reference ?? null,
    normalizedSha256: readSha256(normalized_sha256 ?? ''),
    riskLevel: risk_level ?? null,
    verdictLevel: verdict_level ?? null,
    failureCode: failure_code ?? null,
    region: region ?? null,
    pipelineSpec: pipeline_spec ?? null,
  };
}
