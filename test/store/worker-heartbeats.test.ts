/** Workers as they are seen while they live: their isolation for operators, and their number in `/readyz`. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startHeartbeat } from '#temporal/worker/heartbeat.ts';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';
import { type LiveWorker, workerHeartbeats, type WorkerHeartbeats } from '#store/database/worker-heartbeats.ts';
import { startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const ISOLATED: LiveWorker = { parserIsolation: 'full', parserWalls: ['bwrap', 'prlimit', 'permission'] };
const OPEN: LiveWorker = { parserIsolation: 'network-access', parserWalls: ['permission'] };

const beating = (worker: LiveWorker, buildId = 'one', taskQueues = ['pdf-control']) => ({
  ...worker,
  buildId,
  taskQueues,
});

let database: Database;
let heartbeats: WorkerHeartbeats;

const api = started(() => startApi());

beforeAll(async () => {
  ({ database } = api);
  heartbeats = workerHeartbeats(database);
});

beforeEach(() => execute('delete from worker_heartbeat'));

function execute(sql: string, values: readonly unknown[] = []): Promise<unknown> {
  return database.system().execute(sql, [...values]);
}

async function readiness(): Promise<{ status: number; workers: unknown }> {
  const response = await api.get('/readyz', null);
  const { workers }: { workers: unknown } = JSON.parse(await response.text());
  return { status: response.status, workers };
}

const fail = (error: unknown) => {
  throw error;
};

test('each worker is there from its first beat to its end, the newest first', async () => {
  const first = await startHeartbeat(heartbeats, beating(ISOLATED), fail);
  const second = await startHeartbeat(heartbeats, beating(OPEN), fail);
  expect(await readiness()).toEqual({ status: 200, workers: 2 });
  expect(await heartbeats.live()).toEqual([OPEN, ISOLATED]);
  await second.stop();
  expect(await readiness()).toEqual({ status: 200, workers: 1 });
  expect(await heartbeats.live()).toEqual([ISOLATED]);
  await first.stop();
  expect(await readiness()).toEqual({ status: 200, workers: 0 });
});

test('a worker that beats no more is gone within half a minute, and its row an hour later', async () => {
  const [silent, forgotten] = [randomUUID(), randomUUID()];
  await heartbeats.beat(silent, beating(OPEN));
  await heartbeats.beat(forgotten, beating(OPEN));
  await execute(`update worker_heartbeat set seen_at = now() - interval '31 seconds' where worker_id = ?`, [silent]);
  await execute(`update worker_heartbeat set seen_at = now() - interval '2 hours' where worker_id = ?`, [forgotten]);
  expect((await readiness()).workers).toBe(0);
  await heartbeats.beat(randomUUID(), beating(ISOLATED));
  expect(await heartbeats.live()).toEqual([ISOLATED]);
  expect(await execute('select worker_id from worker_heartbeat where worker_id = ?', [forgotten])).toEqual([]);
  await heartbeats.beat(silent, beating(OPEN));
  expect(await heartbeats.live()).toContainEqual(OPEN);
});

test('of each task queue it is known which builds take work of it', async () => {
  await heartbeats.beat(randomUUID(), beating(ISOLATED, 'one', ['pdf-control', 'pdf-mail']));
  await heartbeats.beat(randomUUID(), beating(ISOLATED, 'one', ['pdf-control']));
  await heartbeats.beat(randomUUID(), beating(OPEN, 'two', ['pdf-control']));
  const silent = randomUUID();
  await heartbeats.beat(silent, beating(ISOLATED, 'three', ['pdf-mail']));
  await execute(`update worker_heartbeat set seen_at = now() - interval '31 seconds' where worker_id = ?`, [silent]);
  expect(await heartbeats.liveBuilds()).toEqual(
    new Map([
      ['pdf-control', new Set(['one', 'two'])],
      ['pdf-mail', new Set(['one'])],
    ]),
  );
});

test('somebody who asks for readiness does not learn how parsers are isolated', async () => {
  await heartbeats.beat(randomUUID(), beating(OPEN));
  const text = await (await api.get('/readyz', null)).text();
  expect(JSON.parse(text)).toEqual({
    status: 'ok',
    checks: { database: 'ok', temporal: 'ok', storage: 'ok' },
    workers: 1,
  });
});

test('workers that cannot be looked at are not known, and the process is as ready as without them', async () => {
  await database.system().transactional(async (em) => {
    await em.execute('lock table worker_heartbeat in access exclusive mode');
    expect(await readiness()).toEqual({ status: 200, workers: null });
  });
});

test('a worker without a database does not begin; one that loses it comes back with it', async () => {
  const gone = await connectDatabase('postgresql://postgres@127.0.0.1:9/none');
  await expect(startHeartbeat(workerHeartbeats(gone), beating(ISOLATED), fail)).rejects.toThrow(/ECONNREFUSED/);
  const errors: unknown[] = [];
  let lost = false;
  const beat: WorkerHeartbeats['beat'] = (id, worker) => (lost ? workerHeartbeats(gone) : heartbeats).beat(id, worker);
  const heartbeat = await startHeartbeat(
    { ...heartbeats, beat },
    beating(ISOLATED),
    (error) => void errors.push(error),
    20,
  );
  lost = true;
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  await execute('delete from worker_heartbeat');
  lost = false;
  await expect.poll(readiness).toEqual({ status: 200, workers: 1 });
  await heartbeat.stop();
  expect((await readiness()).workers).toBe(0);
  await gone.close();
});
