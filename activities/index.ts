/** Everything a workflow may touch, by queue. */
import { type BatchActivities, type BatchActivitiesDeps, batchActivities } from './batches.ts';
import { type ComparisonActivities, comparisonActivities } from './compare.ts';
import { createSessions, type SessionsDeps } from './sessions.ts';
import {
  type MailActivities,
  mailActivities,
  type MailActivitiesDeps,
  type MailSweepActivities,
  mailSweepActivities,
  type MailSweepDeps,
} from './mail.ts';
import { type PdfaActivities, type PdfaActivitiesDeps, pdfaActivities } from './pdfa-validation.ts';
import { type ReaperActivities, type ReaperActivitiesDeps, reaperActivities } from './reaper.ts';
import { type RetentionActivities, type RetentionActivitiesDeps, retentionActivities } from './retention.ts';
import { type StageActivities, stageActivities } from './stages.ts';
import { type SubmissionActivities, type SubmissionActivitiesDeps, submissionActivities } from './submissions.ts';
import { type SweepActivities, type SweepActivitiesDeps, sweepActivities } from './sweeps.ts';
import {
  type DeliverySweepActivities,
  deliverySweepActivities,
  type DeliverySweepDeps,
  type WebhookActivities,
  webhookActivities,
  type WebhookActivitiesDeps,
} from './webhooks.ts';

export type { BatchActivities, ComparisonActivities, ReaperActivities, RetentionActivities };
export type { MailActivities, MailSweepActivities };
export type { StageActivities, SubmissionActivities, SweepActivities };
export type { DeliverySweepActivities, WebhookActivities };
export type { BatchLook } from './batches.ts';
export type { PdfaRecord } from './pdfa-validation.ts';
export type { Admission, Settlement } from './submissions.ts';

export type PipelineActivities = StageActivities & PdfaActivities & SubmissionActivities & ComparisonActivities;
export type PipelineDeps = SessionsDeps & Omit<PdfaActivitiesDeps & SubmissionActivitiesDeps, 'sessions'>;

/** For the queues `pdf-pipeline-{region}`. The workers of one process share the documents under way. */
export function createPipelineActivities(deps: PipelineDeps): PipelineActivities {
  const sessions = createSessions(deps);
  return {
    ...stageActivities(sessions, deps.log),
    ...pdfaActivities({ ...deps, sessions }),
    ...submissionActivities({ ...deps, sessions }),
    ...comparisonActivities(deps),
  };
}

/** A part for each kind of control work. */
export type ControlActivities = BatchActivities &
  DeliverySweepActivities &
  MailSweepActivities &
  ReaperActivities &
  RetentionActivities &
  SweepActivities;
export type ControlDeps = BatchActivitiesDeps &
  DeliverySweepDeps &
  MailSweepDeps &
  ReaperActivitiesDeps &
  RetentionActivitiesDeps &
  SweepActivitiesDeps;

/** For the queue `pdf-control`. */
export function createControlActivities(deps: ControlDeps): ControlActivities {
  return {
    ...batchActivities(deps),
    ...deliverySweepActivities(deps),
    ...mailSweepActivities(deps),
    ...reaperActivities(deps),
    ...retentionActivities(deps),
    ...sweepActivities(deps),
  };
}

/** For the queue `pdf-webhooks`: the only activities that call addresses of customers. */
export function createWebhookActivities(deps: WebhookActivitiesDeps): WebhookActivities {
  return webhookActivities(deps);
}

/** For the queue `pdf-mail`: the only activities that know addresses of people. */
export function createMailActivities(deps: MailActivitiesDeps): MailActivities {
  return mailActivities(deps);
}
