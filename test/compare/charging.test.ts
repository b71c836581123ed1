/**
 * Tests the cost of comparisons that are interrupted and repeated under their key: each delivered comparison is charged
 * once.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Database } from '#store/database/database.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import { connectDatabase } from '#store/orm.ts';
import { comparisonStore, type ComparisonStore } from '#store/submissions/comparisons.ts';
import { setUsage, usageOf } from '#test/support/usage.ts';

let database: Database;
let comparisons: ComparisonStore;
let organizationId: string;

beforeAll(async () => {
  database = await connectDatabase(inject('parts').databaseUrl);
  comparisons = comparisonStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  const slug = `compare-${randomUUID()}`;
  organizationId = (await organizationStore(database).create({ name: slug, slug, planTier: 'free' })).id;
});

const idempotent = { endpoint: 'compare', key: 'k', fingerprint: 'f' } as const;
const request = () => ({ id: randomUUID(), units: 2 });
const usage = async () => {
  const { used, reserved } = await usageOf(database, organizationId);
  return { used, reserved };
};
const accept = async (comparison = request()) => {
  const { replayed } = await comparisons.accept(organizationId, comparison, idempotent);
  return { ...comparison, replayed };
};
const charge = (comparison: { id: string; units: number }) =>
  comparisons.charge(organizationId, comparison, idempotent);

test('of two requests with one key both deliver, and one is charged', async () => {
  const [first, again] = [await accept(), await accept()];
  expect([first.replayed, again.replayed]).toEqual([false, true]);
  await charge(again);
  expect(await usage()).toEqual({ used: 2, reserved: 0 });
  await charge(first);
  expect(await usage()).toEqual({ used: 2, reserved: 0 });
});

test('a request that was cut off and has given its units back leaves the charge to the one that was sent again', async () => {
  const [first, again] = [await accept(), await accept()];
  await comparisons.giveBack(organizationId, first.id);
  expect(await usage()).toEqual({ used: 0, reserved: 0 });
  await charge(again);
  expect(await usage()).toEqual({ used: 2, reserved: 0 });
  const third = await accept();
  expect(third.replayed).toBe(true);
  await charge(third);
  expect(await usage()).toEqual({ used: 2, reserved: 0 });
});

test('what has been charged is not given back, by whichever of its requests', async () => {
  const [first, again] = [await accept(), await accept()];
  await charge(again);
  await comparisons.giveBack(organizationId, first.id);
  expect(await usage()).toEqual({ used: 2, reserved: 0 });
  expect((await accept()).replayed).toBe(true);
});

test('units that were given back and are used up by now are not delivered', async () => {
  const [first, again] = [await accept(), await accept()];
  await comparisons.giveBack(organizationId, first.id);
  await setUsage(database, organizationId, { used: 99 });
  await expect(charge(again)).rejects.toMatchObject({ code: 'quota_exceeded' });
  expect(await usage()).toEqual({ used: 99, reserved: 0 });
});
