/**
 * The priority of processes that must not delay those that serve callers. Linux compares the niceness of processes of one session only,
 * where its autogroups are on: then a session as a whole has a niceness of its own (sched(7)).
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSystemError } from '#src/system-error.ts';

/** Of every process in the session, as an argument of `nice`. */
export const NICENESS = '10';

/** The kernel takes ten of these changes in a second from users without rights, and refuses others with EAGAIN. */
const TRIES = 20;
const AGAIN_MS = 150;

/** Answers when the session of the process has its niceness; never throws, since not every kernel has autogroups. */
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
