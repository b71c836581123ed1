/** How far a document is, made of the events of its stream. */
import { STAGE_NAMES } from '#domain/pipeline.ts';
import type { ServerEvent } from './events.ts';

export interface StageProgress {
  readonly name: string;
  /** `waiting` until something is told of it; else a word of the API. */
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

/** What a later version sends besides changes nothing. */
export function advance(progress: Progress, { event, data }: Pick<ServerEvent, 'event' | 'data'>): Progress {
  if (event === 'end') return { ...progress, status: wordIn(data, 'status') ?? progress.status, hasEnded: true };
  if (event === 'status') return { ...progress, status: wordIn(data, 'status') ?? progress.status };
  const name = wordIn(data, 'name');
  const state = wordIn(data, 'state');
  if (event !== 'stage' || name === null || state === null) return progress;
  return { ...progress, stages: progress.stages.map((stage) => (stage.name === name ? { name, state } : stage)) };
}

function wordIn(data: unknown, name: string): string | null {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : null;
  return typeof value === 'string' ? value : null;
}
