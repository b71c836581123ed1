/**
 * Tests deliveries in the database: attempts, pauses for receivers, dead letters and replays. The test gives the time.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type AttemptOutcome, deliveryStore, type DeliveryStore } from '#store/webhooks/deliveries.ts';
import { memberStore } from '#store/accounts/members.ts';
import { executeAsAdministrator } from '#test/support/database-administrator.ts';
import { attemptOf, startWebhooks } from '#test/support/deliveries.ts';
import { started } from '#test/support/started.ts';

const URL_A = 'https://a.example/hook';
const URL_B = 'https://b.example/hook';
const SUCCESS: AttemptOutcome = { error: null, statusCode: 200, responseBody: 'ok', retryAfterMs: null };
const FAILURE: AttemptOutcome = { error: 'http_status', statusCode: 500, responseBody: 'no', retryAfterMs: null };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PAGE = { page: 1, pageSize: 20 };

let deliveries: DeliveryStore;
let org: string;

const webhooks = started(() => startWebhooks(inject('parts').databaseUrl));

beforeAll(async () => {
  deliveries = deliveryStore(webhooks.database, webhooks.sealer, () => 0);
});

beforeEach(async () => {
  org = await webhooks.newOrganization();
});

const rows = (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  webhooks.database.system().execute(sql, values);

async function pending(url = URL_A): Promise<string> {
  const { deliveryIds } = await webhooks.end(org, { webhookUrl: url, asynchronous: false });
  return deliveryIds[0] ?? '';
}

/** One attempt with its outcome. */
async function attempt(id: string, outcome: AttemptOutcome, at: Date) {
  return deliveries.finish(attemptOf(await deliveries.begin(id, at)), outcome, at);
}

const later = (ms: number) => new Date(Date.now() + ms);

describe('an attempt', () => {
  test('is not made before its time, nor twice at once, nor after the end', async () => {
    const id = await pending();
    const failedAt = later(0);
    const after = (ms: number) => new Date(failedAt.getTime() + ms);
    expect(await attempt(id, FAILURE, failedAt)).toEqual({ status: 'pending', pauseMs: 5 * SECOND });
    expect(await webhooks.log.history(org, id)).toMatchObject({ nextAttemptAt: after(5 * SECOND) });
    expect(await deliveries.begin(id, after(SECOND))).toMatchObject({ kind: 'wait' });
    expect(await attempt(id, SUCCESS, after(5 * SECOND))).toEqual({ status: 'delivered', pauseMs: null });
    expect(await deliveries.begin(id, later(HOUR))).toEqual({ kind: 'over', status: 'delivered' });
    expect(await webhooks.log.history(org, id)).toMatchObject({ attempts: [{}, {}], nextAttemptAt: null });
    expect(await deliveries.begin(randomUUID(), later(0))).toEqual({ kind: 'over', status: 'cancelled' });
  });

  test('whose worker died is counted, and the next one made', async () => {
    const id = await pending();
    await deliveries.begin(id, later(0));
    expect(attemptOf(await deliveries.begin(id, later(MINUTE)))).toMatchObject({ number: 2 });
    expect(await webhooks.log.history(org, id)).toMatchObject({
      attempts: [
        { number: 1, error: 'interrupted', endedAt: expect.any(Date) },
        { number: 2, error: null, endedAt: null },
      ],
    });
  });

  test('that nobody could finish does not make an eleventh', async () => {
    const id = await pending();
    for (let number = 1; number <= 10; number++) await deliveries.begin(id, later(number * MINUTE));
    expect(await deliveries.begin(id, later(HOUR))).toEqual({ kind: 'over', status: 'dead' });
    expect(await webhooks.log.dead(org, PAGE)).toMatchObject({ items: [{ attempts: 10, lastError: 'interrupted' }] });
  });

  test('at an address inside of our networks is the last', async () => {
    const id = await pending();
    const blocked = { ...FAILURE, error: 'blocked_address', statusCode: null } as const;
    expect(await attempt(id, blocked, later(0))).toEqual({ status: 'dead', pauseMs: null });
  });

  test('that ends after its endpoint was deleted changes nothing', async () => {
    const { id } = await webhooks.newEndpoint(org, URL_A);
    const { deliveryIds } = await webhooks.end(org);
    const begun = attemptOf(await deliveries.begin(deliveryIds[0] ?? '', later(0)));
    await webhooks.endpoints.remove(org, id);
    expect(await deliveries.finish(begun, FAILURE, later(SECOND))).toEqual({ status: 'cancelled', pauseMs: null });
  });
});

test("attempts that end while their endpoint is changed and deleted stand in nobody's way", async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await webhooks.newEndpoint(org, URL_A);
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push(...(await webhooks.end(org)).deliveryIds);
    const begun = await Promise.all(ids.map((one) => deliveries.begin(one, later(0))));
    const finishing = begun.map((one, at) => deliveries.finish(attemptOf(one), at % 2 ? FAILURE : SUCCESS, later(0)));
    const [, removed] = await Promise.all([
      webhooks.endpoints
        .update(org, id, { active: false })
        .then(() => webhooks.endpoints.update(org, id, { active: true })),
      webhooks.endpoints.remove(org, id),
      ...finishing,
    ]);
    expect(removed).toBeInstanceOf(Array);
  }
});

describe('a receiver', () => {
  test('is called five times at once and no more; another one at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => pending()));
    const begun = await Promise.all(ids.map((id) => deliveries.begin(id, later(0))));
    expect(begun.filter(({ kind }) => kind === 'attempt')).toHaveLength(5);
    expect(begun.filter(({ kind }) => kind === 'wait')).toHaveLength(3);
    expect((await deliveries.begin(await pending(URL_B), later(0))).kind).toBe('attempt');
    const one = begun.find(({ kind }) => kind === 'attempt');
    if (one) await deliveries.finish(attemptOf(one), SUCCESS, later(SECOND));
    const waiting = ids[begun.findIndex(({ kind }) => kind === 'wait')] ?? '';
    expect((await deliveries.begin(waiting, later(2 * SECOND))).kind).toBe('attempt');
  });

  test('cannot keep an organization from more than twenty others, nor another organization from anything', async () => {
    const hosts = Array.from({ length: 24 }, (_, at) => `https://host-${at}.example/`);
    const ids = await Promise.all(hosts.map((url) => pending(url)));
    const begun = await Promise.all(ids.map((id) => deliveries.begin(id, later(0))));
    expect(begun.filter(({ kind }) => kind === 'attempt')).toHaveLength(20);
    org = await webhooks.newOrganization();
    expect((await deliveries.begin(await pending(), later(0))).kind).toBe('attempt');
  });

  test('that mostly fails is left alone, longer each time, and no attempt is used up', async () => {
    const [id = '', next = '', last = '', ...others] = await Promise.all(Array.from({ length: 13 }, () => pending()));
    const at = later(0);
    for (const other of others) await attempt(other, FAILURE, at);
    expect(await deliveries.begin(id, at)).toEqual({ kind: 'wait', waitMs: 30 * SECOND });
    const after = (ms: number) => new Date(at.getTime() + ms);
    // The pause is over. The next attempt fails, and the next pause is twice as long.
    await attempt(id, FAILURE, after(31 * SECOND));
    expect(await deliveries.begin(next, after(31 * SECOND))).toEqual({ kind: 'wait', waitMs: 60 * SECOND });
    await attempt(next, SUCCESS, after(92 * SECOND));
    expect((await deliveries.begin(last, after(92 * SECOND))).kind).toBe('attempt');
    expect(await webhooks.log.history(org, id)).toMatchObject({ attempts: [{}] });
  });

  test('that fails now and then is not', async () => {
    const [last = '', ...ids] = await Promise.all(Array.from({ length: 13 }, () => pending()));
    const at = later(0);
    for (const [call, id] of ids.entries()) await attempt(id, call % 2 ? FAILURE : SUCCESS, at);
    expect((await deliveries.begin(last, at)).kind).toBe('attempt');
  });

  test('that succeeds once within five days stays active', async () => {
    const { id } = await webhooks.newEndpoint(org, URL_A);
    const call = async (outcome: AttemptOutcome, at: Date) =>
      attempt((await webhooks.end(org)).deliveryIds[0] ?? '', outcome, at);
    await call(FAILURE, later(0));
    await call(SUCCESS, later(4 * DAY));
    await call(FAILURE, later(6 * DAY));
    expect(await webhooks.endpoints.find(org, id)).toMatchObject({ active: true });
    await call(FAILURE, later(11 * DAY + HOUR));
    expect(await webhooks.endpoints.find(org, id)).toMatchObject({ active: false, disabledReason: 'failing' });
    expect(await webhooks.endpoints.update(org, id, { active: true })).toMatchObject({
      active: true,
      disabledReason: null,
    });
    await call(FAILURE, later(12 * DAY));
    expect(await webhooks.endpoints.find(org, id)).toMatchObject({ active: true });
  });
});

describe('the mail about an endpoint that fails', () => {
  const OWNER = 'owner';
  let addresses: Record<string, string>;

  beforeEach(async () => {
    const members = memberStore(webhooks.database);
    addresses = {};
    for (const role of [OWNER, 'admin', 'member'] as const) {
      const email = `${role}-${randomUUID()}@person.example`;
      await members.create(org, { email, password: randomUUID(), role, emailVerified: true });
      addresses[role] = email;
    }
  });

  const call = async (outcome: AttemptOutcome, at: Date) =>
    attempt((await webhooks.end(org)).deliveryIds[0] ?? '', outcome, at);
  /** The subjects of the queued mails of each, oldest first. */
  const mails = async (role: string) => {
    const sealed = await rows('select id, sealed from mail where organization_id = ? order by created_at', [org]);
    const messages = sealed.map(({ id, sealed: text }) =>
      JSON.parse(webhooks.sealer.open(String(text), String(id)).toString()),
    );
    return messages.filter(({ to }) => to === addresses[role]).map(({ subject }) => subject);
  };
  const FAILING = 'Your webhook endpoint fails';
  const INACTIVE = 'Your webhook endpoint was deactivated';

  test('goes to owners and admins, once after a day and once at the end', async () => {
    await webhooks.newEndpoint(org, `${URL_A}?token=secret`);
    await call(FAILURE, later(0));
    await call(FAILURE, later(23 * HOUR));
    expect(await mails(OWNER)).toEqual([]);
    await call(FAILURE, later(25 * HOUR));
    await call(FAILURE, later(49 * HOUR));
    expect(await mails(OWNER)).toEqual([FAILING]);
    await call(FAILURE, later(5 * DAY + HOUR));
    for (const role of [OWNER, 'admin']) expect(await mails(role)).toEqual([FAILING, INACTIVE]);
    expect(await mails('member')).toEqual([]);
    const audit = await rows('select action, actor_id, details from audit_entry where organization_id = ?', [org]);
    expect(audit.at(-1)).toEqual({ action: 'webhook.disabled', actor_id: null, details: { reason: 'failing' } });
  });

  test('goes at once when the endpoint is gone, and anew after a success', async () => {
    const { id } = await webhooks.newEndpoint(org, URL_A);
    await call(FAILURE, later(0));
    await call(FAILURE, later(25 * HOUR));
    await call(SUCCESS, later(26 * HOUR));
    await call(FAILURE, later(27 * HOUR));
    await call(FAILURE, later(52 * HOUR));
    expect(await mails(OWNER)).toEqual([FAILING, FAILING]);
    await call({ ...FAILURE, error: 'endpoint_gone', statusCode: 410 }, later(53 * HOUR));
    expect(await mails(OWNER)).toEqual([FAILING, FAILING, INACTIVE]);
    expect(await webhooks.endpoints.find(org, id)).toMatchObject({ active: false, disabledReason: 'gone' });
  });
});

describe('a replay', () => {
  const dead = async (id: string) => attempt(id, { ...FAILURE, error: 'blocked_address' }, later(0));

  test('of an event queues all its dead deliveries, of a delivery that one', async () => {
    await webhooks.newEndpoint(org, URL_A);
    const { deliveryIds } = await webhooks.end(org, { webhookUrl: URL_B });
    for (const id of deliveryIds) await dead(id);
    const { items } = await webhooks.log.dead(org, PAGE);
    expect(items.map(({ id }) => id).toSorted()).toEqual([...deliveryIds].toSorted());
    const [{ id, eventId } = { id: '', eventId: '' }] = items;
    expect(await webhooks.log.replay(org, id)).toEqual([id]);
    await dead(id);
    expect((await webhooks.log.replay(org, eventId)).toSorted()).toEqual([...deliveryIds].toSorted());
    expect(await webhooks.log.dead(org, PAGE)).toMatchObject({ total: 0 });
    expect(attemptOf(await deliveries.begin(id, later(0)))).toMatchObject({ sequence: 3, number: 1 });
  });

  test('is refused where nothing is dead, of another organization, or unknown', async () => {
    const id = await pending();
    const [{ event_id: eventId } = {}] = await rows('select event_id from webhook_delivery where id = ?', [id]);
    const notFound = { code: 'not_found', members: { resource: 'delivery' } };
    await expect(webhooks.log.replay(org, id)).rejects.toMatchObject(notFound);
    await expect(webhooks.log.replay(org, String(eventId))).rejects.toMatchObject(notFound);
    await dead(id);
    await expect(webhooks.log.replay(await webhooks.newOrganization(), id)).rejects.toMatchObject(notFound);
    for (const unknown of [randomUUID(), 'evt_0', "' or true --", '']) {
      await expect(webhooks.log.replay(org, unknown)).rejects.toMatchObject(notFound);
    }
  });

  test('is refused while the endpoint is inactive, and for ever when it is gone', async () => {
    const { id } = await webhooks.newEndpoint(org, URL_A);
    const { deliveryIds } = await webhooks.end(org);
    await dead(deliveryIds[0] ?? '');
    const replay = () => webhooks.log.replay(org, deliveryIds[0] ?? '');
    await webhooks.endpoints.update(org, id, { active: false });
    await expect(replay()).rejects.toMatchObject({ code: 'webhook_inactive' });
    await webhooks.endpoints.update(org, id, { active: true });
    expect(await replay()).toEqual(deliveryIds);
    await dead(deliveryIds[0] ?? '');
    await webhooks.endpoints.remove(org, id);
    await expect(replay()).rejects.toMatchObject({ code: 'webhook_inactive' });
  });
});

describe('the round', () => {
  const found = async (at: Date) =>
    (await webhooks.log.unattended(at, 10_000))
      .filter(({ organizationId }) => organizationId === org)
      .map(({ id }) => id);

  test('finds deliveries whose workflow never began, after a moment', async () => {
    const id = await pending();
    expect(await found(later(0))).toEqual([]);
    expect(await found(later(20 * SECOND))).toEqual([id]);
    await deliveries.begin(id, later(0));
    expect(await found(later(20 * SECOND))).toEqual([]);
  });

  test('finds those whose workflow is gone, once an hour, and not those that wait', async () => {
    const id = await pending();
    await attempt(id, FAILURE, later(0));
    expect(await found(later(30 * MINUTE))).toEqual([]);
    expect(await found(later(2 * HOUR))).toEqual([id]);
    expect(await found(later(2 * HOUR + MINUTE))).toEqual([]);
    expect(await found(later(4 * HOUR))).toEqual([id]);
  });

  test('forgets an event with all that belongs to it after 30 days, unless it is still to be delivered', async () => {
    const [done, open] = [await pending(), await pending(URL_B)];
    await attempt(done, SUCCESS, later(0));
    const count = async () =>
      (await rows('select count(*)::int as count from webhook_event where organization_id = ?', [org]))[0];
    const ageing = `update webhook_event set expires_at = expires_at - ? * interval '1 day' where organization_id = ?`;
    const age = (days: number) => executeAsAdministrator(inject('parts').databaseAdministratorUrl, ageing, [days, org]);
    await age(29);
    await webhooks.log.expire(new Date(), 10_000);
    expect(await count()).toEqual({ count: 2 });
    await age(2);
    await webhooks.log.expire(new Date(), 10_000);
    expect(await count()).toEqual({ count: 1 });
    expect(await webhooks.log.history(org, done)).toBeNull();
    expect(await webhooks.log.history(org, open)).toMatchObject({ attempts: [] });
    expect(await rows('select * from webhook_attempt where delivery_id = ?', [done])).toEqual([]);
  });
});
