/** Workers that are killed, workers that are told to stop, a store that goes away: no submission is left half-way. */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { WorkflowHandle } from '@temporalio/client';
import { batchWorkflowId } from '#domain/batch.ts';
import { EXPRESS_MAX_BYTES, type SubmissionInput } from '#domain/submission.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { BatchEntity, batchStore } from '#store/submissions/batches.ts';
import { connectDatabase } from '#store/orm.ts';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { usageOf } from '#test/support/usage.ts';
import { progressQuery } from '#workflows/messages.ts';
import { fakeDocument, type Script } from '#test/support/parsers/fake-engine.ts';
import { type TcpProxy, startTcpProxy, throughProxy } from '#test/support/tcp-proxy.ts';
import { type Service, startService } from '#test/support/service.ts';

let service: Service;

const opened: Array<() => Promise<unknown>> = [];

beforeEach(async () => {
  service = await startService(inject('parts'));
});
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
  await service.close();
});

/** To the database; whoever goes through it does not meet the others of this test. */
async function proxyToDatabase(): Promise<{ proxy: TcpProxy; url: string }> {
  const { databaseUrl } = inject('parts');
  const proxy = await startTcpProxy(new URL(databaseUrl));
  opened.push(() => proxy.close());
  return { proxy, url: throughProxy(databaseUrl, proxy) };
}

/** Workers in this process that know no other way. */
async function workBehind(url: string): Promise<void> {
  const database = await connectDatabase(url);
  opened.push(() => database.close());
  const workers = await service.workHere({ database });
  opened.push(() => workers.shutdown());
}

const ONE_CHARGE = { used: 1, reserved: 0, succeeded: 1, failed: 0, rejected: 0 };

let salt = 0;
const small = (script: Script) => fakeDocument({ ...script, salt: `faults ${salt++}` });
const large = (script: Script) => fakeDocument({ ...script, salt: `faults ${salt++}` }, EXPRESS_MAX_BYTES + 1);

/** Each waits until a statement is given up. */
const PATIENT = { timeout: 180_000 };
const PASS: Script = { at: 'FinalRewrite', act: 'pass' };

const rowOf = ({ organizationId, submissionId }: SubmissionInput) =>
  service.submissions.find(organizationId, submissionId);

test('a worker killed in the middle of a durable stage: another repeats the stages and finishes', async () => {
  const first = await service.workElsewhere();
  const input = await service.submit(large({ at: 'AcroFormHandling', act: 'linger', ms: 2_000 }));
  await service.underWay(input, 'AcroFormHandling');
  first.kill('SIGKILL');
  await service.workHere();
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  expect(await usageOf(service.database, input.organizationId)).toEqual(ONE_CHARGE);
});

test('a worker killed in the express lane: the second attempt goes through the durable lane', async () => {
  const first = await service.workElsewhere();
  const input = await service.submit(small({ at: 'PdfaDetection', act: 'linger', ms: 3_000 }));
  await expect.poll(async () => (await rowOf(input))?.status, { timeout: 10_000 }).toBe('IN_PROGRESS');
  first.kill('SIGKILL');
  await service.workHere();
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 2 });
  expect(await usageOf(service.database, input.organizationId)).toEqual(ONE_CHARGE);
  expect(await service.handle(input).query(progressQuery)).toMatchObject({ lane: 'durable' });
});

test('a worker told to stop ends the stage it is in, exits with 0, and another finishes the document', async () => {
  const first = await service.workElsewhere();
  const input = await service.submit(large({ at: 'StructuralRepair', act: 'linger', ms: 1_500 }));
  await service.underWay(input, 'StructuralRepair');
  const exited = once(first, 'exit');
  first.kill('SIGTERM');
  await service.workHere();
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  expect(await usageOf(service.database, input.organizationId)).toEqual(ONE_CHARGE);
  expect(await exited).toEqual([0, null]);
});

test('a document store that is away delays a submission and does not fail it', async () => {
  const { s3 } = inject('parts');
  const proxy = await startTcpProxy(new URL(s3.endpoint));
  await service.workHere({ artifacts: artifactStore({ ...s3, endpoint: proxy.endpoint }) });
  proxy.shut();
  const input = await service.submit(small({ at: 'FinalRewrite', act: 'pass' }));
  await expect.poll(() => failuresOf(input), { timeout: 20_000 }).toContain('STORAGE_ERROR');
  await proxy.reopen();
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS' });
  await proxy.close();
});

test('a database that is silent when documents are to be let in delays them and fails none', PATIENT, async () => {
  const { proxy, url } = await proxyToDatabase();
  await workBehind(url);
  proxy.freeze();
  const inputs = [];
  for (let index = 0; index < 6; index++) inputs.push(await service.submit((index < 3 ? small : large)(PASS)));
  for (const input of inputs) await service.underWay(input, 'admit');
  proxy.thaw();
  for (const input of inputs) expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS' });
});

test.each([
  ['express', small],
  ['durable', large],
])(
  'a database that falls silent under a document of the %s lane delays its outcome',
  PATIENT,
  async (_lane, document) => {
    const { proxy, url } = await proxyToDatabase();
    await workBehind(url);
    const input = await service.submit(document({ at: 'FinalRewrite', act: 'linger', ms: 1_000 }));
    await expect.poll(async () => (await rowOf(input))?.status, { timeout: 20_000 }).toBe('IN_PROGRESS');
    proxy.freeze();
    await expect.poll(() => failuresOf(input), { timeout: 40_000 }).toContain('STORAGE_ERROR');
    proxy.thaw();
    expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 1 });
    expect(await usageOf(service.database, input.organizationId)).toEqual(ONE_CHARGE);
  },
);

test('a worker that is told to stop while the database is silent stops, and another goes on', PATIENT, async () => {
  const { proxy, url } = await proxyToDatabase();
  const first = await service.workElsewhere({ databaseUrl: url });
  proxy.freeze();
  const input = await service.submit(small(PASS));
  const batchId = await completeBatch(input.organizationId);
  const noticing = service.client.workflow.getHandle(batchWorkflowId(batchId));
  await service.temporal.settleBatch(input.organizationId, batchId);
  await service.underWay(input, 'admit');
  // Its first look has failed by then.
  await expect.poll(async () => (await pendingIn(noticing)).length, { timeout: 30_000 }).toBe(1);
  const exited = once(first, 'exit');
  first.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  await service.workHere();
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS' });
  await noticing.result();
});

/** Its notice is due. */
async function completeBatch(organizationId: string): Promise<string> {
  const wishes = { name: null, webhookUrl: null, expectedTotal: null };
  const { batchId } = await batchStore(service.database).create(organizationId, wishes);
  const complete = { total: 1, failed: 1, settling: true, endedAt: new Date() };
  await service.database.system().nativeUpdate(BatchEntity, { id: batchId }, complete);
  return batchId;
}

test('a submission that was accepted but never started is started by the sweep', async () => {
  await service.workHere();
  const input = await service.accept(small({ at: 'FinalRewrite', act: 'pass' }));
  const grantedAt = new Date(Date.now() - 60_000);
  await service.database.system().nativeUpdate(SubmissionEntity, { id: input.submissionId }, { grantedAt });
  await service.client.schedule.getHandle('sched-start-sweep').trigger();
  await expect.poll(async () => (await rowOf(input))?.status, { timeout: 20_000 }).toBe('SUCCESS');
});

async function pendingIn(handle: WorkflowHandle) {
  return (await handle.describe()).raw.pendingActivities ?? [];
}

/** Failure types of the activities that are being retried now. */
async function failuresOf(input: SubmissionInput): Promise<Array<string | null | undefined>> {
  const pending = await pendingIn(service.handle(input));
  return pending.map(({ lastFailure }) => lastFailure?.applicationFailureInfo?.type);
}
