/**
 * Tests API keys and access tokens at operations that accept both: which are accepted, and the messages for the others.
 */
import { expect, test } from 'vitest';
import { apiKeyStore, isWellFormedApiKey, mintApiKey } from '#store/organizations/api-keys.ts';
import { connectDatabase } from '#store/orm.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { pdfSaying, problemOf, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const PATH = `/api/submissions/${crypto.randomUUID()}`;

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

/** 404 means that the key was accepted, since there is no such submission. */
const statusWith = async (headers: Record<string, string>) => (await api.get(PATH, null, headers)).status;

test('a key is taken from either header, and from both when they agree', async () => {
  expect(await statusWith({ 'X-Api-Key': tenant.key })).toBe(404);
  expect(await statusWith({ Authorization: `Bearer ${tenant.key}` })).toBe(404);
  expect(await statusWith({ 'X-Api-Key': tenant.key, Authorization: `bearer ${tenant.key}` })).toBe(404);
});

test('the access token of a sign-in is taken from Authorization', async () => {
  const { token } = await api.newMember(tenant);
  expect(await statusWith({ Authorization: `Bearer ${token}` })).toBe(404);
  expect(await statusWith({ Authorization: `bearer ${token}` })).toBe(404);
});

test('two different credentials are ambiguous, also those of the same organization', async () => {
  const { token } = await api.newMember(tenant);
  for (const credential of [mintApiKey(), token]) {
    const headers = { 'X-Api-Key': tenant.key, Authorization: `Bearer ${credential}` };
    expect(await problemOf(await api.get(PATH, null, headers))).toMatchObject({
      status: 400,
      code: 'ambiguous_credentials',
    });
  }
});

const FORGED = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';

test.each([
  ['no credential', {}, 'missing_credentials'],
  ['another scheme', { Authorization: 'Basic eDp5' }, 'missing_credentials'],
  ['a key of another service', { 'X-Api-Key': 'sk_live_1234' }, 'invalid_api_key'],
  ['a key nobody has', { 'X-Api-Key': mintApiKey() }, 'invalid_api_key'],
  ['a token that is not ours', { Authorization: `Bearer ${FORGED}` }, 'invalid_token'],
  ['a token where a key belongs', { 'X-Api-Key': FORGED }, 'api_key_required'],
  ['a token in both places', { 'X-Api-Key': FORGED, Authorization: `Bearer ${FORGED}` }, 'api_key_required'],
])('%s is 401', async (_word, headers, code) => {
  const response = await api.get(PATH, null, headers);
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="api"/);
  expect(await problemOf(response)).toMatchObject({ status: 401, code });
});

test('a revoked key, an expired key and the key of an inactive organization are 401', async () => {
  const expired = await api.newTenant({ expiresAt: new Date(Date.now() - 1000) });
  expect(await problemOf(await api.get(PATH, expired))).toMatchObject({ status: 401, code: 'api_key_expired' });

  const revoked = await api.newTenant();
  const keys = apiKeyStore(api.database);
  const found = await keys.findByKey(revoked.key);
  expect(await keys.revoke(revoked.organizationId, found?.apiKey.id ?? '')).toBe(true);
  expect(await problemOf(await api.get(PATH, revoked))).toMatchObject({ status: 401, code: 'api_key_revoked' });

  const inactive = await api.newTenant();
  const em = api.database.system();
  await em.nativeUpdate(OrganizationEntity, { id: inactive.organizationId }, { isActive: false });
  expect(await problemOf(await api.get(PATH, inactive))).toMatchObject({ status: 401, code: 'api_key_revoked' });
});

test('scopes: read may not normalize, normalize may poll but not read artifacts', async () => {
  const reader = await api.newTenant({ scopes: ['read'] });
  const refused = await api.postForm(pdfSaying('x'), reader);
  expect(refused.headers.get('www-authenticate')).toContain('scope="normalize"');
  expect(await problemOf(refused)).toMatchObject({ status: 403, code: 'insufficient_scope' });

  const writer = await api.newTenant({ scopes: ['normalize'] });
  expect((await api.get(PATH, writer)).status).toBe(404);
  expect((await api.get(`/api/artifacts/${'0'.repeat(64)}`, writer)).status).toBe(403);
  expect((await api.get(`/api/reports/${'0'.repeat(64)}`, writer)).status).toBe(403);
});

test('a mistyped key is refused without asking the database', async () => {
  const keys = apiKeyStore(await connectDatabase('postgresql://nobody@127.0.0.1:9/none'));
  const typo = tenant.key.slice(0, -1) + (tenant.key.endsWith('A') ? 'B' : 'A');
  expect(isWellFormedApiKey(typo)).toBe(false);
  await expect(keys.findByKey(typo)).rejects.toThrow(); // a query would fail, because the database is not reachable
  expect(await statusWith({ 'X-Api-Key': typo })).toBe(401);
});

test('the use of a key is remembered, once a minute at most', async () => {
  const keys = apiKeyStore(api.database);
  await api.get(PATH, tenant);
  const first = (await keys.findByKey(tenant.key))?.apiKey.lastUsedAt;
  await api.get(PATH, tenant);
  const second = (await keys.findByKey(tenant.key))?.apiKey.lastUsedAt;
  expect(first).toBeInstanceOf(Date);
  expect(second).toEqual(first);
});

test('the database has no key, only its hash and its first ten characters', async () => {
  const rows = await api.database.system().execute('select * from api_key');
  expect(JSON.stringify(rows)).not.toContain(tenant.key);
  expect(JSON.stringify(rows)).toContain(tenant.key.slice(0, 10));
});
