/** The one look that a quiet service takes: it starts the rounds that have something to do, and no others. */
import { metrics } from '#src/metrics/metrics.ts';
import type { DueRounds } from '#store/maintenance/due-rounds.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';

export type RoundActivities = ReturnType<typeof roundActivities>;

export interface RoundActivitiesDeps {
  readonly dueRounds: DueRounds;
  /** Whether work is pinned to a build of the workers, for the reaper to look whether that build is still there. */
  readonly hasPinned: () => Promise<boolean>;
  /** False where an operator has paused it, or it has been run a moment ago. */
  readonly startRound: (round: string) => Promise<boolean>;
  readonly log: ActivityLog;
}

export function roundActivities(deps: RoundActivitiesDeps) {
  return {
    /** Answers the rounds that were started, by the ids of their workflows. */
    startDueRounds: (): Promise<string[]> =>
      runActivity(deps.log, null, async () => {
        const due: string[] = await deps.dueRounds.find();
        if (!due.includes('reaper') && (await deps.hasPinned())) due.push('reaper');
        const started: string[] = [];
        for (const round of due) {
          const isStarted = await deps.startRound(round).catch((err: unknown) => {
            // A failed start does not stop the other rounds.
            deps.log.warn({ err, round }, 'round not started');
            return false;
          });
          if (!isStarted) continue;
          metrics.rounds.inc({ round });
          started.push(round);
        }
        return started;
      }),
  };
}
