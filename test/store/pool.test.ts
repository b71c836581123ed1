/** Tests connections that are lost or not answered during work: none of them occupies a slot of the pool. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';
import { type TcpProxy, startTcpProxy, throughProxy } from '#test/support/tcp-proxy.ts';

/** More than the pool has slots. */
const TIMES = 12;
const POOL_SIZE = 10;

const { databaseUrl } = inject('parts');
let proxy: TcpProxy;
let database: Database;

beforeEach(async () => {
  proxy = await startTcpProxy(new URL(databaseUrl));
  database = await connectDatabase(throughProxy(databaseUrl, proxy));
  await database.ready();
});
afterEach(async () => {
  proxy.thaw();
  await database.close();
  await proxy.close();
});

const answer = () => database.system().transactional((em) => em.execute('select 42 as answer'));

function many<T>(count: number, make: () => Promise<T>): Promise<T>[] {
  return Array.from({ length: count }, make);
}

/** Whether all have failed. */
async function allFail(attempts: readonly Promise<unknown>[]): Promise<boolean> {
  const ends = await Promise.allSettled(attempts);
  return ends.every(({ status }) => status === 'rejected');
}

describe('a slot of the pool is free again', () => {
  test('after the backend of a transaction was terminated', async () => {
    for (let time = 0; time < TIMES; time++) {
      const transaction = database.system().transactional(async (em) => {
        await em.execute('set local role none'); // the login that connected may end its connections
        await em.execute('select pg_terminate_backend(pg_backend_pid())', []);
      });
      await expect(transaction).rejects.toThrow();
    }
    expect(await answer()).toEqual([{ answer: 42 }]);
  });

  test('after a BEGIN that nobody answered', async () => {
    proxy.freeze();
    expect(await allFail(many(TIMES, answer))).toBe(true);
    proxy.thaw();
    expect(await answer()).toEqual([{ answer: 42 }]);
  });

  test('after a COMMIT that nobody answered, and with it the ROLLBACK', async () => {
    const { promise: isFrozen, resolve } = Promise.withResolvers<void>();
    let open = 0;
    const attempts = many(POOL_SIZE, () =>
      database.system().transactional(async (em) => {
        await em.execute('select 1');
        open += 1;
        await isFrozen;
      }),
    );
    await expect.poll(() => open).toBe(attempts.length);
    proxy.freeze();
    resolve();
    expect(await allFail(attempts)).toBe(true);
    proxy.thaw();
    expect(await answer()).toEqual([{ answer: 42 }]);
  });

  test('after the way to the database was cut in the middle of a transaction', async () => {
    const cut = database.system().transactional(async (em) => {
      await em.execute('select 1');
      proxy.shut();
      await proxy.reopen();
      await em.execute('select 1');
    });
    await expect(cut).rejects.toThrow();
    expect(await Promise.all(many(POOL_SIZE, answer))).toHaveLength(10);
  });
});

test('a connection whose statement was not answered is not given to the next caller', async () => {
  const { pool } = database;
  proxy.freeze();
  await expect(database.ready()).rejects.toThrow(/Query read timeout/);
  const answeredAt = pool.answeredAt();
  // Only later connections, because existing ones stay silent.
  proxy.shut();
  proxy.thaw();
  await proxy.reopen();
  await database.ready();
  expect(pool.answeredAt()).toBeGreaterThan(answeredAt);
});

test('a pool that is told to end while a connection is being made for somebody ends all the same', async () => {
  const other = await connectDatabase(throughProxy(databaseUrl, proxy));
  const question = other.ready();
  await setImmediate(); // the connection is in progress
  const [asked, closed] = await Promise.allSettled([question, other.close()]);
  expect([asked.status, closed.status]).toEqual(['rejected', 'fulfilled']);
});
