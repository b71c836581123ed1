/** These are all activities that workflows may call, by queue. */
import {
  deletionActivities,
  type DeletionActivities,
  type DeletionActivitiesDeps,
} from './privacy/account-deletion.ts';
import { type BatchActivities, type BatchActivitiesDeps, batchActivities } from './batches/batches.ts';
import {
  type BillingActivities,
  billingActivities,
  type BillingActivitiesDeps,
  synchronize,
} from './billing/billing.ts';
import { type ComparisonActivities, comparisonActivities } from './compare/compare.ts';
import { type ExportActivities, exportActivities, type ExportActivitiesDeps } from './privacy/data-export.ts';
import { type DataSweepActivities, dataSweepActivities, type DataSweepDeps } from './privacy/data-sweep.ts';
import { type ErasureActivities, erasureActivities, type ErasureActivitiesDeps } from './privacy/erasure.ts';
import { createSessions, type SessionsDeps } from './submission/sessions.ts';
import {
  type MailActivities,
  mailActivities,
  type MailActivitiesDeps,
  type MailSweepActivities,
  mailSweepActivities,
  type MailSweepDeps,
} from './mail/mail.ts';
import { type MeteringActivities, meteringActivities, type MeteringActivitiesDeps } from './billing/metering.ts';
import { type PdfaActivities, type PdfaActivitiesDeps, pdfaActivities } from './submission/pdfa-validation.ts';
import { type PrintActivities, printActivities, type PrintActivitiesDeps } from './proof/print.ts';
import { type ReaperActivities, type ReaperActivitiesDeps, reaperActivities } from './maintenance/reaper.ts';
import {
  type RestorationActivities,
  restorationActivities,
  type RestorationActivitiesDeps,
} from './submission/restoration.ts';
import {
  type RetentionActivities,
  type RetentionActivitiesDeps,
  retentionActivities,
} from './maintenance/retention.ts';
import { type RoundActivities, roundActivities, type RoundActivitiesDeps } from './maintenance/rounds.ts';
import { type StageActivities, stageActivities } from './submission/stages.ts';
import {
  type SubmissionActivities,
  type SubmissionActivitiesDeps,
  submissionActivities,
} from './submission/submissions.ts';
import { type SweepActivities, type SweepActivitiesDeps, sweepActivities } from './maintenance/sweeps.ts';
import {
  type DeliverySweepActivities,
  deliverySweepActivities,
  type DeliverySweepDeps,
  type WebhookActivities,
  webhookActivities,
  type WebhookActivitiesDeps,
} from './webhooks/webhooks.ts';

export type { BatchActivities, ComparisonActivities, ReaperActivities, RestorationActivities, RetentionActivities };
export type { MailActivities, MailSweepActivities };
export type { RoundActivities };
export type { PrintActivities };
export type { StageActivities, SubmissionActivities, SweepActivities };
export type { DeliverySweepActivities, WebhookActivities };
export type { BillingActivities, MeteringActivities };
export type { DataSweepActivities, DeletionActivities, ErasureActivities, ExportActivities };
export type { BatchLook } from './batches/batches.ts';
export type { PaymentEventInput } from './billing/billing.ts';
export type { Reconciliation } from './billing/metering.ts';
export type { PdfaRecord } from './submission/pdfa-validation.ts';
export type { Admission, PipelineOutcome } from './submission/submissions.ts';

export type PipelineActivities = StageActivities &
  PdfaActivities &
  SubmissionActivities &
  ComparisonActivities &
  PrintActivities &
  RestorationActivities;
export type PipelineDeps = SessionsDeps &
  PrintActivitiesDeps &
  Omit<PdfaActivitiesDeps & SubmissionActivitiesDeps & RestorationActivitiesDeps, 'sessions'>;

/**
 * Makes the activities of the queues `pdf-pipeline-{region}`. The workers of one process share the documents under way.
 */
export function createPipelineActivities(deps: PipelineDeps): PipelineActivities {
  const sessions = createSessions(deps);
  return {
    ...stageActivities(sessions, deps.log),
    ...pdfaActivities({ ...deps, sessions }),
    ...submissionActivities({ ...deps, sessions }),
    ...comparisonActivities(deps),
    ...printActivities(deps),
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
  RoundActivities &
  SweepActivities;
export type ControlDeps = BatchActivitiesDeps &
  BillingActivitiesDeps &
  DeliverySweepDeps &
  MailSweepDeps &
  Omit<MeteringActivitiesDeps, 'synchronize'> &
  ReaperActivitiesDeps &
  RetentionActivitiesDeps &
  RoundActivitiesDeps &
  SweepActivitiesDeps;

/** Makes the activities of the queue `pdf-control`. */
export function createControlActivities(deps: ControlDeps): ControlActivities {
  return {
    ...batchActivities(deps),
    ...billingActivities(deps),
    ...deliverySweepActivities(deps),
    ...mailSweepActivities(deps),
    ...meteringActivities({ ...deps, synchronize: (organizationId) => synchronize(deps, organizationId) }),
    ...reaperActivities(deps),
    ...retentionActivities(deps),
    ...roundActivities(deps),
    ...sweepActivities(deps),
  };
}

/** Makes the activities of the queue `pdf-webhooks`: the only activities that call addresses of customers. */
export function createWebhookActivities(deps: WebhookActivitiesDeps): WebhookActivities {
  return webhookActivities(deps);
}

export type DataActivities = DataSweepActivities & DeletionActivities & ErasureActivities & ExportActivities;
export type DataDeps = DataSweepDeps & DeletionActivitiesDeps & ErasureActivitiesDeps & ExportActivitiesDeps;

/** Makes the activities of the queue `pdf-data`: those that read, or remove, all of an organization. */
export function createDataActivities(deps: DataDeps): DataActivities {
  return {
    ...dataSweepActivities(deps),
    ...deletionActivities(deps),
    ...erasureActivities(deps),
    ...exportActivities(deps),
  };
}

/** Makes the activities of the queue `pdf-mail`: the only activities that know addresses of people. */
export function createMailActivities(deps: MailActivitiesDeps): MailActivities {
  return mailActivities(deps);
}
