/**
 * Slows down guessing at one account from many places, without locking its owner out and without a word of it: the same
 * for addresses that nobody has, or the delay would tell them apart.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RateWindows } from '#store/database/rate-windows.ts';

export interface Throttle {
  /** Waits before the check of a password, longer with each wrong one within the hour. */
  attempt(email: string): Promise<void>;
  /** Is called after a right password. */
  succeed(email: string): Promise<void>;
}

const POLICY = 'wrong-passwords';
const WINDOW_SECONDS = 60 * 60;
/** Attempts that are not slowed down. */
const FREE = 10;
const LONGEST_MS = 30_000;

export function throttle(windows: RateWindows): Throttle {
  return {
    async attempt(email) {
      const { count } = await windows.count(POLICY, email, WINDOW_SECONDS);
      if (count > FREE) await sleep(Math.min(LONGEST_MS, 1_000 * 2 ** (count - FREE - 1)));
    },
    succeed: (email) => windows.forget(POLICY, email),
  };
}
