/** Everything a workflow may touch, by queue. */
import { type ComparisonActivities, comparisonActivities } from './compare.ts';
import { createSessions, type SessionsDeps } from './sessions.ts';
import { type PdfaActivities, type PdfaActivitiesDeps, pdfaActivities } from './pdfa-validation.ts';
import { type StageActivities, stageActivities } from './stages.ts';
import { type SubmissionActivities, type SubmissionActivitiesDeps, submissionActivities } from './submissions.ts';
import { type SweepActivities, type SweepActivitiesDeps, sweepActivities } from './sweeps.ts';

export type { ComparisonActivities, StageActivities, SubmissionActivities, SweepActivities };
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

/** For the queue `pdf-control`. */
export function createControlActivities(deps: SweepActivitiesDeps): SweepActivities {
  return sweepActivities(deps);
}
