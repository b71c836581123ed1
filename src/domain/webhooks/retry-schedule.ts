/** When a delivery is attempted again, and when no more. */
import { SECOND_MS, MINUTE_MS, HOUR_MS } from '#domain/duration.ts';

/** How long after the attempt before it each attempt is made: ten in about 76 hours. */
export const SCHEDULE_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** This part is added to every pause, so that what failed together is not tried again together. */
const MAX_JITTER = 0.2;

/**
 * The pause after the given number of attempts, or null when that was the last. The receiver's own request counts from
 * the scheduled pause up to twice that, or up to an hour where that is more. `chance` is from 0 up to 1.
 */
export function pauseMs(attempts: number, retryAfterMs: number | null, chance: number): number | null {
  const base = SCHEDULE_MS[attempts];
  if (base === undefined) return null;
  const scheduled = Math.round(base * (1 + MAX_JITTER * chance));
  if (retryAfterMs === null) return scheduled;
  return Math.min(Math.max(retryAfterMs, scheduled), Math.max(2 * base, HOUR_MS));
}
