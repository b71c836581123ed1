/**
 * Tests webhooks through the whole service: a real request, Temporal, workers with real parsers, and a local receiver.
 */
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, afterEach, expect, inject, test } from 'vitest';
import { deliveryWorkflowId } from '#domain/webhooks/deliveries.ts';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import { createSender } from '#src/webhooks/send.ts';
import { deliveryCalls } from '#temporal/client/deliveries.ts';
import type { deliver, deliverySweep } from '#workflows/index.ts';
import { type Api, pdfSaying, problemOf, startApi, submissionOf } from '#test/support/api.ts';
import { type Receiver, startReceiver, startWebhooks, verified } from '#test/support/deliveries.ts';
import { startService } from '#test/support/service.ts';
import { started } from '#test/support/started.ts';

const LOCAL = { http: true, loopback: true };

let api: Api;
let receiver: Receiver;

const service = started(() => startService(inject('parts')));
const webhooks = started(() => startWebhooks(inject('parts').databaseUrl));

beforeAll(async () => {
  await service.workHere({
    parser: { processes: 1, memoryMb: 1024 },
    webhooks: { sealer: webhooks.sealer, send: createSender({ rules: LOCAL }) },
  });
  await service.pauseSchedules();
  api = await startApi({ temporal: service.temporal, settings: { receivers: LOCAL } });
});
afterAll(async () => {
  await api.close();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const callTo = async (path: string) => {
  await expect.poll(() => receiver.calls.filter((call) => call.path === path).length).toBe(1);
  return receiver.calls.find((call) => call.path === path);
};
const outcome = (id = '') => service.client.workflow.getHandle<typeof deliver>(deliveryWorkflowId(id)).result();
const ageBy20Seconds = (id = '') => {
  const sql = `update webhook_delivery set due_at = due_at - interval '20 seconds' where id = ?`;
  return webhooks.database.system().execute(sql, [id]);
};

test('an asynchronous submission is told to the endpoint and to the address of the request, each with its signature', async () => {
  const tenant = await api.newTenant();
  const { secret } = await webhooks.newEndpoint(tenant.organizationId, `${receiver.url}/endpoint`);
  const fields = { webhook_url: `${receiver.url}/request?job=7` };
  const response = await api.postForm(pdfSaying('webhooks'), tenant, fields, { Prefer: 'respond-async' });
  expect(response.status).toBe(202);
  const { submissionId } = await submissionOf(response);

  const expected = { type: 'normalization.success', organizationId: tenant.organizationId, data: { submissionId } };
  const [toEndpoint, toRequest] = [await callTo('/hook/endpoint'), await callTo('/hook/request?job=7')];
  expect(verified(toEndpoint, secret)).toMatchObject(expected);
  const ownSecret = await webhooks.endpoints.organizationSecret(tenant.organizationId);
  const event = verified(toRequest, ownSecret);
  expect(event).toMatchObject(expected);
  expect(() => verified(toRequest, secret)).toThrow('No matching signature');
  expect(toEndpoint?.headers['webhook-id']).toBe(toRequest?.headers['webhook-id']);

  // The event agrees with the API, and its links lead there.
  const { data } = JSON.parse(JSON.stringify(event));
  const { normalized } = await submissionOf(await api.get(data.links.submission, tenant));
  expect(normalized).toMatchObject(data.normalized);
  for (const link of Object.values<string>(data.links)) expect((await api.get(link, tenant)).status).toBe(200);
  expect(toRequest?.body).not.toContain('X-Amz');
});

test('a submission somebody waited for is told to the address of the request only', async () => {
  const tenant = await api.newTenant();
  await webhooks.newEndpoint(tenant.organizationId, `${receiver.url}/endpoint`);
  const fields = { webhook_url: `${receiver.url}/request` };
  const response = await api.postForm(pdfSaying('waited for'), tenant, fields, { Prefer: 'wait=50' });
  expect(response.status).toBe(200);
  await callTo('/hook/request');
  expect(receiver.calls).toHaveLength(1);
});

test('an address inside of the networks of the service is refused before anything is accepted', async () => {
  const tenant = await api.newTenant();
  for (const url of [
    'http://169.254.169.254/latest/',
    'https://10.0.0.1/',
    'ftp://a.example/',
    'https://u:p@a.example/',
  ]) {
    const problem = await problemOf(await api.postForm(pdfSaying('x'), tenant, { webhook_url: url }));
    expect(problem).toMatchObject({
      status: 400,
      code: 'invalid_webhook_url',
      errors: [{ in: 'form', name: 'webhook_url' }],
    });
  }
  expect(receiver.calls).toEqual([]);
});

test('a slow receiver does not delay the deliveries of another organization', async () => {
  const release = receiver.hold();
  const [slow, quick] = [await webhooks.newOrganization(), await webhooks.newOrganization()];
  const other = await startReceiver();
  const calls = deliveryCalls(service.client);
  const slowIds: string[] = [];
  for (let at = 0; at < 8; at++) {
    const { deliveryIds } = await webhooks.end(slow, { webhookUrl: receiver.url });
    slowIds.push(...deliveryIds);
  }
  await Promise.all(slowIds.map((id) => calls.startDelivery(id, slow)));
  await expect.poll(() => receiver.calls.length).toBe(5);
  const { deliveryIds } = await webhooks.end(quick, { webhookUrl: other.url });
  await calls.startDelivery(deliveryIds[0] ?? '', quick);
  expect(await outcome(deliveryIds[0])).toBe('delivered');
  // At most five calls run in parallel while the receiver does not answer.
  expect(receiver.calls).toHaveLength(5);
  release();
  expect(await Promise.all(slowIds.map((id) => outcome(id)))).toEqual(Array(8).fill('delivered'));
  await other.close();
});

test('a delivery whose workflow never began is started by the round', async () => {
  const organizationId = await webhooks.newOrganization();
  const { deliveryIds } = await webhooks.end(organizationId, { webhookUrl: receiver.url });
  const round = async () =>
    service.client.workflow.execute<typeof deliverySweep>('deliverySweep', {
      workflowId: `delivery-sweep-${organizationId}`,
      taskQueue: CONTROL_QUEUE,
    });
  await ageBy20Seconds(deliveryIds[0]);
  expect(await round()).toBeGreaterThanOrEqual(1);
  expect(await outcome(deliveryIds[0])).toBe('delivered');
  await deliveryCalls(service.client).startDelivery(deliveryIds[0] ?? '', organizationId);
  expect(await outcome(deliveryIds[0])).toBe('delivered');
  expect(receiver.calls).toHaveLength(1);
});

test('a delivery that waits ends when its endpoint is deleted', async () => {
  const organizationId = await webhooks.newOrganization();
  const { id } = await webhooks.newEndpoint(organizationId, receiver.url);
  receiver.answer(500);
  const { deliveryIds } = await webhooks.end(organizationId);
  const calls = deliveryCalls(service.client);
  await calls.startDelivery(deliveryIds[0] ?? '', organizationId);
  await expect.poll(() => receiver.calls.length).toBeGreaterThanOrEqual(1);
  expect(await webhooks.endpoints.remove(organizationId, id)).toEqual(deliveryIds);
  await calls.cancelDelivery(deliveryIds[0] ?? '');
  // The current attempt may have noticed the end itself.
  const ending = outcome(deliveryIds[0]).catch((error: Error) => error.message);
  expect(['cancelled', 'Workflow execution cancelled']).toContain(await ending);
  await calls.cancelDelivery('00000000-0000-4000-8000-000000000000');
});

test('a worker killed during an attempt: the next one delivers, with the same id and the next number', async () => {
  const other = await startService(inject('parts'));
  try {
    const organizationId = await webhooks.newOrganization();
    const release = receiver.hold();
    const doomed = await other.workElsewhere({ secretsKey: webhooks.secretsKey });
    const { deliveryIds } = await webhooks.end(organizationId, { webhookUrl: receiver.url });
    await deliveryCalls(other.client).startDelivery(deliveryIds[0] ?? '', organizationId);
    await expect.poll(() => receiver.calls.length).toBe(1);
    const gone = once(doomed, 'exit');
    doomed.kill('SIGKILL');
    await gone;
    release();
    await other.workElsewhere({ secretsKey: webhooks.secretsKey });
    const handle = other.client.workflow.getHandle<typeof deliver>(deliveryWorkflowId(deliveryIds[0] ?? ''));
    expect(await handle.result()).toBe('delivered');
    const headers = receiver.calls.map((call) => [call.headers['webhook-id'], call.headers['webhook-attempt']]);
    expect(headers).toEqual([
      [headers[0]?.[0], '1'],
      [headers[0]?.[0], '2'],
    ]);
    expect(await webhooks.log.history(organizationId, deliveryIds[0] ?? '')).toMatchObject({
      attempts: [{ error: 'interrupted' }, { error: null, statusCode: 200 }],
    });
  } finally {
    await other.close();
  }
});
