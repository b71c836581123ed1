/** Whether the process lives, and whether it can serve: the orchestrator's two questions. */
import { Router } from '@koa/router';
import type { State } from './http.ts';

/** A part that does not answer in this time is not ready. */
const CHECK_TIMEOUT_MS = 2_000;

export interface Checks {
  readonly database: () => Promise<void>;
  readonly temporal: () => Promise<void>;
  readonly storage: () => Promise<void>;
}

/** `accepting` turns false when the process is asked to end, `alive` when it can no longer do its work. */
export function healthRoutes(checks: Checks, accepting: () => boolean, alive: () => boolean): Router<State> {
  const router = new Router<State>();

  router.get('/livez', (ctx) => {
    ctx.status = alive() ? 200 : 503;
    ctx.body = { status: alive() ? 'ok' : 'stuck' };
  });

  router.get('/readyz', async (ctx) => {
    const [database, temporal, storage] = await Promise.all([
      verdict(checks.database),
      verdict(checks.temporal),
      verdict(checks.storage),
    ]);
    const ready = [database, temporal, storage].every((word) => word === 'ok');
    ctx.status = ready && accepting() ? 200 : 503;
    ctx.body = {
      status: accepting() ? (ready ? 'ok' : 'unavailable') : 'draining',
      checks: { database, temporal, storage },
    };
  });

  return router;
}

async function verdict(check: () => Promise<void>): Promise<'ok' | 'unavailable'> {
  const { promise: late, resolve } = Promise.withResolvers<'unavailable'>();
  const timer = setTimeout(resolve, CHECK_TIMEOUT_MS, 'unavailable');
  try {
    return await Promise.race([check().then(() => 'ok' as const), late]);
  } catch {
    return 'unavailable';
  } finally {
    clearTimeout(timer);
  }
}
