/** The RateLimit headers, and the link to a larger plan when the quota is used up. */
import { ServiceError } from '#domain/problem-codes.ts';
import type { ProblemMembers } from '#domain/problem-members.ts';
import type { Quota } from '#store/billing/quota.ts';
import type { Caller } from '#api/auth/caller.ts';
import type { Context } from '#api/http/http.ts';

/** Most documents that hold a unit end sooner, and clients wait so long by themselves. */
const RESERVED_RETRY_SECONDS = 20;

/** Fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers). */
export function setQuota(
  ctx: Context,
  { limit, used, startsAt, resetsAt }: Omit<Quota, 'planTier' | 'reserved'>,
): void {
  const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000));
  const window = seconds(resetsAt.getTime() - startsAt.getTime());
  const rest = seconds(resetsAt.getTime() - Date.now());
  ctx.set('RateLimit-Policy', `"monthly-documents";q=${limit};w=${window}`);
  ctx.set('RateLimit', `"monthly-documents";r=${Math.max(0, limit - used)};t=${rest}`);
}

/** Runs what may be refused for its number, and completes such a refusal with what only the API knows. */
export async function withinQuota<T>(
  ctx: Context,
  { kind }: Caller,
  publicUrl: string,
  order: () => Promise<T>,
): Promise<T> {
  try {
    return await order();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, members } = error;
    const isExhausted = code === 'quota_exceeded' || code === 'quota_reserved' || code === 'payment_past_due';
    // It was deactivated a moment ago, and its keys with it.
    if (code === 'organization_inactive' && kind === 'key') throw new ServiceError('api_key_revoked', message);
    if (code === 'quota_reserved') ctx.set('Retry-After', String(RESERVED_RETRY_SECONDS));
    else if (isExhausted || code === 'abnormal_usage') setRetry(ctx, members);
    if (!isExhausted) throw error;
    setExhausted(ctx, members);
    throw new ServiceError(code, message, { members: { ...members, upgradeUrl: `${publicUrl}/portal/#/billing` } });
  }
}

/** The same request may succeed in the next period. */
function setRetry(ctx: Context, { resetsAt = '' }: ProblemMembers): void {
  const rest = new Date(resetsAt).getTime() - Date.now();
  ctx.set('Retry-After', String(Math.max(1, Math.ceil(rest / 1000))));
}

function setExhausted(ctx: Context, members: ProblemMembers): void {
  const { limit = 0, used = 0, startsAt = '', resetsAt = '' } = members;
  setQuota(ctx, { limit, used, startsAt: new Date(startsAt), resetsAt: new Date(resetsAt) });
}
