/** Everything a workflow may touch, by queue. */
import { createSessions, type SessionsDeps } from './sessions.ts';
import { type StageActivities, stageActivities } from './stages.ts';
import { type SubmissionActivities, type SubmissionActivitiesDeps, submissionActivities } from './submissions.ts';
import { type SweepActivities, type SweepActivitiesDeps, sweepActivities } from './sweeps.ts';

export type { StageActivities, SubmissionActivities, SweepActivities };
export type { Admission, Settlement } from './submissions.ts';

export type PipelineActivities = StageActivities & SubmissionActivities;
export type PipelineDeps = SessionsDeps & Omit<SubmissionActivitiesDeps, 'sessions'>;

/** For the queues `pdf-pipeline-{region}`. The workers of one process share the documents under way. */
export function createPipelineActivities(deps: PipelineDeps): PipelineActivities {
  const sessions = createSessions(deps);
  return { ...stageActivities(sessions, deps.log), ...submissionActivities({ ...deps, sessions }) };
}

/** For the queue `pdf-control`. */
export function createControlActivities(deps: SweepActivitiesDeps): SweepActivities {
  return sweepActivities(deps);
}
