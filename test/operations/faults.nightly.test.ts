/** Tests workers that are killed or stopped, and a database that stops answering: no submission stays unfinished. */
import { once } from 'node:events';
import type { WorkflowHandle } from '@temporalio/client';
import { expect, test } from 'vitest';
import { batchWorkflowId } from '#domain/batch.ts';
import { BatchEntity, batchStore } from '#store/submissions/batches.ts';
import { usageOf } from '#test/support/usage.ts';
import { progressQuery } from '#workflows/messages.ts';
import { large, ONE_CHARGE, PASS, small, useFaults } from './faults.ts';

const faults = useFaults();

test('a worker killed in the express lane: the second attempt goes through the durable lane', async () => {
  const first = await faults.service.workElsewhere();
  const input = await faults.service.submit(small({ at: 'PdfaDetection', act: 'linger', ms: 3_000 }));
  await expect.poll(async () => (await faults.rowOf(input))?.status).toBe('IN_PROGRESS');
  first.kill('SIGKILL');
  await faults.service.workHere();
  expect(await faults.service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 2 });
  expect(await usageOf(faults.service.database, input.organizationId)).toEqual(ONE_CHARGE);
  expect(await faults.service.handle(input).query(progressQuery)).toMatchObject({ lane: 'durable' });
});

test('a worker told to stop ends the stage it is in, exits with 0, and another finishes the document', async () => {
  const first = await faults.service.workElsewhere();
  const input = await faults.service.submit(large({ at: 'StructuralRepair', act: 'linger', ms: 1_500 }));
  await faults.service.underWay(input, 'StructuralRepair');
  const exited = once(first, 'exit');
  first.kill('SIGTERM');
  await faults.service.workHere();
  expect(await faults.service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  expect(await usageOf(faults.service.database, input.organizationId)).toEqual(ONE_CHARGE);
  expect(await exited).toEqual([0, null]);
});

test.each([
  ['express', small],
  ['durable', large],
])('a database that falls silent under a document of the %s mode delays its outcome', async (_lane, document) => {
  const { proxy, url } = await faults.proxyToDatabase();
  await faults.workBehind(url);
  const input = await faults.service.submit(document({ at: 'FinalRewrite', act: 'linger', ms: 1_000 }));
  await expect.poll(async () => (await faults.rowOf(input))?.status).toBe('IN_PROGRESS');
  proxy.freeze();
  await expect.poll(() => faults.failuresOf(input)).toContain('STORAGE_ERROR');
  proxy.thaw();
  expect(await faults.service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  expect(await usageOf(faults.service.database, input.organizationId)).toEqual(ONE_CHARGE);
});

test('a worker that is asked to stop while the database is silent stops, and another goes on', async () => {
  const { proxy, url } = await faults.proxyToDatabase();
  const first = await faults.service.workElsewhere({ databaseUrl: url });
  proxy.freeze();
  const input = await faults.service.submit(small(PASS));
  const batchId = await completeBatch(input.organizationId);
  const noticing = faults.service.client.workflow.getHandle(batchWorkflowId(batchId));
  await faults.service.temporal.settleBatch(input.organizationId, batchId);
  await faults.service.underWay(input, 'admit');
  // Its first check has failed by then.
  await expect.poll(async () => (await pendingIn(noticing)).length).toBe(1);
  const exited = once(first, 'exit');
  first.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  await faults.service.workHere();
  expect(await faults.service.settled(input)).toMatchObject({ status: 'SUCCESS' });
  await noticing.result();
});

/** The notice of the batch is due. */
async function completeBatch(organizationId: string): Promise<string> {
  const requested = { name: null, webhookUrl: null, expectedTotal: null };
  const { batchId } = await batchStore(faults.service.database).create(organizationId, requested);
  const complete = { total: 1, failed: 1, settling: true, endedAt: new Date() };
  await faults.service.database.system().nativeUpdate(BatchEntity, { id: batchId }, complete);
  return batchId;
}

async function pendingIn(handle: WorkflowHandle) {
  return (await handle.describe()).raw.pendingActivities ?? [];
}
