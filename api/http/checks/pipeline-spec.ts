/** The header by which a caller demands the bytes of one specification: they get them, or a refusal, and never other bytes. */
import { z } from 'zod';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { ServiceError } from '#domain/problem-codes.ts';

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
