/** The data of progress events, each sent as JSON. */
import { z } from 'zod';
import { FAILURE_CODES } from '#domain/failure-codes.ts';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { SUBMISSION_STATUSES } from '#domain/submission.ts';
import { Submission } from './submissions.ts';

/** `event: status` */
export const SubmissionStatusEvent = z.object({
  status: z.enum(SUBMISSION_STATUSES).describe('The new status of the submission.'),
});

export const STAGE_STATES = ['running', 'done', 'failed', 'rejected', 'not_reached'] as const;

/** `event: stage` */
export const SubmissionStageEvent = z.object({
  stage: z
    .int()
    .min(0)
    .max(STAGE_NAMES.length - 1)
    .describe('The place of the stage in the pipeline, from 0.'),
  name: z.enum(STAGE_NAMES).describe('The name of the stage in the report.'),
  state: z.enum(STAGE_STATES).describe('`failed` and `rejected` are for the stage at which the document ended.'),
});

/** `event: end` */
export const SubmissionEndEvent = z.object({
  submissionId: z.uuid().describe('The id of the submission that ended.'),
  status: z.enum(SUBMISSION_STATUSES).describe('The final status.'),
  failureCode: z.enum(FAILURE_CODES).nullable().describe('The reason for the missing output; null with an output.'),
  links: Submission.shape.links.describe('Paths to read on.'),
});
