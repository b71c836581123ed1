/** The projected use of a period at the current pace. */

interface Period {
  readonly used: number;
  readonly limit: number;
  readonly startsAt: string;
  readonly resetsAt: string;
}

export interface Pace {
  /** Documents at the end of the period. */
  readonly expected: number;
  /** The time at which the plan's documents run out; null if they last. */
  readonly limitAt: Date | null;
}

const DAY_MS = 86_400_000;

/** Null on the first day of a period, which is too short for a forecast. */
export function paceOf({ used, limit, startsAt, resetsAt }: Period, now: Date): Pace | null {
  const start = Date.parse(startsAt);
  const end = Date.parse(resetsAt);
  const elapsed = now.getTime() - start;
  if (elapsed < DAY_MS || now.getTime() > end) return null;
  const expected = Math.round((used * (end - start)) / elapsed);
  const isEnough = expected <= limit || used >= limit || used === 0;
  return { expected, limitAt: isEnough ? null : new Date(start + (elapsed * limit) / used) };
}
