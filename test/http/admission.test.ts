/** Tests the shares of an API process and of the service: one caller never takes the capacity of others. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { openLedger, type Sharer } from '#api/admission/ledger.ts';
import { type OrganizationLimit, RATE_LIMITS } from '#api/admission/rate-limits.ts';
import { RESOURCES } from '#api/admission/resources.ts';
import { RateWindowEntity, rateWindows } from '#store/database/rate-windows.ts';
import { someAddress } from '#test/support/addresses.ts';
import { brokenPdf, pdfSaying, problemOf, sha256, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

describe('a ledger', () => {
  const refuse = ({ share }: Sharer) => new Error(share);
  const shares = (limits: Partial<Record<Sharer['share'], number>>, id = 'a'): Sharer[] => [
    { share: 'organization', id, limit: limits.organization ?? Infinity },
    { share: 'capacity', id: '', limit: limits.capacity ?? Infinity },
  ];

  test('refuses what is more than a share, names the narrowest share and holds as much as before', () => {
    const ledger = openLedger();
    const first = ledger.open(shares({ organization: 10, capacity: 10 }), refuse);
    const second = ledger.open(shares({ organization: 10, capacity: 10 }), refuse);
    first.resize(6);
    second.resize(4);
    expect(() => second.resize(5)).toThrow('organization');
    const other = ledger.open(shares({ organization: 10, capacity: 10 }, 'b'), refuse);
    expect(() => other.resize(1)).toThrow('capacity');
    first.resize(5);
    other.resize(1);
    expect(() => first.resize(6)).toThrow('capacity');
  });

  test('lets the only lease of a share hold more than the share', () => {
    const ledger = openLedger();
    using first = ledger.open(shares({ organization: 10 }), refuse);
    first.resize(11);
    using second = ledger.open(shares({ organization: 10 }), refuse);
    expect(() => second.resize(1)).toThrow('organization');
  });

  test('gives back what a lease held, once, and takes nothing for it afterwards', () => {
    const ledger = openLedger();
    const first = ledger.open(shares({ capacity: 2 }), refuse);
    first.resize(2);
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    first.resize(2);
    const others = [1, 2].map(() => ledger.open(shares({ capacity: 2 }), refuse));
    for (const other of others) other.resize(1);
    expect(() => ledger.open(shares({ capacity: 2 }), refuse).resize(1)).toThrow('capacity');
  });
});

const calls: ClientRequest[] = [];
const api = started(() => startApi());

afterAll(async () => {
  for (const call of calls) call.destroy();
});

/** Starts an upload and stalls. Returns the status if the service rejects it. */
async function begin({ key }: Tenant, address: string): Promise<number | 'under way'> {
  const before = (await api.spooled()).length;
  const call = request(`${api.url}/api/normalize`, {
    method: 'POST',
    agent: false,
    headers: {
      'X-Api-Key': key,
      'X-Forwarded-For': address,
      'Content-Type': 'application/pdf',
      'Content-Length': 1024,
    },
  });
  calls.push(call);
  call.on('error', () => {}); // the connection is destroyed at the end
  let status: number | null = null;
  call.on('response', (response) => {
    status = response.statusCode ?? 0;
    response.resume();
  });
  call.write(brokenPdf());
  await expect.poll(async () => status !== null || (await api.spooled()).length > before, { interval: 5 }).toBe(true);
  return status ?? 'under way';
}

test('free organizations hold at most half of the uploads together, and others have the other half', async () => {
  const { capacity, caller } = RESOURCES.uploads.shares();
  const free = await Promise.all(
    Array.from({ length: 1 + capacity / 2 / caller }, () => api.newTenant({ planTier: 'free' })),
  );
  const statuses: (number | 'under way')[] = [];
  for (const tenant of free) for (let at = 0; at < caller; at++) statuses.push(await begin(tenant, someAddress()));
  expect(statuses.filter((status) => status === 'under way')).toHaveLength(capacity / 2);
  expect(statuses.slice(capacity / 2)).toEqual(Array(statuses.length - capacity / 2).fill(429));

  const [first] = free;
  if (first === undefined) throw new Error('There is no organization.');
  expect(await begin(first, someAddress())).toBe(429);

  const paying = await api.newTenant({ planTier: 'starter' });
  const answer = await api.postRaw(brokenPdf(), paying, '', { Prefer: 'respond-async' });
  expect(answer.status).toBe(202);
  const refused = await api.postRaw(brokenPdf(), await api.newTenant({ planTier: 'free' }));
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'too_many_at_once' });

  calls[0]?.destroy();
  const again = async () =>
    (await api.postRaw(brokenPdf(), await api.newTenant({ planTier: 'free' }), '', { Prefer: 'respond-async' })).status;
  await expect.poll(again).toBe(202);
});

describe('a share that is smaller for a test', () => {
  afterEach(() => void vi.restoreAllMocks());
  const few = { capacity: 4, organization: 3, caller: 1, network: 4 };

  test('of waits has others answered at once, and none refused', async () => {
    vi.spyOn(RESOURCES.waits, 'shares').mockReturnValue(few);
    const tenant = await api.newTenant();
    const post = () => api.postForm(pdfSaying(randomUUID()), tenant, {}, { Prefer: 'wait=55' });
    api.runner.hold();
    const posted = [post(), post()];
    const atOnce = await Promise.race(posted);
    expect(atOnce.status).toBe(202);
    expect(atOnce.headers.get('retry-after')).toBe('2');
    api.runner.release();
    expect(new Set((await Promise.all(posted)).map(({ status }) => status))).toEqual(new Set([200, 202]));
    const later = await post();
    expect([later.status, later.headers.get('retry-after')]).toEqual([200, null]);
  });

  test('of downloads counts one that is under way until its reader has it', async () => {
    vi.spyOn(RESOURCES.downloads, 'shares').mockReturnValue(few);
    const tenant = await api.newTenant();
    const large = Buffer.concat([brokenPdf(), Buffer.alloc(24 * 1024 * 1024)]);
    const { submissionId } = await submissionOf(await api.postForm(large, tenant, {}, { Prefer: 'respond-async' }));
    const path = `/api/submissions/${submissionId}/original`;
    const unread = request(api.url + path, { agent: false, headers: { 'X-Api-Key': tenant.key } }).end();
    unread.on('error', () => {}); // the connection is destroyed below
    await once(unread, 'response');
    expect(await problemOf(await api.get(path, tenant))).toMatchObject({ status: 429, code: 'too_many_at_once' });
    const known = await api.get(path, tenant, { 'If-None-Match': `"${sha256(large)}"` });
    expect(known.status).toBe(304);
    unread.destroy();
    await expect.poll(async () => (await api.get(path, tenant, { Range: 'bytes=0-9' })).status).toBe(206);
  });
});

describe('calls in a window of time', () => {
  const create = (who: Tenant, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/api/batches`, {
      method: 'POST',
      headers: { 'X-Api-Key': who.key, 'Content-Type': 'application/json', ...headers },
      body: '{}',
    });

  /** Simulates this many counted calls in the current window. */
  async function counted(name: OrganizationLimit, subject: string, count: number): Promise<void> {
    await rateWindows(api.database).count(name, subject, RATE_LIMITS[name].windowSeconds);
    const key = createHash('sha256').update(`${name} ${subject}`).digest('hex');
    await api.database.system().nativeUpdate(RateWindowEntity, { key }, { count });
  }

  test('an organization makes as many batches as it may, and another one is not affected', async () => {
    const busy = await api.newTenant();
    await counted('batch', busy.organizationId, RATE_LIMITS.batch.quota - 1);
    const last = await create(busy);
    expect(last.status).toBe(201);
    expect(last.headers.get('ratelimit')).toMatch(/^"batch";r=0;t=\d+$/);
    const refused = await create(busy);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await problemOf(refused)).toMatchObject({
      status: 429,
      code: 'rate_limited',
      'violated-policies': ['batch'],
    });
    expect((await create(await api.newTenant())).status).toBe(201);
  });

  test('free organizations make at most half of all together', async () => {
    const windows = rateWindows(api.database);
    await counted('batch', 'plan free', RATE_LIMITS.batch.capacity / 2);
    const refused = await create(await api.newTenant({ planTier: 'free' }));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await problemOf(refused)).toMatchObject({ status: 429, 'violated-policies': ['batch'] });
    expect((await create(await api.newTenant())).status).toBe(201);
    await windows.forget('batch', 'plan free');
    expect((await create(await api.newTenant({ planTier: 'free' }))).status).toBe(201);
  });

  test('free organizations of one address make no more together than two organizations', async () => {
    const address = `203.0.113.${randomBytes(1)[0]}`;
    await counted('batch', `plan free ${address}`, 2 * RATE_LIMITS.batch.quota - 1);
    const [last, ...others] = await Promise.all([1, 2].map(() => api.newTenant({ planTier: 'free' })));
    const there = { 'X-Forwarded-For': address };
    if (last === undefined || others[0] === undefined) throw new Error('There is no organization.');
    expect((await create(last, there)).status).toBe(201);
    expect(await problemOf(await create(others[0], there))).toMatchObject({ status: 429, code: 'rate_limited' });
    expect((await create(others[0], { 'X-Forwarded-For': someAddress() })).status).toBe(201);
    expect((await create(await api.newTenant(), there)).status).toBe(201);
  });

  test('an organization has deliveries made again only so often', async () => {
    const tenant = await api.newTenant();
    const owner = await api.newMember(tenant);
    const replay = () => api.portal('POST', `/api/portal/webhooks/${randomUUID()}/replay`, owner);
    expect((await replay()).status).toBe(404);
    await counted('webhook-replay', tenant.organizationId, RATE_LIMITS['webhook-replay'].quota);
    expect(await problemOf(await replay())).toMatchObject({ status: 429, 'violated-policies': ['webhook-replay'] });
  });

  test('an endpoint gets few tests in a minute, and an organization few exports in a day', async () => {
    const tenant = await api.newTenant();
    const owner = await api.newMember(tenant);
    const made = await api.portal('POST', '/api/portal/webhooks', owner, {
      url: 'https://receiver.example/hook',
      events: ['normalization.success'],
    });
    const { id }: { id: string } = JSON.parse(await made.text());
    const tested = () => api.portal('POST', `/api/portal/webhooks/${id}/test`, owner);
    expect((await tested()).status).toBe(202);
    await counted('webhook-test', tenant.organizationId, RATE_LIMITS['webhook-test'].quota);
    expect(await problemOf(await tested())).toMatchObject({ status: 429, 'violated-policies': ['webhook-test'] });
    const exported = () => api.portal('POST', '/api/portal/data-export', owner);
    expect((await exported()).status).toBe(202);
    await counted('data-export', tenant.organizationId, RATE_LIMITS['data-export'].quota);
    expect(await problemOf(await exported())).toMatchObject({ status: 429, 'violated-policies': ['data-export'] });
  });
});
