/** The data of progress events, each sent as JSON. */
import { z } from 'zod';
import { FAILURE_CODES } from '#domain/failure-codes.ts';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { SUBMISSION_STATUSES } from '#domain/submission.ts';
import { Submission } from './submissions.ts';

/** `event: status` */
export const SubmissionStatusEvent = z.object({
  status: z.enum(SUBMISSION_STATUSES).describe('What the submission has become.'),
});

export const STAGE_STATES = ['running', 'done', 'failed', 'rejected', 'not_reached'] as const;

/** `event: stage` */
export const SubmissionStageEvent = z.object({
  stage: z
    .int()
    .min(0)
    .max(STAGE_NAMES.length - 1)
    .describe('Its place in the pipeline, from 0.'),
  name: z.enum(STAGE_NAMES).describe('Its name, as in the report.'),
  state: z.enum(STAGE_STATES).describe('`failed` and `rejected` are of the stage in which the document ended.'),
});

/** `event: end` */
export const SubmissionEndEvent = z.object({
  submissionId: z.uuid().describe('Whose end it is.'),
  status: z.enum(SUBMISSION_STATUSES).describe('The one it keeps.'),
  failureCode: z.enum(FAILURE_CODES).nullable().describe('Why there is no output; null where there is one.'),
  links: Submission.shape.links.describe('Where to read on.'),
});
