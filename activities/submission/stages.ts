/** One activity per stage, under the specification's names: what an operator reads in the history. */
import { STAGE_NAMES, type StageName } from '#domain/pipeline.ts';
import { EXPRESS_BUDGET_MS, type Lane, type StageRecord, type SubmissionInput } from '#domain/submission.ts';
import { type ActivityLog, runActivity, currentLane, executionKey } from '#activities/run-activity.ts';
import type { SessionKey, Sessions } from './sessions.ts';

export type StageActivity = (submission: SubmissionInput) => Promise<StageRecord>;
export type StageActivities = Readonly<Record<StageName, StageActivity>>;

/** An express document rather changes lanes than blocks its workflow task; a durable one can wait its turn. */
export const PARSER_WAIT_MS = { express: 2_000, durable: 60_000 } as const;

/** The document of the current activity. */
function currentDocument(submission: SubmissionInput, lane: Lane): SessionKey {
  return { key: executionKey(), submission, waitMs: PARSER_WAIT_MS[lane], inMemory: lane === 'express' };
}

/** In the express mode the first stage waits for all stages, and the others only report their result. */
export function stageActivities(sessions: Sessions, log: ActivityLog): StageActivities {
  const activity =
    (name: StageName): StageActivity =>
    async (submission) => {
      const lane = currentLane();
      const document = currentDocument(submission, lane);
      const close = () => sessions.close(document.key);
      if (lane === 'express' && name === STAGE_NAMES[0]) {
        const run = () => sessions.run(document, EXPRESS_BUDGET_MS);
        const { first, through } = await runActivity(log, name, run, close);
        return { ...first, lane, through };
      }
      return { ...(await runActivity(log, name, () => sessions.stage(document, name), close)), lane };
    };
  return fromStages(activity);
}

/** `Object.fromEntries` forgets which keys it was given; they are exactly the stages. */
function fromStages<V>(value: (name: StageName) => V): Record<StageName, V> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are the list itself
  return Object.fromEntries(STAGE_NAMES.map((name) => [name, value(name)])) as Record<StageName, V>;
}
