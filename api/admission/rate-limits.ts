/** Limits of calls that anybody may make, by the network they come from, and of mail to strangers, by organization. */
import { ServiceError } from '#domain/problem-codes.ts';
import type { RateWindows } from '#store/database/rate-windows.ts';
import type { AddressOf } from './client-address.ts';
import type { Context } from '#api/http/http.ts';

interface Policy {
  readonly quota: number;
  readonly windowSeconds: number;
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

export const RATE_LIMITS = {
  register: { quota: 3, windowSeconds: HOUR },
  login: { quota: 5, windowSeconds: QUARTER_HOUR },
  'forgot-password': { quota: 3, windowSeconds: HOUR },
  'resend-verification': { quota: 3, windowSeconds: HOUR },
  'change-password': { quota: 5, windowSeconds: QUARTER_HOUR },
  'second-factor': { quota: 10, windowSeconds: QUARTER_HOUR },
  'second-factor-account': { quota: 10, windowSeconds: HOUR },
  invite: { quota: 100, windowSeconds: DAY },
} as const satisfies Readonly<Record<string, Policy>>;

export type RateLimit = keyof typeof RATE_LIMITS;

/**
 * Counts this call, whatever comes of it, and throws `rate_limited` when it is one too many of the subject, which is the
 * caller's network by default.
 */
export type Limit = (ctx: Context, name: RateLimit, subject?: string) => Promise<void>;

/**
 * The limiter puts the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) on every
 * answer.
 */
export function rateLimiter(windows: RateWindows, addressOf: AddressOf): Limit {
  return async (ctx, name, subject = addressOf(ctx).network) => {
    const { quota, windowSeconds } = RATE_LIMITS[name];
    const { count, resetsInSeconds } = await windows.count(name, subject, windowSeconds);
    ctx.set('RateLimit-Policy', `"${name}";q=${quota};w=${windowSeconds}`);
    ctx.set('RateLimit', `"${name}";r=${Math.max(0, quota - count)};t=${resetsInSeconds}`);
    if (count <= quota) return;
    ctx.set('Retry-After', String(resetsInSeconds));
    throw new ServiceError('rate_limited', `Too many attempts: again in ${resetsInSeconds} seconds.`, {
      members: { 'violated-policies': [name] },
    });
  };
}
