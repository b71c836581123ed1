/** The header by which a caller demands the bytes of one specification: they get them, or a refusal, and never other bytes. */
import { z } from 'zod';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import { type NormalizedFacts, pipelineSpecOf } from '#domain/report.ts';

export const PipelineSpecHeaders = z.object({
  'Pipeline-Spec': z
    .string()
    .optional()
    .describe(
      `The pipeline specification that the output must have. This version of the service has \`${PIPELINE_SPEC}\`.`,
    ),
});

export function requirePipelineSpec(asked: string | undefined): void {
  if (asked === undefined || asked === PIPELINE_SPEC) return;
  throw new ServiceError('pipeline_spec_unavailable', `This version of the service normalizes under ${PIPELINE_SPEC}.`);
}

/** An idempotency key repeats an answer of before, which an upgrade may have made one of another specification. */
export function requireSpecOfAnswer(asked: string | undefined, output: NormalizedFacts | null | undefined): void {
  if (asked === undefined || !output || pipelineSpecOf(output) === asked) return;
  const detail = `The answer that this idempotency key repeats is of ${pipelineSpecOf(output)}: send the document with another key.`;
  throw new ServiceError('pipeline_spec_unavailable', detail);
}
