/** Tests limits of calls without a token: who counts as one caller, and which tricks do not help. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RATE_LIMITS } from '#api/admission/rate-limits.ts';
import { RateWindowEntity, rateWindows } from '#store/database/rate-windows.ts';
import { someAddress } from '#test/support/addresses.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import { ask, newAddress, PASSWORD, registered } from '#test/support/accounts.ts';
import { started } from '#test/support/started.ts';

/** The API trusts no proxy, so every caller comes from this machine. */

const api = started(() => startApi());
const open = started(() => startApi({ settings: { trustedProxies: [] } }));
const from = (address: string) => ({ 'X-Forwarded-For': address });
const someIpv4 = () => `203.0.${randomBytes(1)[0]}.${randomBytes(1)[0]}`;
const wrong = () => ({ email: newAddress(), password: 'not the password' });
const statuses = async (count: number, call: () => Promise<Response>) => {
  const seen: number[] = [];
  for (let made = 0; made < count; made++) seen.push((await call()).status);
  return seen;
};

test('the sixth login within a quarter of an hour is refused, and told when to come again', async () => {
  const address = from(someAddress());
  const first = await ask(api, 'login', wrong(), address);
  expect(first.headers.get('ratelimit-policy')).toBe('"login";q=5;w=900');
  expect(first.headers.get('ratelimit')).toMatch(/^"login";r=4;t=(900|8\d\d)$/);
  expect(await statuses(4, () => ask(api, 'login', wrong(), address))).toEqual([401, 401, 401, 401]);

  const sixth = await ask(api, 'login', wrong(), address);
  expect(sixth.headers.get('ratelimit')).toMatch(/^"login";r=0;t=\d{3}$/);
  const seconds = Number(sixth.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(600);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(await problemOf(sixth)).toMatchObject({
    status: 429,
    code: 'rate_limited',
    retryable: true,
    'violated-policies': ['login'],
  });
});

test('right passwords count too; other networks, and other calls from this one, do not', async () => {
  const email = await registered(api);
  const address = from(someAddress());
  const right = { email, password: PASSWORD };
  expect(await statuses(6, () => ask(api, 'login', right, address))).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await ask(api, 'login', right)).status).toBe(200);
  expect((await ask(api, 'forgot-password', { email }, address)).status).toBe(202);
});

test.each([
  ['register', () => ({ email: newAddress(), password: PASSWORD }), 201],
  ['forgot-password', () => ({ email: newAddress() }), 202],
  ['resend-verification', () => ({ email: newAddress() }), 202],
] as const)('the fourth %s within an hour is refused', async (what, body, status) => {
  const address = from(someAddress());
  expect(await statuses(4, () => ask(api, what, body(), address))).toEqual([status, status, status, 429]);
  expect(RATE_LIMITS[what].windowSeconds).toBe(3_600);
});

test('the sixth change of a password within a quarter of an hour is refused', async () => {
  const person = await api.newMember(await api.newTenant());
  const body = { currentPassword: 'not the password', newPassword: 'nine camels in a small garden' };
  const address = from(someAddress());
  const call = () => api.portal('POST', '/api/auth/change-password', person, body, address);
  expect(await statuses(6, call)).toEqual([401, 401, 401, 401, 401, 429]);
});

test('a request that says nothing counts for nothing', async () => {
  const address = from(someAddress());
  const weak = () => ask(api, 'register', { email: newAddress(), password: 'password' }, address);
  expect(await statuses(5, weak)).toEqual([400, 400, 400, 400, 400]);
  expect((await ask(api, 'register', { email: newAddress(), password: PASSWORD }, address)).status).toBe(201);
});

test('a window ends at its time, and the next one begins with the next call', async () => {
  const windows = rateWindows(api.database);
  const subject = someAddress();
  expect(await windows.count('test', subject, 60)).toEqual({ count: 1, resetsInSeconds: 60 });
  expect(await windows.count('test', subject, 60)).toMatchObject({ count: 2 });
  await api.database.system().nativeUpdate(RateWindowEntity, {}, { resetsAt: new Date(Date.now() - 1_000) });
  expect(await windows.count('test', subject, 60)).toEqual({ count: 1, resetsInSeconds: 60 });
});

test('windows that are over go as new ones come, and addresses are kept as hashes', async () => {
  const windows = rateWindows(api.database);
  const system = api.database.system();
  await system.nativeUpdate(RateWindowEntity, {}, { resetsAt: new Date(0) });
  const over = await system.count(RateWindowEntity, { resetsAt: new Date(0) });
  for (let made = 0; made <= over / 10; made++) await windows.count('test', someAddress(), 60);
  const rows = await api.database.system().find(RateWindowEntity, {});
  expect(rows.filter(({ resetsAt }) => resetsAt.getTime() === 0)).toEqual([]);
  expect(JSON.stringify(rows)).not.toMatch(/2001:db8|203\.0\./);
});

test('of a hundred at the same moment as many get through as may', async () => {
  const address = from(someAddress());
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => ask(api, 'forgot-password', { email: newAddress() }, address)),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(97);
});

describe('one caller is', () => {
  test('one IPv4 address, also written as IPv6', async () => {
    const address = someIpv4();
    const other = `${address.slice(0, address.lastIndexOf('.'))}.${(Number(address.split('.').at(-1)) + 1) % 256}`;
    expect(await statuses(5, () => ask(api, 'login', wrong(), from(address)))).not.toContain(429);
    expect((await ask(api, 'login', wrong(), from(`::ffff:${address}`))).status).toBe(429);
    expect((await ask(api, 'login', wrong(), from(other))).status).toBe(401);
  });

  test('all 2^64 addresses of an IPv6 network', async () => {
    const network = someAddress().replace(/::1$/, '');
    const inside = () => ask(api, 'login', wrong(), from(`${network}:${randomBytes(2).toString('hex')}::7`));
    expect(await statuses(6, inside)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('whom our proxies name, and no one of those whom the caller names', async () => {
    const address = someAddress();
    const call = (before: string) => ask(api, 'login', wrong(), from(`${before}, ${address}`));
    expect(await statuses(5, () => call(someAddress()))).not.toContain(429);
    for (const before of [someAddress(), 'localhost', '127.0.0.1', `${someIpv4()}, ${someIpv4()}`, ', ,']) {
      expect((await call(before)).status).toBe(429);
    }
  });

  test('the same through a chain of our proxies', async () => {
    const chained = await startApi({ settings: { trustedProxies: ['127.0.0.1', '10.1.0.0/16', 'fd00::/8'] } });
    const address = someAddress();
    const call = (chain: string) => ask(chained, 'login', wrong(), from(`${someAddress()}, ${address}, ${chain}`));
    expect(await statuses(5, () => call(`10.1.2.3, fd00::${randomBytes(2).toString('hex')}`))).not.toContain(429);
    expect((await call('10.1.200.200')).status).toBe(429);
    await chained.close();
  });
});

test('without proxies of ours no header makes another caller: of a thousand logins five get through', async () => {
  await open.database.system().nativeDelete(RateWindowEntity, {});
  const headers = () => ({
    'X-Forwarded-For': [someAddress(), someIpv4()].join(', '),
    Forwarded: `for="[${someAddress()}]"`,
    'X-Real-IP': someIpv4(),
    'X-Client-IP': someIpv4(),
    'CF-Connecting-IP': someIpv4(),
    'True-Client-IP': someIpv4(),
  });
  const seen: number[] = [];
  for (let round = 0; round < 20; round++) {
    const calls = Array.from({ length: 50 }, () => ask(open, 'login', wrong(), headers()));
    seen.push(...(await Promise.all(calls)).map(({ status }) => status));
  }
  expect(seen.filter((status) => status === 401)).toHaveLength(5);
  expect(seen.filter((status) => status === 429)).toHaveLength(995);
});

describe('guessing at one account from many networks', () => {
  const guess = (email: string) => ask(api, 'login', { email, password: 'not the password' });

  test.each([
    ['somebody', () => registered(api)],
    ['nobody', async () => newAddress()],
  ])('slows down after ten attempts, without a word of it, at the account of %s', async (_whose, address) => {
    const email = await address();
    expect(await statuses(10, () => guess(email))).not.toContain(429);
    const startedAt = performance.now();
    const eleventh = await guess(email);
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    expect(eleventh.status).toBe(401);
    expect(eleventh.headers.get('retry-after')).toBeNull();
  });

  test('never locks its owner out, and begins anew once the owner has signed in', async () => {
    const email = await registered(api);
    await statuses(10, () => guess(email));
    expect((await ask(api, 'login', { email, password: PASSWORD })).status).toBe(200);
    expect(await rateWindows(api.database).count('wrong-passwords', email, 3_600)).toMatchObject({ count: 1 });
  });
});
