/** What happens in a drill, with the load around it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceUnderLoad } from '#tools/drills/faults/service-under-load.ts';

/** How long the load runs before what happens. */
export const BEFORE_MS = 10_000;
/** And after it. */
const AFTER_MS = 30_000;

/** The load runs before something happens, meanwhile and after. */
export async function underLoad<T>({ load }: ServiceUnderLoad, act: () => Promise<T>): Promise<T> {
  load.resume();
  await sleep(BEFORE_MS);
  const answer = await act();
  await sleep(AFTER_MS);
  await load.pause();
  return answer;
}
