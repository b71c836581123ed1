/**
 * Tests a webhook endpoint from its creation in the portal to the replay of missed events: all by HTTP, with the real
 * workflow and real deliveries over days of skipped time.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliveryWorkflowId, EVENT_TYPES, WEBHOOK_QUEUE } from '#domain/webhooks/deliveries.ts';
import { deliveryStore } from '#store/webhooks/deliveries.ts';
import type { deliver } from '#workflows/index.ts';
import { type Api, pdfSaying, type Person, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { type SkippedTime, startSkippedTime } from '#test/support/time-skipping.ts';
import { type Receiver, startReceiver, verified } from '#test/support/deliveries.ts';
import { LOCAL, startDeliveryWorker } from '#test/support/delivery-worker.ts';
import { quietRuntime } from '#test/support/temporal-runtime.ts';
import { requires } from '#test/support/requires.ts';

interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly status: string;
  readonly attempts: number;
}

quietRuntime([]);
const started = await startSkippedTime();

// The test is repeated once, since a database that takes two seconds on a busy host is an outage.
describe(
  'an endpoint of the portal',
  { ...requires('Java and Maven', !('missing' in started)), retry: 1, timeout: 180_000 },
  () => {
    if ('missing' in started) return;
    const time: SkippedTime = started;
    let api: Api;
    let stopWorker: () => Promise<void>;
    let receiver: Receiver;
    let tenant: Tenant;
    let owner: Person;

    const handleOf = (id: string) => time.client.workflow.getHandle<typeof deliver>(deliveryWorkflowId(id));

    beforeAll(async () => {
      api = await startApi({
        settings: { receivers: LOCAL },
        deliveries: {
          async startDelivery(deliveryId) {
            const workflowId = deliveryWorkflowId(deliveryId);
            await time.client.workflow.start<typeof deliver>('deliver', {
              workflowId,
              taskQueue: WEBHOOK_QUEUE,
              args: [{ deliveryId }],
            });
          },
          cancelDelivery: async (deliveryId) => void (await handleOf(deliveryId).cancel()),
        },
      });
      tenant = await api.newTenant();
      owner = await api.newMember(tenant);
      receiver = await startReceiver();
      stopWorker = await startDeliveryWorker(
        time,
        deliveryStore(api.database, api.sealer, () => 0),
      );
    });
    afterAll(async () => {
      await stopWorker();
      await receiver.close();
      await api.close();
      await time.close();
    });

    async function ask<Body>(method: string, path: string, body?: unknown): Promise<Body> {
      const response = await api.portal(method, `/api/portal/webhooks${path}`, owner, body);
      expect(response.ok).toBe(true);
      return JSON.parse(await response.text());
    }

    /** Sends a document and returns the id of the delivery that follows. */
    async function sendDocument(endpointId: string, words: string): Promise<string> {
      const response = await api.postForm(pdfSaying(words), tenant, {}, { Prefer: 'respond-async' });
      expect(response.status).toBe(202);
      expect(await api.runner.awaitSubmission((await submissionOf(response)).submissionId, 30_000)).toBe(true);
      return (await newest(endpointId)).id;
    }

    async function newest(endpointId: string): Promise<Delivery> {
      const { items } = await ask<{ items: Delivery[] }>('GET', `/${endpointId}/deliveries`);
      return items[0] ?? expect.fail('no delivery');
    }

    const create = (path = '') =>
      ask<{ id: string; signingSecret: string }>('POST', '', { url: receiver.url + path, events: EVENT_TYPES });

    // This test comes before any skipped days, because the overlap follows the clock of the portal.
    test('is told of a document, and for a day after a rotation with both secrets', async () => {
      const { id, signingSecret } = await create();
      await sendDocument(id, 'first');
      await expect.poll(() => newest(id)).toMatchObject({ status: 'delivered', attempts: 1 });
      const { eventId } = await newest(id);
      const { organizationId } = tenant;
      const expected = { type: 'normalization.success', id: eventId, organizationId };
      expect(verified(receiver.calls.at(-1), signingSecret)).toMatchObject(expected);

      const rotated = await ask<{ signingSecret: string }>('POST', `/${id}/rotate-secret`);
      await ask('POST', `/${id}/test`);
      await expect.poll(() => newest(id)).toMatchObject({ status: 'delivered' });
      const call = receiver.calls.at(-1);
      expect(call?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
      for (const secret of [rotated.signingSecret, signingSecret]) {
        expect(verified(call, secret)).toMatchObject({ type: 'webhook.test', data: { webhookId: id } });
      }
      await ask('DELETE', `/${id}`);
    });

    test('that was out of order for three days gets what it missed by a replay', async () => {
      const { id, signingSecret } = await create('/lost');
      receiver.answer(500, {}, 'out of order');
      const lostId = await sendDocument(id, 'lost');
      expect(await time.result(handleOf(lostId))).toBe('dead');
      const lost = await newest(id);
      expect(lost).toMatchObject({ id: lostId, status: 'dead', attempts: 10, lastError: 'http_status' });
      expect(lost).toMatchObject({ lastStatusCode: 500, lastResponseBody: 'out of order' });
      expect(await ask<Delivery[]>('GET', '/dead')).toEqual([lost]);
      const [warning] = await api.mails(owner.email);
      expect(warning).toMatchObject({
        subject: 'Your webhook endpoint fails',
        text: expect.stringContaining('“127[.]0[.]0.1:'),
      });

      receiver.answer(204);
      expect(await ask('POST', `/${lost.eventId}/replay`)).toEqual({ status: 'queued', deliveries: 1 });
      expect(await time.result(handleOf(lostId))).toBe('delivered');
      const history = await ask<{ items: unknown[] }>('GET', `/deliveries/${lostId}/attempts`);
      expect(history).toMatchObject({ nextAttemptAt: null });
      expect(history.items).toHaveLength(11);
      const failed = { statusCode: 500, error: 'http_status', responseBody: 'out of order' };
      expect(history.items[9]).toMatchObject({ sequence: 1, number: 10, ...failed });
      expect(history.items[10]).toMatchObject({ sequence: 2, number: 1, statusCode: 204, error: null });
      const [again, before] = [receiver.calls.at(-1), receiver.calls.at(-2)];
      expect(verified(again, signingSecret)).toMatchObject({ id: lost.eventId });
      expect(again?.headers).toMatchObject({ 'webhook-id': lost.eventId, 'webhook-attempt': '1' });
      expect(again?.body).toBe(before?.body);
      expect(Number(again?.headers['webhook-timestamp'])).toBeGreaterThan(Number(before?.headers['webhook-timestamp']));
      expect(await ask<Delivery[]>('GET', '/dead')).toEqual([]);
      await ask('DELETE', `/${id}`);
    });

    test('that is deleted is called no more', async () => {
      const { id } = await create('/doomed');
      receiver.answer(500);
      const deliveryId = await sendDocument(id, 'doomed');
      const calls = () => receiver.calls.filter(({ path }) => path === '/hook/doomed');
      await expect.poll(() => calls().length).toBe(1);
      expect(await ask('DELETE', `/${id}`)).toEqual({ id, status: 'deleted' });
      expect(await time.result(handleOf(deliveryId)).catch(() => 'cancelled')).toBe('cancelled');
      await time.skip(48 * 60 * 60 * 1000);
      expect(calls()).toHaveLength(1);
    });
  },
);
