/**
 * How often organizations of the plan Free call one process. It is counted in memory, since each call would else cost the database
 * more than it does by itself. Programs of other plans may call as often as the service can answer.
 */
import type { Caller } from '#api/auth/caller.ts';
import type { AddressOf } from '#api/auth/client-address.ts';
import type { Context } from '#api/http/http.ts';
import { limited, sharesOfFree } from './shares.ts';

const WINDOW_MS = 5_000;
/** Calls of one organization in a window. */
export const MOST_OF_ORGANIZATION = 100;
/** Calls of all organizations of the plan Free in a window. */
const MOST_OF_PLAN = 300;
/** Calls that an organization may make in a window, whatever the others of the plan Free have made. */
const LEAST_OF_ORGANIZATION = 10;

/** Throws `rate_limited` for a call that is one too many. */
export type CountCall = (ctx: Context, caller: Pick<Caller, 'organizationId' | 'organization'>) => void;

/** @param now milliseconds of a clock that is never set back */
export function callRate(addressOf: AddressOf, now: () => number = () => performance.now()): CountCall {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return (ctx, { organizationId, organization }) => {
    if (organization.planTier !== 'free') return;
    if (now() >= endsAt) {
      counts.clear();
      endsAt = now() + WINDOW_MS;
    }
    const organizationShare = { sharer: `organization ${organizationId}`, most: MOST_OF_ORGANIZATION };
    const isFirst = (counts.get(organizationShare.sharer) ?? 0) < LEAST_OF_ORGANIZATION;
    const shares = [
      organizationShare,
      ...sharesOfFree(addressOf(ctx).network, MOST_OF_ORGANIZATION, isFirst ? Infinity : MOST_OF_PLAN),
    ];
    if (shares.some(({ sharer, most }) => (counts.get(sharer) ?? 0) >= most)) {
      throw limited(ctx, 'calls', 'calls', Math.ceil((endsAt - now()) / 1_000));
    }
    for (const { sharer } of shares) counts.set(sharer, (counts.get(sharer) ?? 0) + 1);
  };
}
