/** Runs an event of a drill under load. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceUnderLoad } from '#tools/drills/faults/service-under-load.ts';

/** The time of load before the event. */
export const BEFORE_MS = 10_000;
/** The time of load after the event. */
const AFTER_MS = 30_000;

/** The load runs before, during and after the event. */
export async function underLoad<T>({ load }: ServiceUnderLoad, act: () => Promise<T>): Promise<T> {
  load.resume();
  await sleep(BEFORE_MS);
  const answer = await act();
  await sleep(AFTER_MS);
  await load.pause();
  return answer;
}
