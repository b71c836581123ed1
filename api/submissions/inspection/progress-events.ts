/**
 * The events of a submission so far, always in the same order. The number of an event depends only on its content, so
 * any process can continue after the last event that a client has seen.
 */
import type { z } from 'zod';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import type { EngineReport } from '#domain/report.ts';
import type {
  STAGE_STATES,
  SubmissionEndEvent,
  SubmissionStageEvent,
  SubmissionStatusEvent,
} from '#src/contract/progress.ts';
import { isTerminal, type SubmissionRecord } from '#store/submissions/submissions.ts';
import { linksOf } from '#src/bodies/submission.ts';

interface Told<Name extends string, Data extends z.ZodType> {
  readonly id: number;
  readonly event: Name;
  readonly data: z.input<Data>;
}

export type ProgressEvent =
  | Told<'status', typeof SubmissionStatusEvent>
  | Told<'stage', typeof SubmissionStageEvent>
  | Told<'end', typeof SubmissionEndEvent>;

/** The progress that a workflow reports. */
interface Progress {
  readonly stage: string | null;
  readonly stagesDone: number;
}

const PENDING = 1;
const IN_PROGRESS = 2;
/** Two numbers for each stage: it runs, and it has ended. */
const STAGES_FROM = 3;
const ENDED = STAGES_FROM + 2 * STAGE_NAMES.length;
/** The number of the last event of every submission. */
export const LAST_ID = ENDED + 1;

/** @param progress of a running submission; null without an answer */
export function progressEvents(record: SubmissionRecord, progress: Progress | null): ProgressEvent[] {
  const events: ProgressEvent[] = [{ id: PENDING, event: 'status', data: { status: 'PENDING' } }];
  if (record.startedAt) events.push({ id: IN_PROGRESS, event: 'status', data: { status: 'IN_PROGRESS' } });
  if (!isTerminal(record)) return progress ? [...events, ...stagesUnderWay(progress)] : events;
  const { submissionId, status, report } = record;
  return [
    ...events,
    ...(report ? stagesAtTheEnd(report) : []),
    { id: ENDED, event: 'status', data: { status } },
    {
      id: LAST_ID,
      event: 'end',
      data: { submissionId, status, failureCode: report?.failure?.code ?? null, links: linksOf(record) },
    },
  ];
}

function stagesUnderWay({ stage, stagesDone }: Progress): ProgressEvent[] {
  return STAGE_NAMES.flatMap((name, index) => {
    if (index < stagesDone) return [stageEvent(index, 'done')];
    return index === stagesDone && name === stage ? [stageEvent(index, 'running')] : [];
  });
}

function stagesAtTheEnd({ status, failure, stages }: EngineReport): ProgressEvent[] {
  const endedAs = status === 'REJECTED' ? 'rejected' : 'failed';
  return stages.map(({ stage, name, result }) => {
    if (name === failure?.stage) return stageEvent(stage, endedAs);
    return stageEvent(stage, result === 'not_reached' ? 'not_reached' : 'done');
  });
}

function stageEvent(stage: number, state: (typeof STAGE_STATES)[number]): ProgressEvent {
  const id = STAGES_FROM + 2 * stage + (state === 'running' ? 0 : 1);
  const name = STAGE_NAMES[stage];
  if (name === undefined) throw new Error(`There is no stage ${stage}.`);
  return { id, event: 'stage', data: { stage, name, state } };
}
