/**
 * Tests deliveries over days of skipped time, with the real workflow, activities, store, signatures and a real
 * receiver.
 */
import { WorkflowFailedError } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { deliveryWorkflowId, WEBHOOK_QUEUE } from '#domain/webhooks/deliveries.ts';
import { SCHEDULE_MS } from '#domain/webhooks/retry-schedule.ts';
import { deliveryStore } from '#store/webhooks/deliveries.ts';
import type { deliver } from '#workflows/index.ts';
import { startSkippedTime, type SkippedTime } from '#test/support/time-skipping.ts';
import { type Receiver, startReceiver, startWebhooks, verified, type Webhooks } from '#test/support/deliveries.ts';
import { startDeliveryWorker } from '#test/support/delivery-worker.ts';
import { recordHistory } from '#test/support/history.ts';
import { quietRuntime } from '#test/support/temporal-runtime.ts';
import { requires } from '#test/support/requires.ts';

quietRuntime([]);
const started = await startSkippedTime();

// The test is repeated once, since a database that takes two seconds on a busy host is an outage, whose pause lengthens
// the schedule.
describe('a delivery', { ...requires('Java and Maven', !('missing' in started)), retry: 1 }, () => {
  if ('missing' in started) return;
  const time: SkippedTime = started;
  let webhooks: Webhooks;
  let stopWorker: () => Promise<void>;
  let receiver: Receiver;
  let organizationId: string;

  beforeAll(async () => {
    webhooks = await startWebhooks(inject('parts').databaseUrl);
    const { database, sealer } = webhooks;
    stopWorker = await startDeliveryWorker(
      time,
      deliveryStore(database, sealer, () => 0.5),
    );
  });
  afterAll(async () => {
    await stopWorker();
    await webhooks.close();
    await time.close();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    organizationId = await webhooks.newOrganization();
  });
  afterEach(() => receiver.close());

  const start = (deliveryId = '') =>
    time.client.workflow.start<typeof deliver>('deliver', {
      workflowId: deliveryWorkflowId(deliveryId),
      taskQueue: WEBHOOK_QUEUE,
      args: [{ deliveryId }],
    });
  const carriedOut = async (deliveryId = '') => time.result(await start(deliveryId));
  const attemptsAt = async (deliveryId = '', sequence = 1) => {
    const history = await webhooks.log.history(organizationId, deliveryId);
    return (history?.attempts ?? []).filter((attempt) => attempt.sequence === sequence);
  };
  const pauses = (times: readonly Date[]) =>
    times.slice(1).map((at, index) => at.getTime() - (times[index]?.getTime() ?? 0));
  const firstPage = { page: 1, pageSize: 20 };

  test('is made once when the receiver takes it', async () => {
    const { secret, id } = await webhooks.newEndpoint(organizationId, receiver.url);
    const { deliveryIds, submissionId } = await webhooks.end(organizationId);
    expect(await carriedOut(deliveryIds[0])).toBe('delivered');
    expect(receiver.calls).toHaveLength(1);
    expect(verified(receiver.calls[0], secret)).toMatchObject({
      type: 'normalization.success',
      organizationId,
      data: { submissionId, status: 'SUCCESS' },
    });
    expect(await webhooks.endpoints.find(organizationId, id)).toMatchObject({ lastDeliveryAt: expect.any(Date) });
  });

  test('is tried ten times over 76 hours, then it is a dead letter with everything one needs to know', async () => {
    const { id: webhookId } = await webhooks.newEndpoint(organizationId, receiver.url);
    receiver.answer(500, {}, `no ${'x'.repeat(2_000)}`);
    const { deliveryIds, submissionId } = await webhooks.end(organizationId);
    const [deliveryId = ''] = deliveryIds;
    const handle = await start(deliveryId);
    expect(await time.result(handle)).toBe('dead');

    const attempts = await attemptsAt(deliveryId);
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const measured = pauses(attempts.map(({ startedAt }) => startedAt));
    for (const [index, ms] of measured.entries()) {
      const planned = (SCHEDULE_MS[index + 1] ?? 0) * 1.1; // with half of the jitter
      expect(ms).toBeGreaterThanOrEqual(planned - 100);
      expect(ms).toBeLessThan(planned + 60_000);
    }
    const { items, total } = await webhooks.log.dead(organizationId, firstPage);
    const [first] = receiver.calls;
    expect(total).toBe(1);
    expect(items).toEqual([
      {
        id: deliveryId,
        eventId: first?.headers['webhook-id'],
        webhookId,
        url: receiver.url,
        eventType: 'normalization.success',
        submissionId,
        batchId: null,
        status: 'dead',
        attempts: 10,
        lastStatusCode: 500,
        lastError: 'http_status',
        lastResponseBody: `no ${'x'.repeat(1_021)}`,
        firstAttemptAt: attempts[0]?.startedAt,
        lastAttemptAt: attempts[9]?.startedAt,
        payload: JSON.parse(first?.body ?? ''),
        isPayloadReadable: true,
      },
    ]);
    const { events, json } = await recordHistory(handle);
    expect(events.length).toBeLessThanOrEqual(12);
    expect(json.length).toBeLessThan(10_000);
    for (const secret of ['127.0.0.1:', '/hook', 'whsec', 'xxx', submissionId]) expect(json).not.toContain(secret);
  });

  test('keeps its id over all attempts, and tells each its number and time', async () => {
    const { secret } = await webhooks.newEndpoint(organizationId, receiver.url);
    receiver.answer(503);
    const { deliveryIds } = await webhooks.end(organizationId);
    await carriedOut(deliveryIds[0]);
    const { calls } = receiver;
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(calls[0]?.headers['webhook-id']).toMatch(/^evt_[0-9a-f]{12}7[0-9a-f]{19}$/);
    expect(calls.map(({ headers }) => Number(headers['webhook-attempt']))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const sent = calls.map(({ headers }) => new Date(Number(headers['webhook-timestamp']) * 1000));
    expect(sent.map((at) => at.getTime())).toEqual(
      (await attemptsAt(deliveryIds[0])).map(({ startedAt }) => Math.floor(startedAt.getTime() / 1000) * 1000),
    );
    for (const call of calls) verified(call, secret);
  });

  test('waits as long as the receiver asks, within bounds', async () => {
    await webhooks.newEndpoint(organizationId, receiver.url);
    receiver.answer(429, { 'retry-after': '1800' });
    const { deliveryIds } = await webhooks.end(organizationId);
    await carriedOut(deliveryIds[0]);
    const times = (await attemptsAt(deliveryIds[0])).map(({ startedAt }) => startedAt);
    const minutes = pauses(times).map((ms) => Math.round(ms / 60_000));
    // Half an hour if the plan was shorter, else the plan.
    expect(minutes).toEqual([30, 30, 33, 132, 330, 660, 924, 1320, 1584]);
  });

  test('of a receiver that asks for a week waits an hour, or twice the plan', async () => {
    await webhooks.newEndpoint(organizationId, receiver.url);
    receiver.answer(503, { 'retry-after': '604800' });
    const { deliveryIds } = await webhooks.end(organizationId);
    await carriedOut(deliveryIds[0]);
    const hours = pauses((await attemptsAt(deliveryIds[0])).map(({ startedAt }) => startedAt)).map((ms) =>
      Math.round(ms / 3_600_000),
    );
    expect(hours).toEqual([1, 1, 1, 4, 10, 20, 28, 40, 48]);
  });

  test('goes on where it was when the receiver is back', async () => {
    const { id } = await webhooks.newEndpoint(organizationId, receiver.url);
    receiver.answer(500);
    const { deliveryIds } = await webhooks.end(organizationId);
    const handle = await start(deliveryIds[0]);
    await expect.poll(() => receiver.calls.length).toBe(1);
    receiver.answer(200);
    expect(await time.result(handle)).toBe('delivered');
    expect((await attemptsAt(deliveryIds[0])).map(({ error }) => error)).toEqual(['http_status', null]);
    expect(await webhooks.log.dead(organizationId, firstPage)).toMatchObject({ total: 0 });
    expect(await webhooks.endpoints.find(organizationId, id)).toMatchObject({ active: true, disabledReason: null });
  });

  test('ends at 410: the endpoint is inactive, and gets nothing more', async () => {
    const { id } = await webhooks.newEndpoint(organizationId, receiver.url);
    const { deliveryIds } = await webhooks.end(organizationId);
    const late = await webhooks.end(organizationId);
    receiver.answer(410);
    expect(await carriedOut(deliveryIds[0])).toBe('dead');
    expect(await webhooks.endpoints.find(organizationId, id)).toMatchObject({ active: false, disabledReason: 'gone' });
    expect(await carriedOut(late.deliveryIds[0])).toBe('dead');
    expect(receiver.calls).toHaveLength(1);
    const { items } = await webhooks.log.dead(organizationId, firstPage);
    expect(items.map(({ lastError, attempts }) => [lastError, attempts])).toEqual([
      ['endpoint_inactive', 0],
      ['endpoint_gone', 1],
    ]);
    expect((await webhooks.end(organizationId)).deliveryIds).toEqual([]);
  });

  test('is replayed with its id, a new time and ten attempts before it', async () => {
    const { deliveryIds } = await webhooks.end(organizationId, { webhookUrl: receiver.url });
    const [deliveryId = ''] = deliveryIds;
    receiver.answer(500);
    await carriedOut(deliveryId);
    await time.skip(24 * 3_600_000);
    expect(await webhooks.log.replay(organizationId, deliveryId)).toEqual([deliveryId]);
    expect(await carriedOut(deliveryId)).toBe('dead');
    expect(await attemptsAt(deliveryId, 2)).toHaveLength(10);

    receiver.answer(200);
    const [eventId = ''] = [receiver.calls[0]?.headers['webhook-id']].flat();
    expect(await webhooks.log.replay(organizationId, eventId)).toEqual([deliveryId]);
    expect(await carriedOut(deliveryId)).toBe('delivered');
    expect(await attemptsAt(deliveryId, 3)).toHaveLength(1);

    const [first, last] = [receiver.calls[0], receiver.calls.at(-1)];
    expect(receiver.calls).toHaveLength(21);
    expect(last?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(last?.body).toBe(first?.body);
    expect(Number(last?.headers['webhook-timestamp'])).toBeGreaterThan(
      Number(first?.headers['webhook-timestamp']) + 4 * 86_400,
    );
    expect(last?.headers['webhook-attempt']).toBe('1');
    verified(last, await webhooks.endpoints.organizationSecret(organizationId));
    expect(await webhooks.log.dead(organizationId, firstPage)).toMatchObject({ total: 0 });
  });

  test('ends when its endpoint is deleted, without another call', async () => {
    const { id } = await webhooks.newEndpoint(organizationId, receiver.url);
    receiver.answer(500);
    const { deliveryIds } = await webhooks.end(organizationId);
    const handle = await start(deliveryIds[0]);
    const ended = async () => (await attemptsAt(deliveryIds[0])).filter(({ endedAt }) => endedAt);
    await expect.poll(ended).toHaveLength(1);
    expect(await webhooks.endpoints.remove(organizationId, id)).toEqual(deliveryIds);
    await handle.cancel();
    await expect(time.result(handle)).rejects.toThrow(WorkflowFailedError);
    expect(receiver.calls).toHaveLength(1);
    expect(await webhooks.log.dead(organizationId, firstPage)).toMatchObject({ total: 0 });
  });

  test('of an endpoint that has failed for five days is the last: the endpoint is made inactive', async () => {
    const { id } = await webhooks.newEndpoint(organizationId, receiver.url);
    receiver.answer(500);
    const first = await webhooks.end(organizationId);
    await carriedOut(first.deliveryIds[0]);
    expect(await webhooks.endpoints.find(organizationId, id)).toMatchObject({ active: true });
    const second = await webhooks.end(organizationId);
    expect(await carriedOut(second.deliveryIds[0])).toBe('dead');
    expect(await webhooks.endpoints.find(organizationId, id)).toMatchObject({
      active: false,
      disabledReason: 'failing',
    });
    const attempts = [...(await attemptsAt(first.deliveryIds[0])), ...(await attemptsAt(second.deliveryIds[0]))];
    expect(attempts.length).toBeLessThan(20);
    const [from, to] = [attempts[0], attempts.at(-1)].map((attempt) => attempt?.startedAt.getTime() ?? 0);
    expect((to ?? 0) - (from ?? 0)).toBeGreaterThan(5 * 86_400_000);
  });

  test('to an address given with the request is signed with the secret of the organization', async () => {
    const { deliveryIds } = await webhooks.end(organizationId, { webhookUrl: receiver.url });
    expect(await carriedOut(deliveryIds[0])).toBe('delivered');
    verified(receiver.calls[0], await webhooks.endpoints.organizationSecret(organizationId));
  });
});
