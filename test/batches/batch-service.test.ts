/** Tests batches from the first request to the signed notice, with every part of the service. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, afterEach, expect, inject, test } from 'vitest';
import type { BatchBody } from '#src/bodies/batch.ts';
import { batchWorkflowId } from '#domain/batch.ts';
import { createSender } from '#src/webhooks/send.ts';
import { readSealer } from '#src/keys/sealing.ts';
import { webhookEndpointStore } from '#store/webhooks/endpoints.ts';
import { BatchEntity } from '#store/submissions/batches.ts';
import { type Api, brokenPdf, pdfSaying, signedPdf, startApi, type Tenant } from '#test/support/api.ts';
import { type Call, type Receiver, startReceiver } from '#test/support/deliveries.ts';
import { startService } from '#test/support/service.ts';
import { started } from '#test/support/started.ts';

const RULES = { http: true, loopback: true };
/** Long enough for a document in between, and short enough for a test. */
const QUIET_MS = 4_000;

const sealer = readSealer(randomBytes(32).toString('base64'), { production: true });
let api: Api;
let tenant: Tenant;
let secret: string;
let receiver: Receiver;

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  await service.workHere({
    parser: { processes: 2, memoryMb: 1024 },
    webhooks: { sealer, send: createSender({ rules: RULES }) },
    batchQuietMs: QUIET_MS,
  });
  api = await startApi({ temporal: service.temporal, settings: { receivers: RULES } });
  tenant = await api.newTenant({ planTier: 'pro' });
  secret = await webhookEndpointStore(api.database, sealer).organizationSecret(tenant.organizationId);
});
afterAll(async () => {
  await api.close();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const NOTICE_WITHIN = { interval: 100 };

const ask = async (path: string, body: object | null = null): Promise<BatchBody> => {
  const response = await fetch(api.url + path, {
    method: 'POST',
    headers: { 'X-Api-Key': tenant.key, ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  return JSON.parse(await response.text());
};
const newBatch = (requested: object = {}) => ask('/api/batches', { webhook_url: receiver.url, ...requested });
const read = async (id: string): Promise<BatchBody> =>
  JSON.parse(await (await api.get(`/api/batches/${id}`, tenant)).text());
const send = async (pdf: Uint8Array, batch_id: string, headers: Record<string, string> = {}) =>
  (await api.postForm(pdf, tenant, { batch_id }, headers)).status;

/** Verifies as a receiver does, with the library of Standard Webhooks. Throws for a wrong signature. */
function verified(call: Call | undefined, key: string): unknown {
  if (!call) throw new Error('There was no such call.');
  const headers = Object.entries(call.headers).map(([name, value]) => [name, String(value)]);
  return new Webhook(key).verify(call.body, Object.fromEntries(headers));
}

test('three documents, one normalized, one failed, one rejected: counters 1/1/1, complete, one signed notice', async () => {
  const { batchId, name, createdAt } = await newBatch({ name: 'three' });
  const later = { Prefer: 'respond-async' };
  expect(await send(pdfSaying('the good one'), batchId, later)).toBe(202);
  expect(await send(brokenPdf(), batchId, later)).toBe(202);
  expect(await send(signedPdf(), batchId, later)).toBe(202);
  const counters = { total: 3, completed: 1, failed: 1, rejected: 1 };
  await expect.poll(() => read(batchId), NOTICE_WITHIN).toMatchObject({ status: 'complete', ...counters });

  await expect.poll(() => receiver.calls.length, NOTICE_WITHIN).toBe(1);
  const notice = verified(receiver.calls[0], secret);
  expect(notice).toMatchObject({
    type: 'batch.completed',
    organizationId: tenant.organizationId,
    data: { batchId, name, status: 'complete', ...counters, createdAt, durationMs: expect.any(Number) },
  });
  expect(notice).toMatchObject({ data: { links: expect.any(Object) } });
  // Operators find the submissions and the workflow of a batch by its id.
  const query = `BatchId = "${batchId}" AND ExecutionStatus = "Completed"`;
  await expect.poll(() => service.client.workflow.count(query), NOTICE_WITHIN).toMatchObject({ count: 4 });
  // The workflow has ended, and nothing else is in progress.
  await service.client.workflow.getHandle(batchWorkflowId(batchId)).result();
  expect(receiver.calls).toHaveLength(1);
});

test('documents sent one after another make one notice, at the end; a later one makes another', async () => {
  const { batchId } = await newBatch();
  for (const words of ['first', 'second', 'third']) await send(pdfSaying(`one by one: ${words}`), batchId);
  await expect.poll(() => receiver.calls.length, NOTICE_WITHIN).toBe(1);
  expect(verified(receiver.calls[0], secret)).toMatchObject({ data: { total: 3, completed: 3 } });

  await send(pdfSaying('one by one: an afterthought'), batchId);
  await expect.poll(() => receiver.calls.length, NOTICE_WITHIN).toBe(2);
  expect(verified(receiver.calls[1], secret)).toMatchObject({ data: { total: 4, completed: 4 } });
  const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(2);
});

test('the notice of all that was announced does not wait, and neither does that of a closed batch', async () => {
  const announced = await newBatch({ expected_total: 2 });
  await send(pdfSaying('announced: one'), announced.batchId);
  await send(pdfSaying('announced: two'), announced.batchId);
  await service.client.workflow.getHandle(batchWorkflowId(announced.batchId)).result();
  await expect.poll(() => receiver.calls.length, NOTICE_WITHIN).toBe(1);

  const closed = await newBatch();
  await send(pdfSaying('closed'), closed.batchId);
  expect(await ask(`/api/batches/${closed.batchId}/close`)).toMatchObject({ status: 'complete' });
  await expect.poll(() => receiver.calls.length, NOTICE_WITHIN).toBe(2);
  for (const [index, { batchId }] of [announced, closed].entries()) {
    const { data } = verified(receiver.calls[index], secret) as { data: { batchId: string; durationMs: number } };
    expect(data.batchId).toBe(batchId);
  }
  for (const { batchId } of [announced, closed]) {
    const { historyLength } = await service.client.workflow.getHandle(batchWorkflowId(batchId)).describe();
    expect(historyLength).toBeLessThan(25);
  }
});

test('a batch nobody was called for is found by the sweep', async () => {
  const { batchId } = await newBatch();
  const settled = { total: 1, failed: 1, settling: true, endedAt: new Date(Date.now() - 300_000) };
  await api.database.system().nativeUpdate(BatchEntity, { id: batchId }, settled);
  const workflowId = `batch-sweep-${batchId}`;
  const handle = await service.client.workflow.start('batchSweep', { workflowId, taskQueue: 'pdf-control' });
  expect(await handle.result()).toBeGreaterThanOrEqual(1);
  await expect.poll(() => receiver.calls.length, NOTICE_WITHIN).toBe(1);
  expect(verified(receiver.calls[0], secret)).toMatchObject({ data: { batchId, failed: 1 } });
});

test('the history of a batch holds neither its name nor its address', async () => {
  const { batchId } = await newBatch({ name: 'confidential merger' });
  await send(pdfSaying('canary'), batchId);
  await expect.poll(() => receiver.calls.length, NOTICE_WITHIN).toBe(1);
  const history = JSON.stringify(await service.client.workflow.getHandle(batchWorkflowId(batchId)).fetchHistory());
  for (const canary of ['confidential merger', receiver.url]) {
    expect(history).not.toContain(canary);
    expect(history).not.toContain(Buffer.from(canary).toString('base64').slice(0, 20));
  }
});
