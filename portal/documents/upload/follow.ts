/** Follows documents that the service has taken, two at a time: browsers open few connections to one service. */
import { call, responseOf } from '#portal/api/call.ts';
import { ApiProblem, SignedOut } from '#portal/api/problem.ts';
import { EventReader } from '#portal/passport/progress/events.ts';
import { advance, NO_PROGRESS } from '#portal/passport/progress/progress.ts';
import { outcomeOfSubmission } from './outcome.ts';
import type { Outcome } from './upload-state.ts';

const STREAMS_AT_ONCE = 2;
const PAUSE_MS = 3_000;
const PERMANENT = [403, 404, 410];

export interface Follower {
  readonly submissionId: string;
  readonly onStage: (stage: string | null) => void;
  /** Null where the document is gone, or nobody may ask any more. */
  readonly onEnd: (outcome: Outcome | null) => void;
}

export class Followers {
  readonly #queue: Follower[] = [];
  #stop = new AbortController();
  #open = 0;

  add(follower: Follower): void {
    this.#queue.push(follower);
    this.#next();
  }

  /** Forgets all of them. */
  clear(): void {
    this.#queue.length = 0;
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  #next(): void {
    if (this.#open >= STREAMS_AT_ONCE) return;
    const follower = this.#queue.shift();
    if (!follower) return;
    this.#open += 1;
    const { signal } = this.#stop;
    void followToEnd(follower, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) reportError(error);
      })
      .finally(() => {
        this.#open -= 1;
        this.#next();
      });
  }
}

/** A stream that breaks is opened again, and tells everything once more from the beginning. */
async function followToEnd({ submissionId, onStage, onEnd }: Follower, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      if (await readStream(submissionId, signal, onStage)) return onEnd(await outcomeOf(submissionId, signal));
    } catch (error) {
      if (signal.aborted) return;
      if (isPermanent(error)) return onEnd(null);
      if (!(error instanceof ApiProblem) && !(error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (signal.aborted) return;
  }
}

function isPermanent(error: unknown): boolean {
  return error instanceof SignedOut || (error instanceof ApiProblem && PERMANENT.includes(error.status));
}

/** Whether the document has ended. */
async function readStream(
  submissionId: string,
  signal: AbortSignal,
  onStage: (stage: string | null) => void,
): Promise<boolean> {
  const { body } = await responseOf('followSubmission', { params: { id: submissionId }, signal });
  if (body === null) return false;
  const events = new EventReader();
  let progress = NO_PROGRESS;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return progress.hasEnded;
    progress = events.read(value).reduce(advance, progress);
    onStage(progress.stages.find(({ state }) => state === 'running')?.name ?? null);
  }
}

async function outcomeOf(id: string, signal: AbortSignal): Promise<Outcome> {
  return outcomeOfSubmission(await call('getSubmission', { params: { id }, signal }));
}
