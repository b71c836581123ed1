/**
 * Limits of calls in a window of time, counted for all processes together: of those that anybody may make by the network
 * they come from, and of those that cost others something by organization.
 */
import { ServiceError } from '#domain/problem-codes.ts';
import type { RateWindows } from '#store/database/rate-windows.ts';
import type { AddressOf } from '#api/auth/client-address.ts';
import type { Caller } from '#api/auth/caller.ts';
import type { Context } from '#api/http/http.ts';
import { limited, sharesOfFree } from './shares.ts';

interface Policy {
  /** Calls of one subject. */
  readonly quota: number;
  readonly windowSeconds: number;
  /** Calls of all organizations together; those of the plan Free make at most half of them. */
  readonly capacity?: number;
}

const MINUTE = 60;
const QUARTER_HOUR = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const RATE_LIMITS = {
  register: { quota: 3, windowSeconds: HOUR },
  login: { quota: 5, windowSeconds: QUARTER_HOUR },
  'forgot-password': { quota: 3, windowSeconds: HOUR },
  'resend-verification': { quota: 3, windowSeconds: HOUR },
  'change-password': { quota: 5, windowSeconds: QUARTER_HOUR },
  'second-factor': { quota: 10, windowSeconds: QUARTER_HOUR },
  'second-factor-account': { quota: 10, windowSeconds: HOUR },
  invite: { quota: 100, windowSeconds: DAY, capacity: 20_000 },
  batch: { quota: 300, windowSeconds: MINUTE, capacity: 3_000 },
  'webhook-test': { quota: 10, windowSeconds: MINUTE, capacity: 120 },
  'webhook-replay': { quota: 60, windowSeconds: MINUTE, capacity: 1_800 },
  'data-export': { quota: 20, windowSeconds: DAY, capacity: 4_000 },
} as const satisfies Readonly<Record<string, Policy>>;

export type RateLimit = keyof typeof RATE_LIMITS;

export type OrganizationLimit = {
  [Name in RateLimit]: (typeof RATE_LIMITS)[Name] extends { capacity: number } ? Name : never;
}[RateLimit];

/**
 * Counts this call, whatever comes of it, and throws `rate_limited` when it is one too many of the subject, which is the
 * caller's network by default.
 */
export type Limit = (ctx: Context, name: RateLimit, subject?: string) => Promise<void>;

/**
 * The same for an organization, and for all of the plan Free together. Throws `service_unavailable` where all
 * organizations together call too often.
 */
export type LimitOrganization = (ctx: Context, name: OrganizationLimit, caller: Caller) => Promise<void>;

/**
 * The limiter puts the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) on every
 * answer.
 */
export function rateLimiter(windows: RateWindows, addressOf: AddressOf): Limit {
  return (ctx, name, subject = addressOf(ctx).network) => limit(windows, ctx, name, subject);
}

/** A call that its organization's own limit refuses is not counted for others. */
export function organizationLimiter(windows: RateWindows, addressOf: AddressOf): LimitOrganization {
  return async (ctx, name, { organizationId, organization }) => {
    const { quota, windowSeconds, capacity } = RATE_LIMITS[name];
    await limit(windows, ctx, name, organizationId);
    const shared = organization.planTier === 'free' ? sharesOfFree(addressOf(ctx).network, quota, capacity / 2) : [];
    for (const { sharer, most } of shared) {
      const { count, resetsInSeconds } = await windows.count(name, sharer, windowSeconds);
      if (count > most) throw limited(ctx, 'attempts', name, resetsInSeconds);
    }
    const { count, resetsInSeconds } = await windows.count(name, 'everybody', windowSeconds);
    if (count <= capacity) return;
    ctx.set('Retry-After', String(resetsInSeconds));
    throw new ServiceError('service_unavailable', 'The service gets too many calls of this kind.');
  };
}

async function limit(windows: RateWindows, ctx: Context, name: RateLimit, subject: string): Promise<void> {
  const { quota, windowSeconds } = RATE_LIMITS[name];
  const { count, resetsInSeconds } = await windows.count(name, subject, windowSeconds);
  ctx.set('RateLimit-Policy', `"${name}";q=${quota};w=${windowSeconds}`);
  ctx.set('RateLimit', `"${name}";r=${Math.max(0, quota - count)};t=${resetsInSeconds}`);
  if (count > quota) throw limited(ctx, 'attempts', name, resetsInSeconds);
}
