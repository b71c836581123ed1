/**
 * Tests the tickets of development: a ticket signs in once as the owner of the demo organization. Production has none.
 */
import { request } from 'node:http';
import { beforeAll, expect, test, vi } from 'vitest';
import { seedDemo } from '#store/demo.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi({ settings: { env: 'development' } }));

beforeAll(async () => {
  await seedDemo(api.database);
});

const post = (path: string, body: object = {}, headers: Record<string, string> = {}, at = api) =>
  fetch(`${at.url}/api/development/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function newTicket(): Promise<string> {
  const response = await post('tickets');
  expect(response.status).toBe(201);
  return JSON.parse(await response.text()).ticket;
}

test('a ticket signs in as the owner, once', async () => {
  const ticket = await newTicket();
  const response = await post('sign-in', { ticket });
  expect(response.status).toBe(200);
  expect(response.headers.get('set-cookie')).toContain('__Host-refresh=');
  const signedIn = JSON.parse(await response.text());
  expect(signedIn).toMatchObject({ user: { email: 'owner@demo.example' }, organization: { role: 'owner' } });
  const mine = await api.portal('GET', '/api/portal/organization', { token: signedIn.access_token });
  expect(await mine.json()).toMatchObject({ slug: 'demo' });

  const again = await post('sign-in', { ticket });
  expect(again.status).toBe(400);
  expect(await problemOf(again)).toMatchObject({ code: 'invalid_or_expired_token' });
});

test('a new ticket ends the one before, and ten minutes end the new one', async () => {
  const [first, second] = [await newTicket(), await newTicket()];
  expect((await post('sign-in', { ticket: first })).status).toBe(400);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
  try {
    expect((await post('sign-in', { ticket: second })).status).toBe(400);
  } finally {
    vi.useRealTimers();
  }
  expect((await post('sign-in', { ticket: second })).status).toBe(200);
});

test.each([
  ['a proxy', { 'X-Forwarded-For': '127.0.0.1' }],
  ['a proxy of the newer kind', { Forwarded: 'for=127.0.0.1' }],
  ['a page whose name was made to lead here', { Host: 'rebound.example:8080' }],
  ['a name that begins like this machine', { Host: '127.0.0.1.rebound.example' }],
])('nobody gets a ticket by way of %s', async (_, headers) => {
  // fetch would write its own Host header.
  const status = await new Promise((resolve, reject) => {
    request(`${api.url}/api/development/tickets`, { method: 'POST', headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    })
      .once('error', reject)
      .end();
  });
  expect(status).toBe(404);
});

/** The request of a page that a developer has opened in the browser. */
test.each(['cross-site', 'same-site'])('no page of elsewhere gets a ticket or signs anybody in: %s', async (site) => {
  const headers = { 'Sec-Fetch-Site': site, Origin: 'https://elsewhere.example' };
  const ticket = await newTicket();
  expect((await post('tickets', {}, headers)).status).toBe(404);
  const response = await post('sign-in', { ticket }, headers);
  expect([response.status, response.headers.get('set-cookie')]).toEqual([400, null]);
  expect((await post('sign-in', { ticket }, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
});

test.each(['production', 'test'] as const)('there is no such route in %s', async (env) => {
  const other = await startApi({ settings: { env } });
  try {
    expect(other.routes().filter((route) => route.includes('/api/development'))).toEqual([]);
    for (const path of ['tickets', 'sign-in']) expect((await post(path, {}, {}, other)).status).toBe(404);
  } finally {
    await other.close();
  }
});
