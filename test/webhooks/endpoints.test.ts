/** Tests webhook endpoints in the portal: requests, answers and entries of the audit log. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '#domain/webhooks/deliveries.ts';
import { auditLog } from '#store/organizations/audit.ts';
import { deliveryStore } from '#store/webhooks/deliveries.ts';
import { pdfSaying, problemOf, startApi, submissionOf } from '#test/support/api.ts';
import type { Api, Person, Tenant } from '#test/support/api.ts';

const URL_A = 'https://a.example/hook';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

interface Endpoint {
  readonly id: string;
  readonly signingSecret: string;
}

interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly status: string;
}

let api: Api;
let tenant: Tenant;
let owner: Person;
const cancelled: string[] = [];
const started: string[] = [];

beforeAll(async () => {
  api = await startApi({
    deliveries: {
      startDelivery: async (id) => void started.push(id),
      cancelDelivery: async (id) => void cancelled.push(id),
    },
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  tenant = await api.newTenant();
  owner = await api.newMember(tenant);
});

const json = async <Body>(response: Response): Promise<Body> => JSON.parse(await response.text());

async function create(requested: object = {}): Promise<Endpoint> {
  const response = await api.portal('POST', '/api/portal/webhooks', owner, {
    url: URL_A,
    events: EVENT_TYPES,
    ...requested,
  });
  expect(response.status).toBe(201);
  return json(response);
}

const list = async () => json<object[]>(await api.portal('GET', '/api/portal/webhooks', owner));
/** The entries of the audit log about webhooks, oldest first. */
async function webhookAuditEntries() {
  const { items } = await auditLog(api.database).list(tenant.organizationId, { page: 1, pageSize: 20 });
  return items.filter(({ action }) => action.startsWith('webhook.')).toReversed();
}
const actions = async () =>
  (await webhookAuditEntries()).map(({ action, actorId, target }) => [action, actorId, target]);

/** Sends an asynchronous document and returns its delivery to the endpoint. */
async function deliveryTo(id: string): Promise<Delivery> {
  const known = (await deliveriesTo(id)).length;
  const words = `webhook ${randomUUID()}`;
  const response = await api.postForm(pdfSaying(words), tenant, {}, { Prefer: 'respond-async' });
  expect(await api.runner.awaitSubmission((await submissionOf(response)).submissionId, 30_000)).toBe(true);
  const deliveries = await deliveriesTo(id);
  expect(deliveries).toHaveLength(known + 1);
  return deliveries[0] ?? expect.fail('no delivery');
}

async function deliveriesTo(id: string): Promise<Delivery[]> {
  const response = await api.portal('GET', `/api/portal/webhooks/${id}/deliveries`, owner);
  return (await json<{ items: Delivery[] }>(response)).items;
}

/** Simulates the state after the last attempt. */
async function failForGood({ id }: Delivery): Promise<void> {
  const deliveries = deliveryStore(api.database, api.sealer);
  const begun = await deliveries.begin(id, new Date());
  if (begun.kind !== 'attempt') expect.fail(begun.kind);
  const outcome = { error: 'http_status', statusCode: 500, responseBody: 'no', retryAfterMs: null } as const;
  await deliveries.finish(begun.attempt, outcome, new Date());
  expect(await deliveries.giveUp(id, 'dead')).toBe('dead');
}

describe('an endpoint', () => {
  test('is created with its secret, which is told once', async () => {
    const created = await create();
    expect(created).toEqual({
      id: expect.any(String),
      url: URL_A,
      events: EVENT_TYPES,
      active: true,
      createdAt: expect.any(String),
      lastDeliveryAt: null,
      disabledReason: null,
      signingSecret: expect.stringMatching(SECRET),
    });
    const { signingSecret: _secret, ...rest } = created;
    expect(await list()).toEqual([rest]);
    expect(await json(await api.portal('GET', `/api/portal/webhooks/${created.id}`, owner))).toEqual(rest);
    expect(await actions()).toEqual([['webhook.created', owner.id, created.id]]);
  });

  test('is changed in what is named, and only that is written down', async () => {
    const { id } = await create();
    const change = async (changes: object | undefined) =>
      json(await api.portal('PUT', `/api/portal/webhooks/${id}`, owner, changes));
    expect(await change({ active: false })).toMatchObject({ url: URL_A, events: EVENT_TYPES, active: false });
    const events = ['normalization.failure'];
    expect(await change({ events })).toMatchObject({ events, active: false });
    expect(await change({})).toMatchObject({ events, active: false });
    expect(await change(undefined)).toMatchObject({ events, active: false });
    expect((await webhookAuditEntries()).map(({ details }) => details)).toEqual([
      { events: EVENT_TYPES.join(','), active: true },
      { fields: 'active', active: false },
      { fields: 'events', active: false },
    ]);
  });

  test('that is deleted takes what was still to be delivered along', async () => {
    const { id } = await create();
    const delivery = await deliveryTo(id);
    const response = await api.portal('DELETE', `/api/portal/webhooks/${id}`, owner);
    expect(response.status).toBe(200);
    expect(await json(response)).toEqual({ id, status: 'deleted' });
    expect(cancelled).toContain(delivery.id);
    expect(await list()).toEqual([]);
    const again = await api.portal('DELETE', `/api/portal/webhooks/${id}`, owner);
    expect(await problemOf(again)).toMatchObject({ status: 404, code: 'not_found', resource: 'webhook' });
    expect(await actions()).toEqual([
      ['webhook.created', owner.id, id],
      ['webhook.deleted', owner.id, id],
    ]);
  });

  test('is the last of ten', async () => {
    for (let count = 0; count < 10; count++) await create();
    const body = { url: URL_A, events: EVENT_TYPES };
    const eleventh = await api.portal('POST', '/api/portal/webhooks', owner, body);
    expect(await problemOf(eleventh)).toMatchObject({ status: 409, code: 'webhook_limit_reached' });
  });

  test.each([
    [{ events: EVENT_TYPES }, 'validation_failed', '/url'],
    [{ url: URL_A }, 'validation_failed', '/events'],
    [{ url: URL_A, events: [] }, 'validation_failed', '/events'],
    [{ url: URL_A, events: ['normalization.success', 'normalization.success'] }, 'validation_failed', '/events'],
    [{ url: URL_A, events: ['batch.completed'] }, 'validation_failed', '/events/0'],
    [{ url: URL_A, events: EVENT_TYPES, active: 'yes' }, 'validation_failed', '/active'],
    [{ url: URL_A, events: EVENT_TYPES, secret: 'mine' }, 'unknown_parameter', '/secret'],
    [{ url: 'http://a.example/', events: EVENT_TYPES }, 'invalid_webhook_url', '/url'],
    [{ url: 'https://127.0.0.1/', events: EVENT_TYPES }, 'invalid_webhook_url', '/url'],
    [{ url: 'https://user:word@a.example/', events: EVENT_TYPES }, 'invalid_webhook_url', '/url'],
  ])('is not created of %j', async (body, code, name) => {
    const problem = await problemOf(await api.portal('POST', '/api/portal/webhooks', owner, body));
    expect(problem).toMatchObject({ status: 400, code, errors: [{ in: 'body', name }] });
    expect(await list()).toEqual([]);
  });

  test('may have an http address in development only, and an address of a request is https there too', async () => {
    const lenient = await startApi({ settings: { receivers: { http: true, loopback: false } } });
    const requester = await lenient.newTenant();
    const fields = { webhook_url: 'http://a.example/' };
    for (const refused of [
      await lenient.postForm(pdfSaying('http'), requester, fields),
      await lenient.portal('POST', '/api/batches', await lenient.newMember(requester), fields),
    ]) {
      expect(await problemOf(refused)).toMatchObject({ status: 400, code: 'invalid_webhook_url' });
    }
    const developer = await lenient.newMember(await lenient.newTenant());
    const body = { url: 'http://a.example/', events: EVENT_TYPES };
    expect((await lenient.portal('POST', '/api/portal/webhooks', developer, body)).status).toBe(201);
    await lenient.close();
  });
});

describe('secrets', () => {
  test('of an endpoint are replaced by new ones', async () => {
    const { id, signingSecret } = await create();
    const rotated = await json<Endpoint>(await api.portal('POST', `/api/portal/webhooks/${id}/rotate-secret`, owner));
    expect(rotated).toEqual({ id, signingSecret: expect.stringMatching(SECRET) });
    expect(rotated.signingSecret).not.toBe(signingSecret);
    expect((await actions()).at(-1)).toEqual(['webhook.secret-rotated', owner.id, id]);
  });

  test('of the organization are told to its admins, and replaced', async () => {
    const path = '/api/portal/webhooks/signing-secret';
    const given = await json<Endpoint>(await api.portal('GET', path, owner));
    expect(given).toEqual({ signingSecret: expect.stringMatching(SECRET) });
    expect(await json(await api.portal('GET', path, owner))).toEqual(given);
    const rotated = await json<Endpoint>(await api.portal('POST', `${path}/rotate`, owner));
    expect(rotated.signingSecret).not.toBe(given.signingSecret);
    expect(await json(await api.portal('GET', path, owner))).toEqual(rotated);
    expect(await actions()).toEqual([['webhook.signing-secret-rotated', owner.id, null]]);
    const member = await api.newMember(tenant, { role: 'member' });
    expect(await problemOf(await api.portal('GET', path, member))).toMatchObject({ code: 'insufficient_role' });
  });
});

describe('deliveries', () => {
  test('that failed for good are listed, newest first, in pages', async () => {
    const { id } = await create();
    const first = await deliveryTo(id);
    const second = await deliveryTo(id);
    await deliveryTo(id); // the delivery does not exist yet
    await failForGood(first);
    await failForGood(second);
    const page = async (query: string) => {
      const response = await api.portal('GET', `/api/portal/webhooks/dead${query}`, owner);
      return { dead: await json<Delivery[]>(response), link: response.headers.get('link') };
    };
    const { dead } = await page('');
    expect(dead.map((one) => one.id)).toEqual([second.id, first.id]);
    expect(dead[0]).toMatchObject({
      webhookId: id,
      eventType: 'normalization.success',
      status: 'dead',
      attempts: 1,
      lastStatusCode: 500,
      lastError: 'http_status',
      lastResponseBody: 'no',
      payload: { id: second.eventId, organizationId: tenant.organizationId },
    });
    const last = await page('?page=2&page_size=1');
    expect(last.dead.map((one) => one.id)).toEqual([first.id]);
    expect(last.link).toContain('rel="prev"');
    expect(last.link).not.toContain('rel="next"');
    const wrong = await api.portal('GET', '/api/portal/webhooks/dead?page_size=101', owner);
    expect(await problemOf(wrong)).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('are narrowed by the type of their event, and those to an endpoint by their status', async () => {
    const { id } = await create();
    const failed = await deliveryTo(id);
    const pending = await deliveryTo(id);
    await failForGood(failed);
    const of = async (path: string) => {
      const found = await json<Delivery[] | { items: Delivery[] }>(await api.portal('GET', path, owner));
      return ('items' in found ? found.items : found).map((one) => one.id);
    };
    const path = `/api/portal/webhooks/${id}/deliveries`;
    expect(await of(`${path}?status=pending`)).toEqual([pending.id]);
    expect(await of(`${path}?status=dead&event_type=normalization.success`)).toEqual([failed.id]);
    expect(await of(`${path}?event_type=normalization.failure`)).toEqual([]);
    expect(await of('/api/portal/webhooks/dead?event_type=normalization.success')).toContain(failed.id);
    expect(await of('/api/portal/webhooks/dead?event_type=webhook.test')).toEqual([]);
    for (const wrong of [`${path}?status=gone`, `${path}?event_type=x`, '/api/portal/webhooks/dead?status=dead']) {
      expect(await problemOf(await api.portal('GET', wrong, owner))).toMatchObject({ status: 400 });
    }
  });

  test('are replayed by their own id or that of the event', async () => {
    const { id } = await create();
    const delivery = await deliveryTo(id);
    for (const which of [delivery.id, delivery.eventId]) {
      await failForGood(delivery);
      const response = await api.portal('POST', `/api/portal/webhooks/${which}/replay`, owner);
      expect(response.status).toBe(200);
      expect(await json(response)).toEqual({ status: 'queued', deliveries: 1 });
      expect(started.at(-1)).toBe(delivery.id);
      expect((await actions()).at(-1)).toEqual(['webhook.replayed', owner.id, which]);
    }
    expect(await deliveriesTo(id)).toMatchObject([{ id: delivery.id, status: 'pending', attempts: 0 }]);
  });

  test('are not replayed to an endpoint that takes none', async () => {
    const { id } = await create();
    const delivery = await deliveryTo(id);
    await failForGood(delivery);
    await api.portal('PUT', `/api/portal/webhooks/${id}`, owner, { active: false });
    const refused = await api.portal('POST', `/api/portal/webhooks/${delivery.id}/replay`, owner);
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'webhook_inactive' });
  });

  test.each([randomUUID(), `evt_${'0'.repeat(32)}`, 'evt_%00', 'dead', "' or 1=1 --"])(
    'that do not exist are not replayed: %s',
    async (which) => {
      const response = await api.portal('POST', `/api/portal/webhooks/${encodeURIComponent(which)}/replay`, owner);
      expect(await problemOf(response)).toMatchObject({ status: 404, resource: 'delivery' });
    },
  );

  test('that Temporal cannot be told of are left to the sweep', async () => {
    const away = await startApi({
      deliveries: { startDelivery: () => Promise.reject(new Error('away')), cancelDelivery: async () => undefined },
    });
    const { id } = await create();
    const response = await fetch(`${away.url}/api/portal/webhooks/${id}/test`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await away.tokens.mint(claimsOf(owner))}` },
    });
    expect(response.status).toBe(202);
    expect(await deliveriesTo(id)).toMatchObject([{ eventType: 'webhook.test', status: 'pending' }]);
    await away.close();
  });
});

function claimsOf({ id, organizationId, sessionId }: Person) {
  return { memberId: id, organizationId, sessionId, authTime: new Date() };
}

describe('a test', () => {
  test('is an event of its own, for this endpoint alone', async () => {
    const { id } = await create({ events: ['normalization.rejected'] });
    await create();
    const response = await api.portal('POST', `/api/portal/webhooks/${id}/test`, owner);
    expect(response.status).toBe(202);
    const { deliveryId, eventId } = await json<{ deliveryId: string; eventId: string }>(response);
    expect(started.at(-1)).toBe(deliveryId);
    expect(await deliveriesTo(id)).toMatchObject([
      {
        id: deliveryId,
        eventId,
        eventType: 'webhook.test',
        payload: { type: 'webhook.test', data: { webhookId: id } },
      },
    ]);
    expect((await actions()).at(-1)).toEqual(['webhook.tested', owner.id, id]);
  });

  test('is not sent to an endpoint that takes none', async () => {
    const { id } = await create({ active: false });
    const refused = await api.portal('POST', `/api/portal/webhooks/${id}/test`, owner);
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'webhook_inactive' });
  });
});

test('members read and do not write; whoever may not is told so before anything is looked up', async () => {
  const { id } = await create();
  const member = await api.newMember(tenant, { role: 'member' });
  expect((await api.portal('GET', '/api/portal/webhooks', member)).status).toBe(200);
  expect((await api.portal('GET', '/api/portal/webhooks/dead', member)).status).toBe(200);
  expect((await api.portal('GET', `/api/portal/webhooks/${id}/deliveries`, member)).status).toBe(200);
  for (const [method, path] of [
    ['POST', ''],
    ['PUT', `/${id}`],
    ['DELETE', `/${randomUUID()}`],
    ['POST', `/${id}/test`],
    ['POST', `/${id}/rotate-secret`],
    ['POST', `/${randomUUID()}/replay`],
  ] as const) {
    const problem = await problemOf(await api.portal(method, `/api/portal/webhooks${path}`, member, {}));
    expect(problem).toMatchObject({ status: 403, code: 'insufficient_role' });
  }
});

test('what is missing is said before what is wrong', async () => {
  for (const [method, path] of [
    ['PUT', ''],
    ['POST', '/rotate-secret'],
    ['POST', '/test'],
  ]) {
    for (const id of [randomUUID(), 'not-an-id']) {
      const response = await api.portal(method ?? '', `/api/portal/webhooks/${id}${path}`, owner, { nonsense: 1 });
      expect(await problemOf(response)).toMatchObject({ status: 404, code: 'not_found' });
    }
  }
});
