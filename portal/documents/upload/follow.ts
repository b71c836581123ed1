/** Follows documents that the service has taken, two at a time: browsers open few connections to one service. */
import { call } from '#portal/api/call.ts';
import { ApiProblem, SignedOut } from '#portal/api/problem.ts';
import { followed } from '#portal/passport/progress/follow.ts';
import { advance, NO_PROGRESS } from '#portal/passport/progress/progress.ts';
import { outcomeOfSubmission } from './outcome.ts';
import type { Outcome } from './upload-state.ts';

const STREAMS_AT_ONCE = 2;
const PAUSE_MS = 3_000;
const PERMANENT = [403, 404, 410];

export interface Follower {
  readonly submissionId: string;
  readonly onStage: (stage: string | null) => void;
  /** Null if the document is gone, or the sign-in has ended. */
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

async function followToEnd({ submissionId, onStage, onEnd }: Follower, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await readEvents(submissionId, signal, onStage);
      return onEnd(outcomeOfSubmission(await call('getSubmission', { id: submissionId }, { signal })));
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

async function readEvents(id: string, signal: AbortSignal, onStage: (stage: string | null) => void): Promise<void> {
  let progress = NO_PROGRESS;
  await followed(id, signal, (event) => {
    progress = advance(progress, event);
    onStage(progress.stages.find(({ state }) => state === 'running')?.name ?? null);
  });
}
