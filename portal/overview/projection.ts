/** The forecast of the usage of a period at the present rate. */
import type { Answers } from '#portal/api/answers.ts';

type Quota = Pick<Answers['getQuota'], 'used' | 'limit' | 'startsAt' | 'resetsAt'>;

export interface Projection {
  /** Units at the end of the period. */
  readonly atEnd: number;
  /** The time at which the limit is reached; null outside of the period, or if it is reached already. */
  readonly limitAt: Date | null;
}

const DAY_MS = 86_400_000;

/** Null while too little of the period has passed to say anything. */
export function projectionOf({ used, limit, startsAt, resetsAt }: Quota, now: Date): Projection | null {
  const [start, end] = [Date.parse(startsAt), Date.parse(resetsAt)];
  const elapsed = now.getTime() - start;
  if (elapsed < DAY_MS || end <= start || now.getTime() >= end) return null;
  const perMs = used / elapsed;
  const atEnd = Math.round(used + perMs * (end - now.getTime()));
  const isReached = used < limit && atEnd >= limit;
  return { atEnd, limitAt: isReached ? new Date(start + limit / perMs) : null };
}
