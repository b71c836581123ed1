/** Whether the process lives, and whether it can serve: the orchestrator's two questions. */
import { workerHeartbeats } from '#store/database/worker-heartbeats.ts';
import { anyone } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { Liveness, Readiness } from '#src/contract/health.ts';
import { answer } from '#api/operation.ts';
import type { Services } from '#api/services.ts';

/** A part that does not answer in this time is not ready. */
const CHECK_TIMEOUT_MS = 2_000;

type Deps = ReturnType<typeof depsOf>;

const tag = 'Service';

const endpoints = [
  endpoint({
    method: 'get',
    path: '/livez',
    id: 'getLiveness',
    tag,
    summary: 'Reports whether the process lives',
    access: anyone,
    query: 'ignored',
    answers: [
      answer(200, 'It does.', Liveness),
      answer(503, 'It has lost its way to a database that is there, and ends, to be started again.', Liveness),
    ],
    handle({ ctx }, { alive }: Deps) {
      ctx.status = alive() ? 200 : 503;
      return { status: alive() ? 'ok' : 'stuck' };
    },
  }),
  endpoint({
    method: 'get',
    path: '/readyz',
    id: 'getReadiness',
    tag,
    summary: 'Reports whether the process can serve',
    access: anyone,
    query: 'ignored',
    answers: [
      answer(200, 'Every part answers.', Readiness),
      answer(503, 'A part does not, or it is ending.', Readiness),
    ],
    async handle({ ctx }, { accepting, ...parts }: Deps) {
      const [database, temporal, storage, workers] = await Promise.all([
        verdict(parts.database),
        verdict(parts.temporal),
        verdict(parts.storage),
        inTime(parts.workers(), null),
      ]);
      const ready = [database, temporal, storage].every((word) => word === 'ok');
      ctx.status = ready && accepting() ? 200 : 503;
      const status = accepting() ? (ready ? 'ok' : 'unavailable') : 'draining';
      return { status, checks: { database, temporal, storage }, workers };
    },
  }),
];

function depsOf({ database, temporal, artifacts, accepting, alive }: Services) {
  return {
    database: () => database.ready(),
    temporal: () => temporal.ready(),
    storage: () => artifacts.ready(),
    workers: async () => (await workerHeartbeats(database).live()).length,
    accepting,
    alive,
  };
}

export const healthFeature = feature(depsOf, endpoints);

function verdict(check: () => Promise<void>): Promise<'ok' | 'unavailable'> {
  return inTime(
    check().then(() => 'ok' as const),
    'unavailable',
  );
}

async function inTime<Answer, Otherwise>(asked: Promise<Answer>, otherwise: Otherwise): Promise<Answer | Otherwise> {
  const { promise: late, resolve } = Promise.withResolvers<Otherwise>();
  const timer = setTimeout(resolve, CHECK_TIMEOUT_MS, otherwise);
  try {
    return await Promise.race([asked, late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
