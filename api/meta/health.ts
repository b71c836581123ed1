/** Whether the process lives, and whether it can serve: the orchestrator's two questions. */
import { Router } from '@koa/router';
import type { LiveWorker } from '#store/database/worker-heartbeats.ts';
import type { State } from '#api/http/http.ts';

/** A part that does not answer in this time is not ready. */
const CHECK_TIMEOUT_MS = 2_000;

export interface Checks {
  readonly database: () => Promise<void>;
  readonly temporal: () => Promise<void>;
  readonly storage: () => Promise<void>;
  /** Told, and no condition: this process serves without them. */
  readonly workers: () => Promise<readonly LiveWorker[]>;
}

/** `accepting` turns false when the process is asked to end, `alive` when it can no longer do its work. */
export function healthRoutes(checks: Checks, accepting: () => boolean, alive: () => boolean): Router<State> {
  const router = new Router<State>();

  router.get('/livez', (ctx) => {
    ctx.status = alive() ? 200 : 503;
    ctx.body = { status: alive() ? 'ok' : 'stuck' };
  });

  router.get('/readyz', async (ctx) => {
    const [database, temporal, storage, workers] = await Promise.all([
      verdict(checks.database),
      verdict(checks.temporal),
      verdict(checks.storage),
      inTime(checks.workers(), null),
    ]);
    const ready = [database, temporal, storage].every((word) => word === 'ok');
    ctx.status = ready && accepting() ? 200 : 503;
    ctx.body = {
      status: accepting() ? (ready ? 'ok' : 'unavailable') : 'draining',
      checks: { database, temporal, storage },
      workers,
    };
  });

  return router;
}

function verdict(check: () => Promise<void>): Promise<'ok' | 'unavailable'> {
  return inTime(
    check().then(() => 'ok' as const),
    'unavailable',
  );
}

async function inTime<Answer, Otherwise>(answer: Promise<Answer>, otherwise: Otherwise): Promise<Answer | Otherwise> {
  const { promise: late, resolve } = Promise.withResolvers<Otherwise>();
  const timer = setTimeout(resolve, CHECK_TIMEOUT_MS, otherwise);
  try {
    return await Promise.race([answer, late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
