/**
 * Notices when only this process has lost the database: its own connections do not answer for a while, and a new one
 * does. A new process repairs that. A new process would not help when the database itself is away, so this one waits.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';

interface Times {
  readonly roundMs: number;
  /** A question that is not answered by then is not answered. */
  readonly answerMs: number;
  /** The minimum time in this state. */
  readonly patienceMs: number;
}

/** These times are longer than statements and connections are waited for. */
const TIMES: Times = { roundMs: 5_000, answerMs: 8_000, patienceMs: 20_000 };

type Watched = Pick<Database, 'ready' | 'pool'>;

/** Calls `onStuck` once. Answers how to stop watching before. */
export function watchDatabase(database: Watched, onStuck: () => void, times: Times = TIMES): () => void {
  const stopped = new AbortController();
  void watch(database, onStuck, times, stopped.signal);
  return () => stopped.abort();
}

async function watch(database: Watched, onStuck: () => void, times: Times, stopped: AbortSignal): Promise<void> {
  let stuckSince: number | null = null;
  for (let lookedAt = performance.now(); ;) {
    await delay(times.roundMs, undefined, { ref: false, signal: stopped }).catch(() => undefined);
    if (stopped.aborted) return;
    const isStuck = await answersOthersOnly(database, lookedAt, times.answerMs);
    lookedAt = performance.now();
    stuckSince = isStuck ? (stuckSince ?? lookedAt) : null;
    if (stuckSince === null || lookedAt - stuckSince < times.patienceMs) continue;
    onStuck();
    return;
  }
}

/** Asks only where nothing was answered since then anyway. */
async function answersOthersOnly({ pool, ready }: Watched, since: number, withinMs: number): Promise<boolean> {
  const isAnswered = () => pool.answeredAt() > since;
  if (isAnswered() || (await succeeds(ready(), withinMs))) return false;
  return (await succeeds(pool.askOutside(), withinMs)) && !isAnswered();
}

function succeeds(question: Promise<void>, withinMs: number): Promise<boolean> {
  const answered = question.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, delay(withinMs, false, { ref: false })]);
}
