/**
 * Tests documents that cost parsers much and end without a result: they are free, so their organization waits behind
 * others.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { UNPAID_WORK_LIMIT_MS } from '#domain/submission.ts';
import { unpaidWorkStore, type UnpaidWorkStore } from '#store/organizations/unpaid-work.ts';
import { fakeDocument, type Script } from '#test/support/parsers/fake-engine.ts';
import { startService } from '#test/support/service.ts';
import { progressQuery } from '#workflows/messages.ts';
import { started } from '#test/support/started.ts';

let unpaid: UnpaidWorkStore;

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  unpaid = unpaidWorkStore(service.database);
  await service.workHere();
});

async function workedOn(script: Script) {
  const input = await service.submit(fakeDocument({ ...script, salt: randomUUID() }));
  const { status } = await service.settled(input);
  const { lane } = await service.handle(input).query(progressQuery);
  const { organizationId } = input;
  return { status, lane, unpaidMs: async () => (await unpaid.list()).get(organizationId) ?? 0 };
}

test('an organization pays for a slow document by its quota, and for a slow failure by its place', async () => {
  const slow = await workedOn({ at: 'StructuralRepair', act: 'linger', ms: 3_000 });
  expect([slow.status, await slow.unpaidMs()]).toEqual(['SUCCESS', 0]);
  const quick = await workedOn({ at: 'StructuralRepair', act: 'fail' });
  expect([quick.status, quick.lane, await quick.unpaidMs()]).toEqual(['FAILED', 'express', 0]);

  const costly = await workedOn({ at: 'StructuralRepair', act: 'fail', ms: 3_000 });
  expect(costly.status).toBe('FAILED');
  await expect.poll(() => costly.unpaidMs()).toBeGreaterThan(UNPAID_WORK_LIMIT_MS);
  const next = await workedOn({ at: 'StructuralRepair', act: 'pass' });
  expect(next).toMatchObject({ status: 'SUCCESS', lane: 'durable' });
});
