/** Tests statements that go to PostgreSQL together, and the effect of a failed transaction. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Database } from '#store/database/database.ts';
import { executeUnread } from '#store/database/round-trips.ts';
import { connectDatabase } from '#store/orm.ts';
import { type SqlCounter, startSqlCounter } from '#test/support/sql-counter.ts';

let counter: SqlCounter;
let database: Database;

beforeAll(async () => {
  counter = await startSqlCounter(inject('parts').databaseUrl);
  database = await connectDatabase(counter.databaseUrl);
});
afterAll(async () => {
  await database.close();
  await counter.close();
});

const WRITE = `insert into "rate_window" ("key", "count", "resets_at") values (?, 1, now() + interval '1 hour')`;
const REFUSED = WRITE.replace('1,', `'many',`);
const COUNT = `select count(*)::int as count from "rate_window" where "key" like ? || '%'`;

let key: string;
beforeEach(async () => {
  key = `round-trips-${randomUUID()}`;
  await database.ready();
  counter.take();
});

async function written(): Promise<number> {
  const [row] = await database.system().execute<{ count: number }[]>(COUNT, [key]);
  return row?.count ?? 0;
}

test('what nobody reads goes with the next question, which sees it', async () => {
  const seen = await database.system().transactional(async (em) => {
    await executeUnread(em, WRITE, [key]);
    await executeUnread(em, WRITE, [`${key}-2`]);
    return em.execute(COUNT, [key]);
  });
  expect(seen).toEqual([{ count: 2 }]);
  expect(counter.take()).toMatchObject({ questions: [expect.stringMatching(/^begin; .*insert/s), 'commit'] });
  expect(await written()).toBe(2);
});

test('the last question is the commit', async () => {
  await database.system().transactional((em) => executeUnread(em, WRITE, [key]));
  expect(counter.take()).toMatchObject({ questions: [expect.stringMatching(/^begin; .*; commit$/s)], transactions: 1 });
  expect(await written()).toBe(1);
});

test('a transaction that is given up writes nothing of it', async () => {
  const givenUp = database.system().transactional(async (em) => {
    await em.execute('select 1');
    await executeUnread(em, WRITE, [key]);
    throw new Error('given up');
  });
  await expect(givenUp).rejects.toThrow('given up');
  expect(counter.take().questions).toEqual(['begin; select 1', 'rollback']);
  expect(await written()).toBe(0);
});

test('a part that is given up takes what it has not sent with it, and nothing else', async () => {
  await database.system().transactional(async (em) => {
    await executeUnread(em, WRITE, [key]);
    const part = em.transactional(async (inner) => {
      await executeUnread(inner, WRITE, [`${key}-2`]);
      throw new Error('given up');
    });
    await expect(part).rejects.toThrow('given up');
  });
  expect(await written()).toBe(1);
});

test('what is refused at the commit undoes all, is told, and leaves a connection that works', async () => {
  for (let time = 0; time < 12; time++) {
    const refused = database.system().transactional(async (em) => {
      await executeUnread(em, WRITE, [key]);
      await executeUnread(em, REFUSED, [`${key}-2`]);
    });
    await expect(refused).rejects.toThrow('many');
  }
  expect(await written()).toBe(0);
});

test('outside of a transaction it is a mistake: nothing would send it', async () => {
  await expect(executeUnread(database.system(), WRITE, [key])).rejects.toThrow('Outside of a transaction');
});
