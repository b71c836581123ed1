/**
 * Tests idempotency keys of every POST with a known caller: a repetition gives the first answer, and there is one
 * effect.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '#api/endpoints.ts';
import { keepsAnswers } from '#api/idempotency/replay.ts';
import { IdempotentAnswerEntity } from '#store/database/idempotent-answers.ts';
import { submissionStore } from '#store/submissions/submissions.ts';
import { type Person, problemOf, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const owner = started(async () => api.newMember(await api.newTenant()));
const REQUESTED = { name: 'Nightly', scopes: ['normalize'] };

function createKey(key: string, body: object = REQUESTED, person: Person = owner): Promise<Response> {
  return api.portal('POST', '/api/portal/api-keys', person, body, { 'Idempotency-Key': key });
}

const bodyOf = async (response: Response) => JSON.parse(await response.text());
const isReplay = (response: Response) => response.headers.get('idempotent-replayed') === 'true';
const keysOf = async (person: Person) => (await bodyOf(await api.portal('GET', '/api/portal/api-keys', person))).length;
const rowsOf = ({ organizationId }: Person) =>
  api.database.system().find(IdempotentAnswerEntity, { organizationId }, { orderBy: { begunAt: 'desc' } });

/** POSTs that store no answers, each with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  normalizeDocument: 'Its keys stand for submissions: a repeated request joins the one that is under way.',
  compare: 'No result is kept: a repeated request has the work done once more, free of charge.',
  login: 'nobody is known yet',
  loginWithSecondFactor: 'nobody is known yet',
  refresh: 'nobody is known yet',
  logout: 'nobody is known yet',
  register: 'nobody is known yet',
  verifyEmail: 'nobody is known yet',
  resendVerification: 'nobody is known yet',
  forgotPassword: 'nobody is known yet',
  resetPassword: 'nobody is known yet',
  acceptInvite: 'nobody is known yet',
  receivePaymentEvent: 'The payment provider calls, whose events have ids of their own.',
  reportPublishedKeys: 'GitHub calls, and to revoke a key twice changes nothing.',
};

const posts = OPERATIONS.filter(({ method }) => method === 'post');

describe('every POST', () => {
  test.each(posts.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
    const isDeclared = 'Idempotency-Key' in (operation.headers?.shape ?? {});
    if (id in OTHERS) {
      expect(keepsAnswers(operation)).toBe(false);
      if (operation.access.scopes === undefined)
        expect(operation.description).toMatch('`Idempotency-Key` has no effect');
      else expect(isDeclared).toBe(true);
      return;
    }
    expect(keepsAnswers(operation)).toBe(true);
    expect(isDeclared).toBe(true);
    // A header or parameter that the handler reads itself would not be part of the comparison of two requests.
    expect(Object.keys(operation.body?.content ?? {}).filter((type) => type !== 'application/json')).toEqual([]);
  });

  test('that is named here exists', () => {
    expect(Object.keys(OTHERS).filter((id) => !posts.some((operation) => operation.id === id))).toEqual([]);
  });
});

describe('the same request with the same key', () => {
  test('gets the same answer, secret and all, and makes one thing', async () => {
    const person = await api.newMember(await api.newTenant());
    const before = await keysOf(person);
    const first = await createKey('order 66', REQUESTED, person);
    const second = await createKey('"order 66"', REQUESTED, person);
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    expect(second.status).toBe(first.status);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await bodyOf(second)).toEqual(await bodyOf(first));
    expect(await keysOf(person)).toBe(before + 1);
  });

  test('gets status and headers of the first as well', async () => {
    const tenant = await api.newTenant();
    const headers = { 'X-Api-Key': tenant.key, 'Idempotency-Key': 'batch' };
    const create = () => api.portal('POST', '/api/batches', null, { name: 'March' }, headers);
    const [first, second] = [await create(), await create()];
    expect([second.status, isReplay(second)]).toEqual([201, true]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  test('gets an answer without body again, cookie included', async () => {
    const person = await api.newMember(await api.newTenant());
    const first = await api.portal('POST', '/api/auth/logout-all', person, undefined, { 'Idempotency-Key': 'out' });
    expect([first.status, first.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    const [row] = await rowsOf(person);
    const scope = [row?.organizationId, row?.actor, row?.operation, row?.keySha256].join(' ');
    const kept = JSON.parse(api.sealer.open(row?.answer ?? '', scope).toString());
    expect(kept).toEqual({ status: 204, headers: { 'set-cookie': expect.stringContaining('Max-Age=0') }, body: null });
    // The sign-in that sent the request has ended, so its member is unknown.
    const again = await api.portal('POST', '/api/auth/logout-all', person, undefined, { 'Idempotency-Key': 'out' });
    expect((await problemOf(again)).code).toBe('invalid_token');
  });

  test('makes one thing of twenty at a time; those that come too early are told to ask again', async () => {
    const person = await api.newMember(await api.newTenant());
    const before = await keysOf(person);
    const answers = await Promise.all(Array.from({ length: 20 }, () => createKey('at once', REQUESTED, person)));
    const early = answers.filter(({ status }) => status === 409);
    for (const response of early) {
      expect(response.headers.get('retry-after')).toBe('1');
      expect((await problemOf(response)).code).toBe('idempotency_key_in_use');
    }
    const given = answers.filter(({ status }) => status === 200);
    expect(given.length + early.length).toBe(20);
    expect(given.filter((response) => !isReplay(response))).toHaveLength(1);
    const secrets = await Promise.all([...given, await createKey('at once', REQUESTED, person)].map(bodyOf));
    expect(new Set(secrets.map(({ fullKey }) => fullKey)).size).toBe(1);
    expect(await keysOf(person)).toBe(before + 1);
  });

  test('gets its answer also after what it named has gone', async () => {
    const person = await api.newMember(await api.newTenant());
    const hook = { url: 'https://receiver.example/hook', events: ['normalization.success'] };
    const { id } = await bodyOf(await api.portal('POST', '/api/portal/webhooks', person, hook));
    const rotate = () =>
      api.portal('POST', `/api/portal/webhooks/${id}/rotate-secret`, person, undefined, { 'Idempotency-Key': 'turn' });
    const first = await bodyOf(await rotate());
    await api.portal('DELETE', `/api/portal/webhooks/${id}`, person);
    expect(await bodyOf(await rotate())).toEqual(first);
  });
});

describe('a key that is known', () => {
  test('with another body, or at another path, is refused', async () => {
    const key = randomUUID();
    const { id } = await bodyOf(await createKey(key));
    const other = await problemOf(await createKey(key, { ...REQUESTED, name: 'Daily' }));
    expect([other.status, other.code]).toEqual([422, 'idempotency_key_reused']);
    const reroll = (keyId: string) =>
      api.portal('POST', `/api/portal/api-keys/${keyId}/reroll`, owner, undefined, { 'Idempotency-Key': key });
    const rerolled = await reroll(id);
    expect(rerolled.status).toBe(200); // another operation has separate keys
    expect((await problemOf(await reroll((await bodyOf(rerolled)).id))).code).toBe('idempotency_key_reused');
  });

  test("is another member's, API key's or organization's own", async () => {
    const colleague = await api.newMember(owner);
    const stranger = await api.newMember(await api.newTenant());
    const answers = [
      await createKey('mine', REQUESTED, owner),
      await createKey('mine', REQUESTED, colleague),
      await createKey('mine', REQUESTED, stranger),
    ];
    expect(answers.map((one) => [one.status, isReplay(one)])).toEqual(answers.map(() => [200, false]));
  });

  test('is no way around the check of the caller', async () => {
    const admin = await api.newMember(owner, { role: 'admin' });
    expect((await createKey('demoted', REQUESTED, admin)).status).toBe(200);
    await api.portal('PUT', `/api/portal/team/${admin.id}/role`, owner, { role: 'member' });
    expect((await problemOf(await createKey('demoted', REQUESTED, admin))).code).toBe('insufficient_role');
  });

  test('stays free when its request was refused', async () => {
    expect((await problemOf(await createKey('late', { ...REQUESTED, scopes: [] }))).code).toBe('validation_failed');
    const missing = `/api/portal/api-keys/${randomUUID()}/reroll`;
    await problemOf(await api.portal('POST', missing, owner, undefined, { 'Idempotency-Key': 'late' }));
    expect(isReplay(await createKey('late'))).toBe(false);
  });

  test('stays free when the handler refuses, and when it fails', async () => {
    const person = await api.newMember(await api.newTenant());
    const change = (currentPassword: string) =>
      api.portal(
        'POST',
        '/api/auth/change-password',
        person,
        { currentPassword, newPassword: 'a word that nobody else would think of 7' },
        { 'Idempotency-Key': 'change' },
      );
    expect((await problemOf(await change('wrong'))).code).toBe('invalid_credentials');
    const changed = await change(person.password);
    expect([changed.status, isReplay(changed)]).toEqual([200, false]);
  });

  test('must be printable, and say the same where it comes twice', async () => {
    expect(await problemOf(await createKey('ä'))).toMatchObject({
      code: 'validation_failed',
      errors: [{ in: 'header', name: 'Idempotency-Key', code: 'invalid_format' }],
    });
  });
});

describe('when the service was stopped before the answer was kept', () => {
  test('the key is refused, first as in use and then for good', async () => {
    const person = await api.newMember(await api.newTenant());
    await createKey('broken off', REQUESTED, person);
    const { organizationId } = person;
    const change = (data: object) =>
      api.database.system().nativeUpdate(IdempotentAnswerEntity, { organizationId }, data);
    await change({ answer: null });
    expect((await problemOf(await createKey('broken off', REQUESTED, person))).code).toBe('idempotency_key_in_use');
    await change({ begunAt: new Date(Date.now() - 10 * 60_000) });
    expect((await problemOf(await createKey('broken off', REQUESTED, person))).code).toBe(
      'idempotency_outcome_unknown',
    );
  });
});

describe('what lies in the database', () => {
  test('tells neither the secret, nor the key, nor anything of a password', async () => {
    const person = await api.newMember(await api.newTenant());
    const { fullKey } = await bodyOf(await createKey('the customer 4711', REQUESTED, person));
    const [row] = await rowsOf(person);
    const text = JSON.stringify(row);
    expect(fullKey).toMatch(/^fxp_/);
    for (const secret of [fullKey, 'customer 4711', REQUESTED.name]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('base64').replaceAll('=', ''));
    }
    expect([row?.request, row?.answer]).toEqual([expect.stringMatching(/^v1\./), expect.stringMatching(/^v1\./)]);
  });

  test('is swept when its day is over, and then the key is new', async () => {
    const person = await api.newMember(await api.newTenant());
    await createKey('yesterday', REQUESTED, person);
    const { organizationId } = person;
    const expire = () =>
      api.database.system().nativeUpdate(IdempotentAnswerEntity, { organizationId }, { expiresAt: new Date() });
    await expire();
    expect(isReplay(await createKey('yesterday', REQUESTED, person))).toBe(false);
    await expire();
    expect(await submissionStore(api.database).forgetKeys()).toBeGreaterThan(0);
    expect(await rowsOf(person)).toEqual([]);
  });

  test('is gone once everything is to be erased, but for the answer to that request', async () => {
    const person = await api.newMember(await api.newTenant());
    await createKey('before', REQUESTED, person);
    const erase = () =>
      api.portal('POST', '/api/portal/erasure', person, { scope: 'all' }, { 'Idempotency-Key': 'erase' });
    const { erasureId } = await bodyOf(await erase());
    expect((await rowsOf(person)).map(({ operation }) => operation)).toEqual(['requestErasure']);
    expect(await bodyOf(await erase())).toMatchObject({ erasureId });
  });
});
