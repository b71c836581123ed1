/**
 * How often organizations of the plan Free call one process. It is counted in memory, since each call would else cost the database
 * more than it does by itself. Programs of other plans may call as often as the service can answer.
 */
import { ServiceError } from '#domain/problem-codes.ts';
import type { Caller } from '#api/auth/caller.ts';
import type { Context } from '#api/http/http.ts';

const WINDOW_MS = 5_000;
/** Calls of one organization in a window. */
export const MOST_OF_ORGANIZATION = 100;
/** Calls of all organizations of the plan Free in a window. */
const MOST_OF_PLAN = 300;

/** Throws `rate_limited` for a call that is one too many. */
export type CountCall = (ctx: Context, caller: Pick<Caller, 'organizationId' | 'organization'>) => void;

/** @param now milliseconds of a clock that is never set back */
export function callRate(now: () => number = () => performance.now()): CountCall {
  const counts = new Map<string, number>();
  let all = 0;
  let endsAt = 0;
  return (ctx, { organizationId, organization }) => {
    if (organization.planTier !== 'free') return;
    if (now() >= endsAt) {
      counts.clear();
      all = 0;
      endsAt = now() + WINDOW_MS;
    }
    const own = (counts.get(organizationId) ?? 0) + 1;
    if (own > MOST_OF_ORGANIZATION || all >= MOST_OF_PLAN) {
      const seconds = Math.ceil((endsAt - now()) / 1_000);
      ctx.set('Retry-After', String(seconds));
      throw new ServiceError('rate_limited', `Too many calls: again in ${seconds} seconds.`, {
        members: { 'violated-policies': ['calls'] },
      });
    }
    counts.set(organizationId, own);
    all += 1;
  };
}
