/**
 * Tests actions that need a recent sign-in with the strongest available factor, and organizations whose members need a
 * second factor.
 */
import { describe, expect, test } from 'vitest';
import { SessionEntity } from '#store/accounts/sessions.ts';
import { mailTemplates } from '#src/mail/account-mails.ts';
import { factorResetStore } from '#store/accounts/factor-reset.ts';
import { mailStore } from '#store/mail/mails.ts';
import { ask, mailedToken, newAddress, PASSWORD, reaches, signInOf } from '#test/support/accounts.ts';
import { type Person, problemOf, startApi, type Tenant } from '#test/support/api.ts';
import { expectAuditEntry, jsonOf } from '#test/support/audit.ts';
import type { Authenticator } from '#test/support/authenticator.ts';
import { withPasskey, withTotp } from '#test/support/second-factors.ts';
import { started } from '#test/support/started.ts';

let tenant: Tenant;
let person: Person;

const api = started(() => startApi());
const newPerson = async () => api.newMember((tenant = await api.newTenant()));

const later = async ({ sessionId: id }: Person) => {
  const anHourAgo = new Date(Date.now() - 61 * 60_000);
  const times = { authTime: anHourAgo, secondFactorAt: anHourAgo };
  await api.database.system().nativeUpdate(SessionEntity, { id }, times);
};
const reauthenticate = (who: Person, proof: object) => api.portal('POST', '/api/auth/reauthenticate', who, proof);
const createKey = (who: Person) => api.portal('POST', '/api/portal/api-keys', who, { name: 'Key', scopes: ['read'] });

describe('a recent sign-in', () => {
  test.each([
    ['/api/portal/api-keys', { name: 'Key', scopes: ['read'] }],
    ['/api/auth/mfa/totp', undefined],
    ['/api/auth/mfa/recovery-codes', undefined],
  ])('is needed for the secrets in an answer of POST %s that is given again', async (path, body) => {
    const app = await withTotp(api, (person = await newPerson()));
    const call = () => api.portal('POST', path, person, body, { 'Idempotency-Key': 'once' });
    const first = await jsonOf(await call());
    await later(person);
    expect(await problemOf(await call())).toMatchObject({ code: 'reauthentication_required' });
    await reauthenticate(person, { code: app.code() });
    expect(await jsonOf(await call())).toEqual(first);
  });

  test('is one again with the password, where there is no second factor', async () => {
    person = await newPerson();
    await later(person);
    expect(await problemOf(await reauthenticate(person, { password: 'wrong' }))).toMatchObject({
      code: 'invalid_credentials',
    });
    expect(await problemOf(await reauthenticate(person, { code: '123456' }))).toMatchObject({ methods: ['password'] });
    expect((await createKey(person)).status).toBe(403);
    const [before] = await jsonOf<{ createdAt: string }[]>(await api.portal('GET', '/api/auth/sessions', person));
    expect((await reauthenticate(person, { password: person.password })).status).toBe(200);
    expect((await createKey(person)).status).toBe(200);
    const [after] = await jsonOf<{ createdAt: string }[]>(await api.portal('GET', '/api/auth/sessions', person));
    expect(after?.createdAt).toBe(before?.createdAt);
  });

  test('is one again with the second factor alone, where there is one', async () => {
    const app = await withTotp(api, (person = await newPerson()));
    await later(person);
    expect(await problemOf(await createKey(person))).toMatchObject({ methods: ['totp', 'recovery_code'] });
    expect(await problemOf(await reauthenticate(person, { password: person.password }))).toMatchObject({
      code: 'reauthentication_required',
      methods: ['totp', 'recovery_code'],
    });
    expect(await problemOf(await reauthenticate(person, { code: app.code(7) }))).toMatchObject({
      status: 401,
      code: 'invalid_second_factor',
    });
    expect((await reauthenticate(person, { code: app.code() })).status).toBe(200);
    expect((await createKey(person)).status).toBe(200);
    expect(await problemOf(await reauthenticate(person, { code: app.code() }))).toMatchObject({ status: 401 });
  });

  test('is one again with a passkey, which signs what it was asked, once', async () => {
    person = await newPerson();
    const options = () => api.portal('POST', '/api/auth/reauthenticate/options', person);
    expect(await problemOf(await options())).toMatchObject({ code: 'not_found', resource: 'passkey' });
    const { device } = await withPasskey(api, person);
    await later(person);
    const assertion = device.get(await jsonOf<Parameters<Authenticator['get']>[0]>(await options()));
    expect((await reauthenticate(person, { assertion })).status).toBe(200);
    expect((await createKey(person)).status).toBe(200);
    expect((await reauthenticate(person, { assertion })).status).toBe(401);
  });
});

describe('an organization that asks for second factors', () => {
  const settings = (who: Person, required: boolean) =>
    api.portal('PUT', '/api/portal/organization/settings', who, { require_second_factor: required });

  test('has an admin with one who says so; the others set one up before anything else', async () => {
    person = await newPerson();
    expect(await problemOf(await settings(person, true))).toMatchObject({ code: 'second_factor_required' });
    await withTotp(api, person);
    const member = await api.newMember(tenant, { role: 'member' });
    const { organizationId, id: actorId } = person;
    const details = { fields: 'requireSecondFactor' };
    const change = { organizationId, actorId, action: 'organization.updated', details };
    const changed = await expectAuditEntry(api, change, () => settings(person, true));
    expect(await jsonOf(changed)).toMatchObject({ requireSecondFactor: true });

    for (const [method, path] of [
      ['GET', '/api/portal/organization'],
      ['GET', '/api/portal/api-keys'],
      ['DELETE', `/api/portal/team/${member.id}`],
    ] as const) {
      expect(await problemOf(await api.portal(method, path, member))).toMatchObject({
        status: 403,
        code: 'second_factor_required',
        setUp: ['/api/auth/mfa/totp', '/api/auth/mfa/passkeys/options'],
      });
    }
    const signedIn = await ask(api, 'login', { email: member.email, password: member.password });
    expect(signedIn.status).toBe(200);
    expect(await jsonOf(await api.portal('GET', '/api/auth/mfa', member))).toMatchObject({ required: true });
    await withPasskey(api, member);
    expect((await api.portal('GET', '/api/portal/organization', member)).status).toBe(200);
  });

  test('sees who has one, and tells whoever is invited', async () => {
    person = await newPerson();
    await withTotp(api, person);
    await settings(person, true);
    const email = newAddress();
    await api.portal('POST', '/api/portal/team/invite', person, { email, role: 'member' });
    expect((await api.mails(email)).at(-1)?.text).toContain('second factor');
    const token = await mailedToken(api, email);
    expect(await jsonOf(await ask(api, 'accept-invite', { token, password: PASSWORD }))).toMatchObject({
      user: { email },
    });
    expect(await jsonOf(await api.portal('GET', '/api/portal/team', person))).toMatchObject([
      { email: person.email, hasSecondFactor: true },
      { email, hasSecondFactor: false },
    ]);
  });

  test('can be made to ask for none again, by somebody who has just shown theirs', async () => {
    person = await newPerson();
    await withTotp(api, person);
    await settings(person, true);
    await later(person);
    expect(await problemOf(await settings(person, false))).toMatchObject({ code: 'reauthentication_required' });
  });
});

describe('whoever has lost their second factors', () => {
  const reset = (by: Person, { id }: Person) => api.portal('DELETE', `/api/portal/team/${id}/mfa`, by);

  test('is let in by the password again when an owner has taken them away, and is told', async () => {
    person = await newPerson();
    const member = await api.newMember(tenant, { role: 'member' });
    await withTotp(api, member);
    const { organizationId, id: actorId } = person;
    const details = { factors: 1, sessionsEnded: 1 };
    const change = { organizationId, actorId, action: 'second-factor.reset', target: member.id, details };
    const response = await expectAuditEntry(api, change, () => reset(person, member));
    expect(await jsonOf(response)).toEqual({ id: member.id, status: 'reset' });
    expect(await reaches(api, member.token)).toBe(401);
    expect((await api.mails(member.email)).at(-1)?.subject).toBe('Your second factors were removed');
    const { token } = await signInOf(await ask(api, 'login', { email: member.email, password: member.password }));
    expect(await reaches(api, token)).toBe(200);
  });

  test('is helped by an admin as a member, and else by an owner', async () => {
    const owner = await newPerson();
    const [admin, other, member] = [
      await api.newMember(tenant, { role: 'admin' }),
      await api.newMember(tenant, { role: 'admin' }),
      await api.newMember(tenant, { role: 'member' }),
    ];
    expect((await reset(admin, member)).status).toBe(200);
    for (const whom of [owner, other]) {
      expect(await problemOf(await reset(admin, whom))).toMatchObject({ code: 'insufficient_role', roles: ['owner'] });
    }
    expect((await reset(owner, other)).status).toBe(200);
  });

  test('is helped by the operator as the one owner', async () => {
    await withTotp(api, (person = await newPerson()));
    const deps = { mails: mailStore(api.database, api.sealer), mailTemplates: mailTemplates('https://fixpoint.test') };
    const resets = factorResetStore(api.database, deps);
    const { organizationId, id: target, email, password } = person;
    const details = { factors: 1, sessionsEnded: 1 };
    const change = { organizationId, action: 'second-factor.reset', target, details };
    expect(await expectAuditEntry(api, { ...change, actorId: null }, () => resets.byOperator(email))).toHaveLength(1);
    expect((await ask(api, 'login', { email, password })).status).toBe(200);
    expect(await resets.byOperator(newAddress())).toBeNull();
  });
});
