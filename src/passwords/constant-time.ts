/** Answers that tell nothing by their time. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * More than any of the work takes that depends on whether an address is known, so that it is not the work that decides
 * when the answer comes. Work that is the same for everybody (a password hash) is done in any case; and on a machine so
 * busy that all of it takes longer, the next step hides as much as the first.
 */
const STEP_MS = 250;

/** The outcome of the work, good or bad, a whole number of steps after its beginning. */
export async function constantTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const [outcome] = await Promise.allSettled([work()]);
  const tookMs = performance.now() - startedAt;
  await sleep(Math.ceil(tookMs / STEP_MS) * STEP_MS - tookMs);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
