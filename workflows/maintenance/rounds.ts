/**
 * Looks what there is to do, twice a minute, and has the rounds run that find something. Run by `sched-rounds`: a service in
 * which nothing is due has this workflow a minute and no other.
 */
import { proxyLocalActivities, sleep } from '@temporalio/workflow';
import type { RoundActivities } from '#activities/index.ts';

const LOOKS = 2;
const PAUSE_MS = 30_000;

const { startDueRounds } = proxyLocalActivities<RoundActivities>({
  startToCloseTimeout: '20 seconds',
  // The next look is half a minute away.
  retry: { maximumAttempts: 1 },
});

/** Answers how many rounds it has started. */
export async function rounds(): Promise<number> {
  const failures: unknown[] = [];
  let started = 0;
  for (let looks = 0; looks < LOOKS; looks++) {
    if (looks > 0) await sleep(PAUSE_MS, { summary: 'until the next round' });
    try {
      started += (await startDueRounds()).length;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return started;
}
