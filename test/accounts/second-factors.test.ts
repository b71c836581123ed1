/** Tests second factors: their set-up, their use at sign-in, and their removal. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MemberEntity } from '#store/accounts/members.ts';
import { OneTimeTokenEntity } from '#store/accounts/one-time-tokens.ts';
import { RecoveryCodeEntity, TotpEntity } from '#store/accounts/factor-rows.ts';
import { auditLog } from '#store/organizations/audit.ts';
import { RateWindowEntity } from '#store/database/rate-windows.ts';
import {
  ask,
  mailedToken,
  newAddress,
  PASSWORD,
  reaches,
  registered,
  signedIn,
  signInOf,
} from '#test/support/accounts.ts';
import { type Person, type Problem, problemOf, startApi } from '#test/support/api.ts';
import { jsonOf } from '#test/support/audit.ts';
import { type Authenticator, authenticator, type Requested } from '#test/support/authenticator.ts';
import { codeOf, forgetSteps, ORIGIN, withPasskey, withTotp } from '#test/support/second-factors.ts';
import { started } from '#test/support/started.ts';

let person: Person;

const api = started(() => startApi());
const newPerson = async () => api.newMember(await api.newTenant());
const login = ({ email, password }: Person, more = {}) => ask(api, 'login', { email, password, ...more });
/** The refusal that asks for a second factor. */
const asked = async (who: Person): Promise<Problem & { readonly mfa_token?: string }> => problemOf(await login(who));
const show = (refusal: Problem, proof: object) => ask(api, 'login/mfa', { mfa_token: refusal['mfa_token'], ...proof });
const codeOfProblem = async (answer: Promise<Response>) => (await problemOf(await answer)).code;
const factors = async (who: Person) =>
  jsonOf<{ methods: string[]; totp: object | null; passkeys: object[]; recoveryCodesLeft: number }>(
    await api.portal('GET', '/api/auth/mfa', who),
  );
const subjects = async ({ email }: Person) => (await api.mails(email)).map(({ subject }) => subject);
/** Newest first. */
const actions = async ({ organizationId, id }: Person) => {
  const { items } = await auditLog(api.database).list(organizationId, { page: 1, pageSize: 100 });
  return items.filter(({ actorId }) => actorId === id).map(({ action }) => action);
};

describe('an authenticator app', () => {
  test('is set up by a code of it; then recovery codes are shown, and other sign-ins end', async () => {
    person = await newPerson();
    const elsewhere = await signInOf(await login(person));
    expect(await factors(person)).toEqual({
      methods: [],
      required: false,
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    const { secret, otpauthUri } = await jsonOf<{ secret: string; otpauthUri: string }>(
      await api.portal('POST', '/api/auth/mfa/totp', person),
    );
    expect(new URL(otpauthUri).searchParams.get('secret')).toBe(secret);
    expect((await factors(person)).methods).toEqual([]);
    const confirm = (code: string) => api.portal('POST', '/api/auth/mfa/totp/confirm', person, { code });
    expect(await codeOfProblem(confirm(codeOf(secret, 7)))).toBe('invalid_second_factor');
    const { recoveryCodes } = await jsonOf<{ recoveryCodes: string[] }>(await confirm(codeOf(secret)));
    expect(new Set(recoveryCodes).size).toBe(10);

    expect(await factors(person)).toMatchObject({
      methods: ['totp', 'recovery_code'],
      totp: { createdAt: expect.any(String) },
      recoveryCodesLeft: 10,
    });
    expect(await reaches(api, elsewhere.token)).toBe(401);
    expect(await reaches(api, person.token)).toBe(200);
    expect(await subjects(person)).toEqual(['An authenticator app was added']);
    expect(await actions(person)).toEqual(['second-factor.added']);
    // The database holds neither the secret nor a code in plain form.
    const { sealedSecret } = await api.database.system().findOneOrFail(TotpEntity, { memberId: person.id });
    expect(sealedSecret).not.toContain(secret);
    const rows = await api.database.system().find(RecoveryCodeEntity, { memberId: person.id });
    expect(rows.map(({ sha256 }) => sha256)).toEqual(Array(10).fill(expect.stringMatching(/^[0-9a-f]{64}$/)));
  });

  test('is asked for after the right password alone', async () => {
    const app = await withTotp(api, (person = await newPerson()));
    expect(await codeOfProblem(ask(api, 'login', { email: person.email, password: 'wrong' }))).toBe(
      'invalid_credentials',
    );
    const refusal = await asked(person);
    expect(refusal).toMatchObject({ status: 401, code: 'mfa_required', methods: ['totp', 'recovery_code'] });
    expect(refusal).not.toHaveProperty('publicKey');
    const before = await api.database.system().findOneOrFail(MemberEntity, { id: person.id });
    expect(before.lastLoginAt).toBeNull();
    const response = await show(refusal, { code: app.code() });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toContain('__Host-refresh=');
    expect(await reaches(api, (await signInOf(response)).token)).toBe(200);
    const after = await api.database.system().findOneOrFail(MemberEntity, { id: person.id });
    expect(after.lastLoginAt).toBeInstanceOf(Date);
  });

  test('may be shown with the password at once', async () => {
    const app = await withTotp(api, (person = await newPerson()));
    expect(await codeOfProblem(login(person, { totp: app.code(7) }))).toBe('invalid_second_factor');
    expect((await login(person, { totp: app.code() })).status).toBe(200);
  });

  test('gives codes that are taken once, and none of before', async () => {
    const app = await withTotp(api, (person = await newPerson()));
    const next = app.code(1);
    expect((await show(await asked(person), { code: next })).status).toBe(200);
    for (const code of [next, app.code()]) {
      expect(await codeOfProblem(show(await asked(person), { code }))).toBe('invalid_second_factor');
    }
  });

  test('gives a code that of many at the same time one may use', async () => {
    const app = await withTotp(api, (person = await newPerson()));
    const code = app.code();
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(person, { totp: code })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  });

  test('is replaced by another one, without new recovery codes', async () => {
    const old = await withTotp(api, (person = await newPerson()));
    const { secret } = await jsonOf<{ secret: string }>(await api.portal('POST', '/api/auth/mfa/totp', person));
    expect((await login(person, { totp: old.code() })).status).toBe(200);
    const confirmed = await api.portal('POST', '/api/auth/mfa/totp/confirm', person, { code: codeOf(secret) });
    expect(await jsonOf(confirmed)).toEqual({ recoveryCodes: null });
    await forgetSteps(api, person);
    expect(await codeOfProblem(login(person, { totp: old.code(1) }))).toBe('invalid_second_factor');
    expect((await login(person, { totp: codeOf(secret) })).status).toBe(200);
  });
});

test('an app that is proposed while another one is confirmed does not take its place', async () => {
  for (let round = 0; round < 5; round++) {
    person = await newPerson();
    const propose = () => api.portal('POST', '/api/auth/mfa/totp', person);
    const { secret } = await jsonOf<{ secret: string }>(await propose());
    const confirm = api.portal('POST', '/api/auth/mfa/totp/confirm', person, { code: codeOf(secret) });
    const [, proposed] = await Promise.all([confirm, propose()]);
    // After an app is confirmed, a new app needs a second factor.
    expect([200, 403]).toContain(proposed.status);
    // The order decides: the app that gave a code exists, or none.
    expect((await login(person, { totp: codeOf(secret, 1) })).status).toBe(200);
  }
});

describe('the question for a second factor', () => {
  test('is good for one sign-in, for five minutes, and ends with the password', async () => {
    const app = await withTotp(api, (person = await newPerson()));
    const used = await asked(person);
    expect((await show(used, { code: app.code() })).status).toBe(200);
    await forgetSteps(api, person);
    expect(await codeOfProblem(show(used, { code: app.code() }))).toBe('invalid_or_expired_token');

    const late = await asked(person);
    const over = { expiresAt: new Date() };
    await api.database.system().nativeUpdate(OneTimeTokenEntity, { memberId: person.id }, over);
    expect(await codeOfProblem(show(late, { code: app.code() }))).toBe('invalid_or_expired_token');

    const old = await asked(person);
    const [currentPassword, newPassword] = [person.password, `wide green ${randomUUID()}`];
    const changed = await api.portal('POST', '/api/auth/change-password', person, { currentPassword, newPassword });
    expect(changed.status).toBe(200);
    expect(await codeOfProblem(show(old, { code: app.code() }))).toBe('invalid_or_expired_token');
  });

  test('takes one answer', async () => {
    await withTotp(api, (person = await newPerson()));
    const refusal = await asked(person);
    for (const proof of [{}, { code: '123456', recovery_code: 'a' }, { code: '12345' }]) {
      expect(await codeOfProblem(show(refusal, proof))).toBe('validation_failed');
    }
  });

  test('is answered by ten wrong codes of an app in an hour, and then by none; a right one begins anew', async () => {
    const app = await withTotp(api, (person = await newPerson()));
    const refusal = await asked(person);
    const wrong = () => codeOfProblem(show(refusal, { code: app.code(7) }));
    for (let attempt = 0; attempt < 9; attempt++) expect(await wrong()).toBe('invalid_second_factor');
    expect((await show(refusal, { code: app.code() })).status).toBe(200);
    const again = await asked(person);
    const attempt = () => show(again, { code: app.code(7) });
    for (let count = 0; count < 10; count++) expect(await codeOfProblem(attempt())).toBe('invalid_second_factor');
    const refused = await attempt();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await problemOf(refused)).toMatchObject({
      code: 'rate_limited',
      'violated-policies': ['second-factor-account'],
    });
    await forgetSteps(api, person);
    expect(await codeOfProblem(show(again, { code: app.code() }))).toBe('rate_limited');
    await api.database.system().nativeDelete(RateWindowEntity, {});
    expect((await show(again, { code: app.code() })).status).toBe(200);
  });

  test('is answered by a passkey or a recovery code, however many codes were guessed by whoever knows the password', async () => {
    const app = await withTotp(api, (person = await newPerson()));
    const { device } = await withPasskey(api, person);
    const guessed = async () => {
      const refusal = await asked(person);
      for (let count = 0; count < 10; count++) await show(refusal, { code: app.code(7) });
      expect(await codeOfProblem(show(refusal, { code: app.code(7) }))).toBe('rate_limited');
      return refusal;
    };
    expect((await show(await guessed(), { recovery_code: app.recoveryCodes[0] })).status).toBe(200);
    const refusal = await guessed();
    const assertion = device.get(JSON.parse(JSON.stringify(refusal['publicKey'])));
    expect((await show(refusal, { assertion })).status).toBe(200);
  });
});

describe('a passkey', () => {
  /** The challenge in the refusal. */
  const optionsOf = (refusal: Problem) => JSON.parse(JSON.stringify(refusal['publicKey']));

  test('is registered, and signs in', async () => {
    person = await newPerson();
    const { device, recoveryCodes, id } = await withPasskey(api, person);
    expect(recoveryCodes).toHaveLength(10);
    expect(await factors(person)).toMatchObject({
      methods: ['recovery_code', 'passkey'].toSorted().toReversed(),
      passkeys: [{ id, name: 'Laptop', lastUsedAt: null }],
    });
    const refusal = await asked(person);
    const assertion = device.get(optionsOf(refusal));
    expect((await show(refusal, { assertion })).status).toBe(200);
    expect(await factors(person)).toMatchObject({ passkeys: [{ lastUsedAt: expect.any(String) }] });
    expect(await codeOfProblem(show(refusal, { assertion }))).toBe('invalid_or_expired_token');
    expect(await codeOfProblem(show(await asked(person), { assertion }))).toBe('invalid_second_factor');
  });

  test.each([
    ['of another page', { origin: 'https://fixpoint.example' }],
    ['of another domain', { rpId: 'fixpoint.example' }],
  ] satisfies [string, Requested][])('%s is refused', async (_, requested) => {
    person = await newPerson();
    const { device } = await withPasskey(api, person);
    const refusal = await asked(person);
    const refused = show(refusal, { assertion: device.get(optionsOf(refusal), requested) });
    expect(await codeOfProblem(refused)).toBe('invalid_second_factor');
    expect((await show(refusal, { assertion: device.get(optionsOf(refusal)) })).status).toBe(200);
  });

  test('of somebody else is refused', async () => {
    const [other, mine] = [await newPerson(), await newPerson()];
    const { device } = await withPasskey(api, other);
    await withPasskey(api, mine);
    const refusal = await asked(mine);
    const refused = show(refusal, { assertion: device.get(optionsOf(refusal)) });
    expect(await codeOfProblem(refused)).toBe('invalid_second_factor');
  });

  test('whose count has not gone on may be a copy: it is refused, and that is audited', async () => {
    person = await newPerson();
    const { device } = await withPasskey(api, person);
    const first = await asked(person);
    expect((await show(first, { assertion: device.get(optionsOf(first), { count: 9 }) })).status).toBe(200);
    const second = await asked(person);
    const refused = show(second, { assertion: device.get(optionsOf(second), { count: 9 }) });
    expect(await codeOfProblem(refused)).toBe('invalid_second_factor');
    expect(await actions(person)).toContain('passkey.counter-regressed');
  });

  test('is registered by what was asked, once, and one may have several', async () => {
    person = await newPerson();
    const { device } = await withPasskey(api, person);
    const register = (credential: object) =>
      api.portal('POST', '/api/auth/mfa/passkeys', person, { name: 'Phone', credential });
    const options = async () =>
      jsonOf<Parameters<Authenticator['create']>[0]>(
        await api.portal('POST', '/api/auth/mfa/passkeys/options', person),
      );
    const again = await options();
    expect(again).toMatchObject({ excludeCredentials: [{ type: 'public-key' }], user: { name: person.email } });
    expect(await codeOfProblem(register(device.create(again)))).toBe('invalid_second_factor');
    expect(await codeOfProblem(register(device.create(again)))).toBe('invalid_second_factor');
    expect((await withPasskey(api, person, 'Phone')).recoveryCodes).toBeNull();
    expect((await factors(person)).passkeys).toMatchObject([{ name: 'Laptop' }, { name: 'Phone' }]);
  });

  test('that is reached in a way that is no word is refused', async () => {
    person = await newPerson();
    const path = '/api/auth/mfa/passkeys';
    const options = await jsonOf<Parameters<Authenticator['create']>[0]>(
      await api.portal('POST', `${path}/options`, person),
    );
    const made: { response: object } = JSON.parse(JSON.stringify(authenticator(ORIGIN).create(options)));
    const credential = { ...made, response: { ...made.response, transports: ['\0'] } };
    const refused = await problemOf(await api.portal('POST', path, person, { name: 'Laptop', credential }));
    expect(refused).toMatchObject({ errors: [{ name: '/credential/response/transports/0' }] });
  });

  test('is renamed, and removed', async () => {
    person = await newPerson();
    const { id } = await withPasskey(api, person);
    const path = `/api/auth/mfa/passkeys/${id}`;
    expect(await jsonOf(await api.portal('PUT', path, person, { name: 'Old laptop' }))).toMatchObject({
      id,
      name: 'Old laptop',
    });
    expect((await api.portal('DELETE', path, person)).status).toBe(204);
    expect(await codeOfProblem(api.portal('DELETE', path, person))).toBe('not_found');
    expect(await factors(person)).toMatchObject({ methods: [], recoveryCodesLeft: 0 });
    expect((await login(person)).status).toBe(200);
    expect(await subjects(person)).toEqual(['A passkey was added', 'A passkey was removed']);
    expect(await actions(person)).toEqual(['second-factor.removed', 'passkey.renamed', 'second-factor.added']);
  });
});

describe('recovery codes', () => {
  test('work once each, however they are typed, and their owner is told', async () => {
    const { recoveryCodes } = await withTotp(api, (person = await newPerson()));
    const [code = ''] = recoveryCodes;
    const typed = code.toUpperCase().replaceAll('-', ' ');
    expect((await show(await asked(person), { recovery_code: typed })).status).toBe(200);
    expect(await codeOfProblem(show(await asked(person), { recovery_code: code }))).toBe('invalid_second_factor');
    expect((await factors(person)).recoveryCodesLeft).toBe(9);
    expect(await subjects(person)).toContain('A recovery code was used');
  });

  test('are made anew in the place of the old ones', async () => {
    person = await newPerson();
    const renew = () => api.portal('POST', '/api/auth/mfa/recovery-codes', person);
    expect(await codeOfProblem(renew())).toBe('second_factor_required');
    const { recoveryCodes: old } = await withTotp(api, person);
    const { recoveryCodes: codes } = await jsonOf<{ recoveryCodes: string[] }>(await renew());
    expect(await codeOfProblem(show(await asked(person), { recovery_code: old[1] }))).toBe('invalid_second_factor');
    expect((await show(await asked(person), { recovery_code: codes[1] })).status).toBe(200);
  });

  test('are no second factor by themselves: they go with the last one', async () => {
    await withTotp(api, (person = await newPerson()));
    const { id } = await withPasskey(api, person);
    expect((await api.portal('DELETE', '/api/auth/mfa/totp', person)).status).toBe(204);
    expect((await factors(person)).recoveryCodesLeft).toBe(10);
    expect((await api.portal('DELETE', `/api/auth/mfa/passkeys/${id}`, person)).status).toBe(204);
    expect((await factors(person)).recoveryCodesLeft).toBe(0);
    expect(await codeOfProblem(api.portal('DELETE', '/api/auth/mfa/totp', person))).toBe('not_found');
  });
});

describe('an account', () => {
  test('keeps its second factors through a forgotten password', async () => {
    const app = await withTotp(api, (person = await newPerson()));
    await ask(api, 'forgot-password', { email: person.email });
    const token = await mailedToken(api, person.email);
    expect((await ask(api, 'reset-password', { token, password: PASSWORD })).status).toBe(200);
    const mine = { ...person, password: PASSWORD };
    const refusal = await asked(mine);
    expect(refusal.code).toBe('mfa_required');
    expect((await show(refusal, { code: app.code() })).status).toBe(200);
  });

  test('that a stranger made with somebody’s address loses them with the first confirmation', async () => {
    const email = await registered(api, newAddress());
    const stranger = await signedIn(api, email);
    const { token, user, organization } = stranger;
    const them = { ...person, id: user.id, email, token, organizationId: organization.id, password: PASSWORD };
    await withTotp(api, them);
    await api.portal('POST', '/api/auth/mfa/recovery-codes', them);
    // They also cannot send any number of mails to the member.
    expect(await subjects(them)).toEqual(['Confirm your e-mail address']);
    await ask(api, 'forgot-password', { email });
    const newPassword = `wide green ${randomUUID()}`;
    const mailed = await mailedToken(api, email);
    expect((await ask(api, 'reset-password', { token: mailed, password: newPassword })).status).toBe(200);
    expect((await login({ ...them, password: newPassword })).status).toBe(200);
  });

  test('says of each sign-in whether a second factor was shown, and goes on saying so after a refresh', async () => {
    person = await newPerson();
    const app = await withTotp(api, person);
    const { refresh_token } = await signInOf(await login(person, { totp: app.code() }));
    const { token } = await signInOf(await ask(api, 'refresh', { refresh_token }));
    const sessions = await jsonOf<object[]>(await api.portal('GET', '/api/auth/sessions', { token }));
    expect(sessions).toContainEqual(expect.objectContaining({ current: true, secondFactorAt: expect.any(String) }));
  });
});
