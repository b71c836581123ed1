/** A process that alone has lost its way to the database is found out; one whose database is away, or slow, is left alone. */
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';
import { watchDatabase } from '#store/database/watchdog.ts';
import { type TcpProxy, startTcpProxy, throughProxy } from '#test/support/tcp-proxy.ts';

const TIMES = { roundMs: 50, answerMs: 500, patienceMs: 300 };
const POOL_SIZE = 10;

let proxy: TcpProxy;
let database: Database;
let stop: () => void;
/** Questions asked of the database outside of the pool, and what came of them. */
let asked: Array<'answered' | 'silent'>;
let isStuck: boolean;

beforeEach(async () => {
  const { databaseUrl } = inject('parts');
  proxy = await startTcpProxy(new URL(databaseUrl));
  database = await connectDatabase(throughProxy(databaseUrl, proxy));
  await database.ready();
  asked = [];
  isStuck = false;
  const { pool } = database;
  const askOutside = () =>
    pool.askOutside().then(
      () => void asked.push('answered'),
      (error: unknown) => {
        asked.push('silent');
        throw error;
      },
    );
  const watched = { ready: () => database.ready(), pool: { ...pool, askOutside } };
  stop = watchDatabase(watched, () => (isStuck = true), TIMES);
});
afterEach(async () => {
  stop();
  proxy.thaw();
  await database.close();
  await proxy.close();
});

/** Takes all slots of the pool until it is told to give them back. */
async function occupy(work: (ask: () => Promise<unknown>) => Promise<unknown>): Promise<() => Promise<unknown>> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  let taken = 0;
  const holders = Array.from({ length: POOL_SIZE }, () =>
    database.system().transactional(async (em) => {
      await em.execute('select 1');
      taken += 1;
      await Promise.race([isOver, work(() => em.execute('select 1'))]);
    }),
  );
  await expect.poll(() => taken).toBe(POOL_SIZE);
  return () => {
    resolve();
    return Promise.all(holders);
  };
}

const forever = new Promise<never>(() => undefined);

test('a pool that has no slot left, while the database answers', async () => {
  const giveBack = await occupy(() => forever);
  await expect.poll(() => isStuck).toBe(true);
  await giveBack();
});

test('a pool whose slots are all at work is not stuck', async () => {
  let answers = 0;
  const giveBack = await occupy(async (ask) => {
    for (;;) {
      await ask();
      answers += 1;
    }
  });
  const before = answers;
  await expect.poll(() => answers).toBeGreaterThan(before + 5_000);
  expect(isStuck).toBe(false);
  await giveBack();
});

test('a database that cannot be reached is waited for', async () => {
  proxy.shut();
  await expect.poll(() => asked.length).toBeGreaterThan(20);
  expect(new Set(asked)).toEqual(new Set(['silent']));
  await proxy.reopen();
  await database.ready();
  expect(isStuck).toBe(false);
});

test('a database that is silent is waited for', async () => {
  proxy.freeze();
  await expect.poll(() => database.ready().then(String, String)).toMatch(/timeout/);
  proxy.shut();
  proxy.thaw();
  await proxy.reopen();
  await expect.poll(() => database.ready().then(String, String)).toBe('undefined');
  expect(isStuck).toBe(false);
});
