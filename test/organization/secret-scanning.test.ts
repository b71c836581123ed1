/** Tests published keys: GitHub reports them, they are revoked, and members who can make new ones are notified. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { githubKeys } from '#api/organization/github-keys.ts';
import { mintApiKey } from '#store/organizations/api-keys.ts';
import { conformingFetch } from '#test/support/conformance.ts';
import { problemOf, sha256, startApi } from '#test/support/api.ts';
import type { Api, Person, Tenant } from '#test/support/api.ts';
import { expectNoAuditEntry, jsonOf } from '#test/support/audit.ts';

const FOUND_AT = 'https://github.example/octo/repo/blob/main/.env';

/** The keys that GitHub publishes by name, and the number of requests for them. */
const published = { keys: new Map<string, KeyObject>(), asked: 0, status: 200 };
let github: Server;
let keysUrl: string;
let privateKey: KeyObject;
let api: Api;
let tenant: Tenant;
let owner: Person;

function newKeyOfGithub(identifier: string): KeyObject {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  published.keys.set(identifier, pair.publicKey);
  return pair.privateKey;
}

beforeAll(async () => {
  github = createServer((_request, response) => {
    published.asked++;
    const keys = [...published.keys].map(([id, key]) => ({
      key_identifier: id,
      key: key.export({ type: 'spki', format: 'pem' }),
      is_current: true,
    }));
    response.writeHead(published.status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ public_keys: keys }));
  }).listen(0, '127.0.0.1');
  await once(github, 'listening');
  const address = github.address();
  keysUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  privateKey = newKeyOfGithub('current');
  api = await startApi({ settings: { secretScanningKeysUrl: keysUrl } });
});
afterAll(async () => {
  await api.close();
  github.close();
});
beforeEach(async () => {
  tenant = await api.newTenant();
  owner = await api.newMember(tenant);
});

interface Signing {
  readonly identifier?: string;
  readonly signature?: string;
}

function post(to: Api, body: string, { identifier = 'current', signature }: Signing = {}): Promise<Response> {
  const own = sign('sha256', Buffer.from(body), privateKey).toString('base64');
  const headers = {
    'Content-Type': 'application/json',
    'Github-Public-Key-Identifier': identifier,
    'Github-Public-Key-Signature': signature ?? own,
  };
  return conformingFetch(`${to.url}/api/hooks/secret-scanning`, { method: 'POST', body, headers });
}

const report = (...tokens: readonly string[]) =>
  JSON.stringify(tokens.map((token) => ({ token, type: 'fixpoint_api_key', url: FOUND_AT, source: 'content' })));

const statusOf = async ({ key }: Tenant) => (await api.get('/api/submissions', { ...tenant, key })).status;

describe('a key that was published', () => {
  test('is revoked at once, and owners and admins are told where it was found', async () => {
    const admin = await api.newMember(tenant, { role: 'admin' });
    const member = await api.newMember(tenant, { role: 'member' });
    const response = await post(api, report(tenant.key));
    expect(await jsonOf(response)).toEqual([
      { token_hash: sha256(Buffer.from(tenant.key)), token_type: 'fixpoint_api_key', label: 'true_positive' },
    ]);
    expect(await statusOf(tenant)).toBe(401);
    for (const { email } of [owner, admin]) {
      const [mail, ...more] = await api.mails(email);
      expect(mail?.text).toContain(tenant.key.slice(0, 10));
      expect(mail?.text).toContain(FOUND_AT);
      expect(mail?.text).not.toContain(tenant.key);
      expect(more).toEqual([]);
    }
    expect(await api.mails(member.email)).toEqual([]);
    const { items } = await jsonOf<{ items: object[] }>(await api.portal('GET', '/api/portal/audit-log', owner));
    expect(items[0]).toMatchObject({ action: 'api-key.revoked', actorId: null, details: { reason: 'published' } });
  });

  test('and is reported again is one of ours still, and nobody is written to twice', async () => {
    await post(api, report(tenant.key));
    const again = await expectNoAuditEntry(api, tenant.organizationId, () => post(api, report(tenant.key, tenant.key)));
    expect(await jsonOf(again)).toMatchObject([{ label: 'true_positive' }, { label: 'true_positive' }]);
    expect(await api.mails(owner.email)).toHaveLength(1);
  });

  test('among others is found; those are none of ours', async () => {
    const answer = await jsonOf(await post(api, report('ghp_0123456789', mintApiKey(), tenant.key, '')));
    const labels = ['false_positive', 'false_positive', 'true_positive', 'false_positive'];
    expect(answer).toMatchObject(labels.map((label) => ({ label })));
    expect(await statusOf(tenant)).toBe(401);
  });

  test.each([
    'javascript:alert(1)',
    'https://a.example/\r\nBcc: b@example.com',
    `https://a.example/${'x'.repeat(3000)}`,
  ])('at a place that is no plain address is revoked without that in the mail: %j', async (url) => {
    const body = JSON.stringify([{ token: tenant.key, type: 't', url }]);
    expect(await jsonOf(await post(api, body))).toMatchObject([{ label: 'true_positive' }]);
    const [mail] = await api.mails(owner.email);
    expect(mail?.text).not.toContain(url.slice(0, 12));
  });
});

describe('a report', () => {
  test.each<[string, Signing]>([
    ['without signature', { signature: '' }],
    ['with a signature that is none', { signature: 'MEUCIQ' }],
    ['with a signature of something else', { signature: 'other' }],
    ['with a key GitHub does not have', { identifier: 'unknown' }],
  ])('%s is refused, and revokes nothing', async (_what, signing) => {
    const other = sign('sha256', Buffer.from(report()), privateKey).toString('base64');
    const given = signing.signature === 'other' ? { signature: other } : signing;
    const response = await expectNoAuditEntry(api, tenant.organizationId, () => post(api, report(tenant.key), given));
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'invalid_signature' });
    expect(await statusOf(tenant)).toBe(200);
  });

  test.each([
    '{}',
    '[{}]',
    '[{"token":7,"type":"t"}]',
    'no JSON',
    JSON.stringify(Array.from({ length: 1001 }, () => ({ token: '', type: '' }))),
  ])('that is none is refused: %.20s', async (body) => {
    expect(await problemOf(await post(api, body))).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('is believed by nobody who was not told of GitHub', async () => {
    const deaf = await startApi();
    expect(await problemOf(await post(deaf, report(tenant.key)))).toMatchObject({ code: 'invalid_signature' });
    await deaf.close();
  });

  test('while the keys of GitHub cannot be read is to be sent again', async () => {
    published.status = 500;
    const cut = await startApi({ settings: { secretScanningKeysUrl: keysUrl } });
    expect(await problemOf(await post(cut, report(tenant.key)))).toMatchObject({
      status: 503,
      code: 'service_unavailable',
    });
    published.status = 200;
    await cut.close();
  });
});

test('new keys of GitHub are asked for, once a minute at most', async () => {
  let now = 0;
  const keyOf = githubKeys(keysUrl, () => now);
  const before = published.asked;
  expect(await keyOf('current')).not.toBeNull();
  newKeyOfGithub('next');
  now += 59_000;
  expect(await keyOf('next')).toBeNull();
  expect(published.asked).toBe(before + 1);
  now += 1_000;
  expect(await keyOf('next')).not.toBeNull();
  expect(await keyOf('current')).not.toBeNull();
  expect(published.asked).toBe(before + 2);
});
