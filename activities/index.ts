/** Everything a workflow may touch, by queue. */
import { deletionActivities, type DeletionActivities, type DeletionActivitiesDeps } from './account-deletion.ts';
import { type BatchActivities, type BatchActivitiesDeps, batchActivities } from './batches.ts';
import { type BillingActivities, billingActivities, type BillingActivitiesDeps, synchronize } from './billing.ts';
import { type ComparisonActivities, comparisonActivities } from './compare.ts';
import { type ExportActivities, exportActivities, type ExportActivitiesDeps } from './data-export.ts';
import { type DataSweepActivities, dataSweepActivities, type DataSweepDeps } from './data-sweep.ts';
import { type ErasureActivities, erasureActivities, type ErasureActivitiesDeps } from './erasure.ts';
import { createSessions, type SessionsDeps } from './sessions.ts';
import {
  type MailActivities,
  mailActivities,
  type MailActivitiesDeps,
  type MailSweepActivities,
  mailSweepActivities,
  type MailSweepDeps,
} from './mail.ts';
import { type MeteringActivities, meteringActivities, type MeteringActivitiesDeps } from './metering.ts';
import { type PdfaActivities, type PdfaActivitiesDeps, pdfaActivities } from './pdfa-validation.ts';
import { type ReaperActivities, type ReaperActivitiesDeps, reaperActivities } from './reaper.ts';
import { type RestorationActivities, restorationActivities, type RestorationActivitiesDeps } from './restoration.ts';
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

export type { BatchActivities, ComparisonActivities, ReaperActivities, RestorationActivities, RetentionActivities };
export type { MailActivities, MailSweepActivities };
export type { StageActivities, SubmissionActivities, SweepActivities };
export type { DeliverySweepActivities, WebhookActivities };
export type { BillingActivities, MeteringActivities };
export type { DataSweepActivities, DeletionActivities, ErasureActivities, ExportActivities };
export type { BatchLook } from './batches.ts';
export type { PaymentEventInput } from './billing.ts';
export type { Reconciliation } from './metering.ts';
export type { PdfaRecord } from './pdfa-validation.ts';
export type { Admission, Settlement } from './submissions.ts';

export type PipelineActivities = StageActivities &
  PdfaActivities &
  SubmissionActivities &
  ComparisonActivities &
  RestorationActivities;
export type PipelineDeps = SessionsDeps &
  Omit<PdfaActivitiesDeps & SubmissionActivitiesDeps & RestorationActivitiesDeps, 'sessions'>;

/** For the queues `pdf-pipeline-{region}`. The workers of one process share the documents under way. */
export function createPipelineActivities(deps: PipelineDeps): PipelineActivities {
  const sessions = createSessions(deps);
  return {
    ...stageActivities(sessions, deps.log),
    ...pdfaActivities({ ...deps, sessions }),
    ...submissionActivities({ ...deps, sessions }),
    ...comparisonActivities(deps),
    ...restorationActivities({ ...deps, sessions }),
  };
}

/** A part for each kind of control work. */
export type ControlActivities = BatchActivities &
  BillingActivities &
  DeliverySweepActivities &
  MailSweepActivities &
  MeteringActivities &
  ReaperActivities &
  RetentionActivities &
  SweepActivities;
export type ControlDeps = BatchActivitiesDeps &
  BillingActivitiesDeps &
  DeliverySweepDeps &
  MailSweepDeps &
  Omit<MeteringActivitiesDeps, 'synchronize'> &
  ReaperActivitiesDeps &
  RetentionActivitiesDeps &
  SweepActivitiesDeps;

/** For the queue `pdf-control`. */
export function createControlActivities(deps: ControlDeps): ControlActivities {
  return {
    ...batchActivities(deps),
    ...billingActivities(deps),
    ...deliverySweepActivities(deps),
    ...mailSweepActivities(deps),
    ...meteringActivities({ ...deps, synchronize: (organizationId) => synchronize(deps, organizationId) }),
    ...reaperActivities(deps),
    ...retentionActivities(deps),
    ...sweepActivities(deps),
  };
}

/** For the queue `pdf-webhooks`: the only activities that call addresses of customers. */
export function createWebhookActivities(deps: WebhookActivitiesDeps): WebhookActivities {
  return webhookActivities(deps);
}

export type DataActivities = DataSweepActivities & DeletionActivities & ErasureActivities & ExportActivities;
export type DataDeps = DataSweepDeps & DeletionActivitiesDeps & ErasureActivitiesDeps & ExportActivitiesDeps;

/** For the queue `pdf-data`: those that read, or remove, all of an organization. */
export function createDataActivities(deps: DataDeps): DataActivities {
  return {
    ...dataSweepActivities(deps),
    ...deletionActivities(deps),
    ...erasureActivities(deps),
    ...exportActivities(deps),
  };
}

/** For the queue `pdf-mail`: the only activities that know addresses of people. */
export function createMailActivities(deps: MailActivitiesDeps): MailActivities {
  return mailActivities(deps);
}
