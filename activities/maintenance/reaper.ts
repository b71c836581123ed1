/**
 * Ends submissions without a live workflow, because an operator terminated it or Temporal lost it. They end through
 * the same commit as all others, which frees their unit, batch and slot. A workflow that is pinned to a build without
 * workers starts again.
 */
import { Context } from '@temporalio/activity';
import type { ServiceFailureCode } from '#domain/submission.ts';
import type { SignFacts } from '#src/proof/facts.ts';
import type { SubmissionRecord, SubmissionStore } from '#store/submissions/submissions.ts';
import type { UnderWayStore } from '#store/submissions/under-way.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';
import { abandonedOutcome } from '#activities/submission/signed-facts.ts';
import { startDownstream, type Downstream } from '#activities/submission/start-downstream.ts';

export type ReaperActivities = ReturnType<typeof reaperActivities>;

export interface ReaperActivitiesDeps extends Downstream {
  readonly submissions: SubmissionStore;
  readonly signFacts: SignFacts;
  readonly underWay: UnderWayStore;
  /** `stopped` by somebody, `ended` without having recorded it, `absent` where Temporal knows of none. */
  readonly stateOf: (submissionId: string) => Promise<'running' | 'ended' | 'stopped' | 'expired' | 'absent'>;
  /** Restarts workflows whose build of the worker no longer runs, and returns their number. */
  readonly restartStranded: () => Promise<number>;
  readonly log: ActivityLog;
}

/** Most documents are done by then, and nobody asks Temporal about them. */
const LOOK_AFTER_MS = 60_000;
const PAGE = 100;
/**
 * The request that waits for a stateless document starts it when it has a slot, and cancels it when the start fails.
 * After this time its API was killed. Until this commit, nobody can send the same document under the same key.
 */
const STATELESS_START_MS = 45_000;

export function reaperActivities(deps: ReaperActivitiesDeps) {
  return {
    /** Answers how many submissions it has ended. */
    reap: (): Promise<number> =>
      runActivity(deps.log, null, async () => {
        const restarted = await deps.restartStranded();
        if (restarted > 0) deps.log.warn({ restarted }, 'workflows restarted: no worker of their version is left');
        const before = new Date(Date.now() - LOOK_AFTER_MS);
        let reaped = 0;
        for (let afterId: string | null = null; ;) {
          const page: SubmissionRecord[] = await deps.underWay.list(before, afterId, PAGE);
          for (const record of page) if (await endIfAbandoned(record, deps)) reaped += 1;
          afterId = page.at(-1)?.submissionId ?? null;
          if (afterId === null) return reaped;
        }
      }),
  };
}

async function endIfAbandoned(record: SubmissionRecord, deps: ReaperActivitiesDeps): Promise<boolean> {
  Context.current().cancellationSignal.throwIfAborted();
  const code = verdict(record, await deps.stateOf(record.submissionId));
  if (code === null) return false;
  const { submissionId, organizationId, startedAt } = record;
  const processingTimeMs = startedAt === null ? 0 : Math.max(0, Date.now() - startedAt.getTime());
  const outcome = await abandonedOutcome(deps.signFacts, record, { code, stage: null }, processingTimeMs);
  const committed = await deps.submissions.commit(submissionId, outcome);
  if (committed === null) return false;
  deps.log.warn({ submissionId, code }, 'abandoned submission ended');
  await startDownstream(organizationId, committed, deps, deps.log);
  return true;
}

/**
 * Answers null when there is still hope: what was never started is for the start sweep, or for the request that waits
 * for it.
 */
function verdict(
  { status, stateless, grantedAt }: SubmissionRecord,
  state: Awaited<ReturnType<ReaperActivitiesDeps['stateOf']>>,
): ServiceFailureCode | null {
  if (state === 'running') return null;
  if (state === 'stopped') return 'CANCELLED';
  if (state === 'expired') return 'WORKER_UNAVAILABLE';
  if (state === 'ended' || status === 'IN_PROGRESS') return 'INTERNAL_ERROR';
  const waitedMs = Date.now() - (grantedAt?.getTime() ?? Date.now());
  return stateless && waitedMs > STATELESS_START_MS ? 'WORKER_UNAVAILABLE' : null;
}
