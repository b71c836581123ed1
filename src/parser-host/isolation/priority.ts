/**
 * Lowers the priority of processes that must not delay those that serve callers. With autogroups, Linux compares
 * niceness only within a session, and each session has its own niceness (sched(7)).
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSystemError } from '#src/system-error.ts';

/** The niceness of every process in the session, as an argument of `nice`. */
export const NICENESS = '10';

/** The kernel accepts ten such changes per second from users without privileges and rejects others with EAGAIN. */
const TRIES = 20;
const AGAIN_MS = 150;

/**
 * Resolves when the session of the process has its niceness. It never rejects, since not every kernel has autogroups.
 */
export async function lowerSession(pid: number): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, NICENESS);
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EAGAIN') return;
      await sleep(AGAIN_MS, undefined, { ref: false });
    }
  }
}
