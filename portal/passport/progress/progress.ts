/** The progress of a document, from the events of its stream. */
import { STAGE_NAMES } from '#domain/pipeline.ts';
import type { SubmissionEvent } from '#clients/typescript/index.ts';

export interface StageProgress {
  readonly name: string;
  /** `waiting` before the first event, else a word of the API. */
  readonly state: string;
}

export interface Progress {
  readonly status: string | null;
  readonly stages: readonly StageProgress[];
  readonly hasEnded: boolean;
}

export const NO_PROGRESS: Progress = {
  status: null,
  stages: STAGE_NAMES.map((name) => ({ name, state: 'waiting' })),
  hasEnded: false,
};

export function advance(progress: Progress, { event, data }: SubmissionEvent): Progress {
  if (event === 'stage') {
    const { name, state } = data;
    return { ...progress, stages: progress.stages.map((stage) => (stage.name === name ? { name, state } : stage)) };
  }
  return { ...progress, status: data.status, hasEnded: event === 'end' };
}
