/**
 * Callers who ignore `Retry-After` and repeat refused calls at once. The service answers them late and without any
 * work, so that a flood costs its sender more than the service.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware } from 'koa';
import { ERRORS, ServiceError } from '#domain/problem-codes.ts';
import { credentialsOf } from '#api/auth/api-key.ts';
import { disconnectSignal } from '#api/http/disconnect-signal.ts';
import type { Context, State } from '#api/http/http.ts';

/** Refusals of one caller in a window. An organization may have fewer uploads under way, so that each may be refused once. */
export const MOST_REFUSALS = 100;
const WINDOW_MS = 5_000;
const TOO_MANY_REQUESTS = 429;
/** Answers of one process that are held back at one moment: each has a connection. Others are given at once. */
const MOST_HELD = 2_000;
/** Callers that are remembered, for the memory of the process. */
const MOST_CALLERS = 10_000;

interface Refusals {
  count: number;
  readonly endsAt: number;
}

interface Options {
  /** Milliseconds of a clock that is never set back. */
  readonly now?: () => number;
  /** Ends after that time, or when the caller has left. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export function holdBackRefused({ now = () => performance.now(), wait = pause }: Options = {}): Middleware<State> {
  const callers = new Map<string, Refusals>();
  let held = 0;
  const current = (caller: string) => {
    const refusals = callers.get(caller);
    return refusals !== undefined && refusals.endsAt > now() ? refusals : undefined;
  };
  const count = (caller: string) => {
    const refusals = current(caller);
    if (refusals !== undefined) refusals.count += 1;
    else {
      if (callers.size >= MOST_CALLERS) callers.clear();
      callers.set(caller, { count: 1, endsAt: now() + WINDOW_MS });
    }
  };
  const holdBack = async (ctx: Context) => {
    if (held >= MOST_HELD) return;
    held += 1;
    using caller = disconnectSignal(ctx);
    await wait(WINDOW_MS, caller.signal);
    held -= 1;
  };
  return async (ctx, next) => {
    const caller = callerOf(ctx);
    if (caller === null) return next();
    if ((current(caller)?.count ?? 0) >= MOST_REFUSALS) {
      // Each call of a flood makes the window begin again, until the caller waits.
      callers.set(caller, { count: MOST_REFUSALS, endsAt: now() + 2 * WINDOW_MS });
      await holdBack(ctx);
      ctx.set({ 'Retry-After': String(WINDOW_MS / 1_000), Connection: 'close' });
      throw new ServiceError('rate_limited', 'These calls were refused many times and came again before Retry-After.', {
        members: { 'violated-policies': ['calls'] },
      });
    }
    try {
      await next();
    } catch (error) {
      // An invented credential takes no memory, and so cannot end the memory of others.
      const isKnown = ctx.state.organizationId !== undefined;
      if (isKnown && error instanceof ServiceError && ERRORS[error.code].status === TOO_MANY_REQUESTS) count(caller);
      throw error;
    }
  };
}

/**
 * By credential and method, so that one who may not send now can read still. The credential itself is not remembered. A bearer
 * token comes first, since the portal's operations ignore `X-Api-Key` beside it, and other operations refuse two credentials.
 */
function callerOf(ctx: Context): string | null {
  const { header, bearer } = credentialsOf(ctx);
  const credential = bearer || header;
  if (credential === '') return null;
  return `${ctx.method} ${createHash('sha256').update(credential).digest('base64')}`;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
