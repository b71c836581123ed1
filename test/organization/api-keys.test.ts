/**
 * Tests API keys in the portal: their secret is shown once, and they work until they are revoked, replaced or expired.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ApiKeyEntity, MAX_API_KEYS } from '#store/organizations/api-keys.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import { expectNoAuditEntry, expectAuditEntry, jsonOf } from '#test/support/audit.ts';
import { started } from '#test/support/started.ts';

interface KeyBody {
  readonly id: string;
  readonly name: string;
  readonly keyPrefix: string;
  readonly scopes: readonly string[];
  readonly isActive: boolean;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
}

type CreatedBody = Omit<KeyBody, 'isActive' | 'lastUsedAt'> & { readonly fullKey: string };

const PATH = '/api/portal/api-keys';
const DAY_MS = 24 * 60 * 60 * 1000;

const api = started(() => startApi());
const tenant = started(() => api.newTenant());
const admin = started(() => api.newMember(tenant, { role: 'admin' }));
const post = (body: unknown, who = admin) => api.portal('POST', PATH, who, body);
const list = async (who = admin) => jsonOf<KeyBody[]>(await api.portal('GET', PATH, who));
const remove = (id: string, who = admin) => api.portal('DELETE', `${PATH}/${id}`, who);
const reroll = (id: string, body?: unknown, who = admin) => api.portal('POST', `${PATH}/${id}/reroll`, who, body);
const create = async (requested: object = {}, who = admin) =>
  jsonOf<CreatedBody>(await post({ name: 'Key', scopes: ['read'], ...requested }, who));
/** The answer of the service to a call with the key. */
const use = (key: string) => api.get('/api/submissions', { organizationId: tenant.organizationId, key });
const found = async (id: string, who = admin) => (await list(who)).find((key) => key.id === id);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe('POST /api/portal/api-keys', () => {
  test('tells the whole key once, and it works', async () => {
    const { organizationId } = tenant;
    const expiresAt = inDays(30);
    const details = { scopes: 'normalize,read', expiresAt };
    const change = { organizationId, actorId: admin.id, action: 'api-key.created', details };
    const requested = { name: 'CI, Münster', scopes: ['normalize', 'read'], expiresAt };
    const created = await expectAuditEntry(api, { ...change, target: expect.any(String) }, () => create(requested));
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'CI, Münster',
      keyPrefix: created.fullKey.slice(0, 10),
      scopes: ['normalize', 'read'],
      expiresAt,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      fullKey: expect.stringMatching(/^fxp_[0-9A-Za-z]{42}$/),
    });
    expect((await use(created.fullKey)).status).toBe(200);
  });

  test('a key works for ever by default', async () => {
    expect(await create()).toMatchObject({ expiresAt: null });
    expect(await create({ expiresAt: null })).toMatchObject({ expiresAt: null });
  });

  test('an offset of the expiry is understood', async () => {
    expect(await create({ expiresAt: '2999-12-31T23:00:00-02:00' })).toMatchObject({
      expiresAt: '3000-01-01T01:00:00.000Z',
    });
  });

  test('names need not be unique', async () => {
    const [first, second] = [await create({ name: 'Twin' }), await create({ name: 'Twin' })];
    expect(first.id).not.toBe(second.id);
  });

  test.each([
    ['no name', { scopes: ['read'] }, '/name', 'required'],
    ['an empty name', { name: '', scopes: ['read'] }, '/name', 'invalid_value'],
    ['a name of 101 characters', { name: 'x'.repeat(101), scopes: ['read'] }, '/name', 'invalid_value'],
    ['a name with U+0000', { name: 'a\0', scopes: ['read'] }, '/name', 'invalid_value'],
    ['no scopes', { name: 'Key' }, '/scopes', 'required'],
    ['scopes without any', { name: 'Key', scopes: [] }, '/scopes', 'out_of_range'],
    ['a scope twice', { name: 'Key', scopes: ['read', 'read'] }, '/scopes', 'invalid_value'],
    ['a scope that does not exist', { name: 'Key', scopes: ['admin'] }, '/scopes/0', 'invalid_value'],
    ['a scope in place of scopes', { name: 'Key', scopes: 'read' }, '/scopes', 'invalid_type'],
    ['an expiry in the past', { name: 'Key', scopes: ['read'], expiresAt: inDays(-1) }, '/expiresAt', 'invalid_value'],
    [
      'an expiry that is a day',
      { name: 'Key', scopes: ['read'], expiresAt: '2999-01-01' },
      '/expiresAt',
      'invalid_value',
    ],
    [
      'an expiry of no known zone',
      { name: 'Key', scopes: ['read'], expiresAt: '2999-01-01T00:00:00' },
      '/expiresAt',
      'invalid_value',
    ],
    [
      'an expiry after the year 9999',
      { name: 'Key', scopes: ['read'], expiresAt: '9999-12-31T23:59:59-00:01' },
      '/expiresAt',
      'invalid_value',
    ],
    ['an expiry that is a number', { name: 'Key', scopes: ['read'], expiresAt: 4e12 }, '/expiresAt', 'invalid_type'],
  ])('refuses %s', async (_what, body, name, code) => {
    expect(await problemOf(await post(body))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ in: 'body', name, code }],
    });
  });

  test.each([['fullKey'], ['keyPrefix'], ['isActive'], ['organizationId'], ['id']])(
    '%s is not to be written',
    async (field) => {
      const problem = await problemOf(await post({ name: 'Key', scopes: ['read'], [field]: randomUUID() }));
      expect(problem).toMatchObject({ status: 400, code: 'unknown_parameter' });
    },
  );

  test('a hundred keys work at the same time, not one more, whoever asks at the same time', async () => {
    const full = await api.newTenant();
    const owner = await api.newMember(full);
    const [demo] = await list(owner);
    const em = api.database.system();
    const { organizationId } = full;
    const row = await em.findOneOrFail(ApiKeyEntity, { organizationId });
    const rows = Array.from({ length: MAX_API_KEYS - 3 }, () => {
      return { ...row, id: randomUUID(), keySha256: randomUUID() };
    });
    await em.insertMany(ApiKeyEntity, rows);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post({ name: 'Race', scopes: ['read'] }, owner)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(8);
    const refused = await expectNoAuditEntry(api, organizationId, () =>
      post({ name: 'More', scopes: ['read'] }, owner),
    );
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'api_key_limit_reached' });

    // A key that no longer works frees its slot, and a key that is replaced at once takes none.
    const { id = '' } = demo ?? {};
    expect((await reroll(id, { overlapSeconds: 60 }, owner)).status).toBe(409);
    const replaced = await jsonOf<CreatedBody>(await reroll(id, { overlapSeconds: 0 }, owner));
    await jsonOf(await remove(replaced.id, owner));
    await create({}, owner);
    expect(await list(owner)).toHaveLength(MAX_API_KEYS + 2);
  });
});

describe('GET /api/portal/api-keys', () => {
  test('has the fields of the specification, newest first, and never a secret', async () => {
    const own = await api.newMember(await api.newTenant(), { role: 'member' });
    const owner = await api.newMember(own);
    const created = await create({ name: 'Second' }, owner);
    const text = await (await api.portal('GET', PATH, own)).text();
    expect(text).not.toContain(created.fullKey);
    const keys: KeyBody[] = JSON.parse(text);
    const { fullKey: _secret, ...rest } = created;
    expect(keys[0]).toEqual({ ...rest, isActive: true, lastUsedAt: null });
    expect(keys.map(({ name }) => name)).toEqual(['Second', 'Test key']);
    expect(await jsonOf(await api.portal('GET', `${PATH}/${created.id}`, own))).toEqual(keys[0]);
  });

  test('says when a key was last used', async () => {
    const { id, fullKey } = await create();
    await use(fullKey);
    const { lastUsedAt = null } = (await found(id)) ?? {};
    expect(Date.now() - Date.parse(lastUsedAt ?? '')).toBeLessThan(60_000);
  });

  test('a key that has expired is not active', async () => {
    const { id, fullKey } = await create({ expiresAt: inDays(1) });
    await api.database.system().nativeUpdate(ApiKeyEntity, { id }, { expiresAt: new Date(Date.now() - 1000) });
    expect(await found(id)).toMatchObject({ isActive: false });
    expect(await problemOf(await use(fullKey))).toMatchObject({ status: 401, code: 'api_key_expired' });
  });

  test('shows the keys of one organization only', async () => {
    const { id } = await create();
    expect(await found(id, await api.newMember(await api.newTenant()))).toBeUndefined();
  });
});

describe('DELETE /api/portal/api-keys/{id}', () => {
  test('revokes at once and for good; the key stays in the list', async () => {
    const { id, fullKey } = await create();
    expect((await use(fullKey)).status).toBe(200);
    const change = { organizationId: tenant.organizationId, actorId: admin.id, action: 'api-key.revoked', target: id };
    const response = await expectAuditEntry(api, change, () => remove(id));
    expect(await jsonOf(response)).toEqual({ id, status: 'revoked' });
    expect(await problemOf(await use(fullKey))).toMatchObject({ status: 401, code: 'api_key_revoked' });
    expect(await found(id)).toMatchObject({ isActive: false });
  });

  test('a second time says the same and changes nothing', async () => {
    const { id } = await create();
    await jsonOf(await remove(id));
    const again = await expectNoAuditEntry(api, tenant.organizationId, () => remove(id));
    expect(await jsonOf(again)).toEqual({ id, status: 'revoked' });
  });

  test("there is none by an unknown id, by no id, or by another organization's", async () => {
    const stranger = await api.newMember(await api.newTenant());
    const theirs = await create({}, stranger);
    for (const id of [randomUUID(), 'x', theirs.id]) {
      const problem = await problemOf(await expectNoAuditEntry(api, tenant.organizationId, () => remove(id)));
      expect(problem).toMatchObject({ status: 404, code: 'not_found', resource: 'api key' });
    }
    expect(await found(theirs.id, stranger)).toMatchObject({ isActive: true });
  });
});

describe('POST /api/portal/api-keys/{id}/reroll', () => {
  test('makes a key like it, and the old one works for a day still', async () => {
    const old = await create({ name: 'Deployed', scopes: ['normalize', 'read'] });
    const { organizationId } = tenant;
    const details = { replaces: old.id, overlapSeconds: 86_400 };
    const target = expect.any(String);
    const change = { organizationId, actorId: admin.id, action: 'api-key.rerolled', target, details };
    const response = await expectAuditEntry(api, change, () => reroll(old.id));
    const next = await jsonOf<CreatedBody>(response);
    expect(next).toMatchObject({ name: 'Deployed', scopes: ['normalize', 'read'], expiresAt: null });
    expect(next.fullKey).not.toBe(old.fullKey);
    expect([(await use(next.fullKey)).status, (await use(old.fullKey)).status]).toEqual([200, 200]);
    const { expiresAt = null } = (await found(old.id)) ?? {};
    expect(Math.abs(Date.parse(expiresAt ?? '') - Date.now() - DAY_MS)).toBeLessThan(60_000);
  });

  test('without overlap the old one ends at once', async () => {
    const old = await create();
    await jsonOf(await reroll(old.id, { overlapSeconds: 0 }));
    expect(await problemOf(await use(old.fullKey))).toMatchObject({ status: 401, code: 'api_key_revoked' });
  });

  test('an overlap extends no key, and the new one ends when the old one would have', async () => {
    const expiresAt = inDays(2);
    const old = await create({ expiresAt });
    expect(await jsonOf(await reroll(old.id, { overlapSeconds: 2_592_000 }))).toMatchObject({ expiresAt });
    expect(await found(old.id)).toMatchObject({ expiresAt });
  });

  test.each([[-1], [2_592_001], [1.5], ['60'], [null]])('refuses an overlap of %s', async (overlapSeconds) => {
    const problem = await problemOf(await reroll((await create()).id, { overlapSeconds }));
    const errors = [{ in: 'body', name: '/overlapSeconds' }];
    expect(problem).toMatchObject({ status: 400, code: 'validation_failed', errors });
  });

  test('a key that was revoked is not replaced, and one that does not exist even less', async () => {
    const { id } = await create();
    await jsonOf(await remove(id));
    const refused = await expectNoAuditEntry(api, tenant.organizationId, () => reroll(id));
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'api_key_inactive' });
    // This check comes before those of the body.
    const unknown = await reroll(randomUUID(), { overlapSeconds: -1 });
    expect(await problemOf(unknown)).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('of two at the same time each makes a key, and both are in the list', async () => {
    const { id } = await create();
    const answers = await Promise.all([reroll(id), reroll(id)]);
    const made = await Promise.all(answers.map((answer) => jsonOf<CreatedBody>(answer)));
    for (const next of made) expect((await use(next.fullKey)).status).toBe(200);
  });
});
