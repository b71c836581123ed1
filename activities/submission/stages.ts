/** One activity per stage, under the specification's names: what an operator reads in the history. */
import { STAGE_NAMES, type StageName } from '#domain/pipeline.ts';
import type { StageRecord, SubmissionInput } from '#domain/submission.ts';
import { type ActivityLog, runActivity, currentLane, executionKey } from '#activities/run-activity.ts';
import type { Sessions } from './sessions.ts';

export type StageActivity = (submission: SubmissionInput) => Promise<StageRecord>;
export type StageActivities = Readonly<Record<StageName, StageActivity>>;

/** An express document rather changes lanes than blocks its workflow task; a durable one can wait its turn. */
export const PARSER_WAIT_MS = { express: 2_000, durable: 60_000 } as const;

export function stageActivities(sessions: Sessions, log: ActivityLog): StageActivities {
  const activity =
    (name: StageName): StageActivity =>
    async (submission) => {
      const lane = currentLane();
      const key = executionKey();
      const document = { key, submission, waitMs: PARSER_WAIT_MS[lane] };
      const { result, ended, durationMs } = await runActivity(
        log,
        name,
        () => sessions.stage(document, name),
        () => sessions.close(key),
      );
      return { name, result, ended, durationMs, lane };
    };
  return fromStages(activity);
}

/** `Object.fromEntries` forgets which keys it was given; they are exactly the stages. */
function fromStages<V>(value: (name: StageName) => V): Record<StageName, V> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are the list itself
  return Object.fromEntries(STAGE_NAMES.map((name) => [name, value(name)])) as Record<StageName, V>;
}
