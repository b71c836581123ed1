/** Tests forgotten, new and changed passwords. */
import { expect, test } from 'vitest';
import { auditLog } from '#store/organizations/audit.ts';
import { MemberEntity } from '#store/accounts/members.ts';
import { OneTimeTokenEntity } from '#store/accounts/one-time-tokens.ts';
import { type Person, problemOf, startApi } from '#test/support/api.ts';
import { ask, mailedToken, newAddress, PASSWORD, reaches, registered, signedIn } from '#test/support/accounts.ts';
import { started } from '#test/support/started.ts';

const NEW_PASSWORD = 'nine camels in a small garden';

const api = started(() => startApi());
const newPerson = async () => api.newMember(await api.newTenant());
const change = (person: Pick<Person, 'token'>, currentPassword: string, newPassword: string) =>
  api.portal('POST', '/api/auth/change-password', person, { currentPassword, newPassword });
const statusOf = async (answer: Promise<Response>) => (await answer).status;
const login = (email: string, password: string) => statusOf(ask(api, 'login', { email, password }));
const lastAction = async (organizationId: string) => {
  const { items } = await auditLog(api.database).list(organizationId, { page: 1, pageSize: 1 });
  return items[0]?.action;
};

test('a forgotten password is chosen anew by a mailed link: all sign-ins end, and nobody is signed in by it', async () => {
  const person = await newPerson();
  const other = await signedIn(api, person.email, person.password);
  expect(await statusOf(ask(api, 'forgot-password', { email: person.email }))).toBe(202);
  const token = await mailedToken(api, person.email);
  const response = await ask(api, 'reset-password', { token, password: NEW_PASSWORD });
  expect(response.status).toBe(200);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(Object.keys(JSON.parse(await response.text()))).toEqual(['message']);

  for (const one of [person, other]) expect(await reaches(api, one.token)).toBe(401);
  expect(await statusOf(ask(api, 'refresh', { refresh_token: other.refresh_token }))).toBe(401);
  expect(await login(person.email, person.password)).toBe(401);
  expect(await login(person.email, NEW_PASSWORD)).toBe(200);
  expect((await api.mails(person.email)).map(({ subject }) => subject)).toEqual([
    'Choose a new password',
    'Your password was changed',
  ]);
  expect(await lastAction(person.organizationId)).toBe('member.password-reset');
});

test('a link to a new password works once, for half an hour, and only the newest does', async () => {
  const { email, id } = await newPerson();
  const newToken = async () => {
    await ask(api, 'forgot-password', { email });
    return mailedToken(api, email);
  };
  const [first, second] = [await newToken(), await newToken()];
  expect(await problemOf(await ask(api, 'reset-password', { token: first, password: NEW_PASSWORD }))).toMatchObject({
    status: 400,
    code: 'invalid_or_expired_token',
  });
  const { expiresAt } = await api.database.system().findOneOrFail(OneTimeTokenEntity, { memberId: id });
  expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(30);
  expect(await statusOf(ask(api, 'reset-password', { token: second, password: NEW_PASSWORD }))).toBe(200);
  expect(await statusOf(ask(api, 'reset-password', { token: second, password: NEW_PASSWORD }))).toBe(400);

  const third = await newToken();
  await api.database.system().nativeUpdate(OneTimeTokenEntity, { memberId: id }, { expiresAt: new Date() });
  expect(await statusOf(ask(api, 'reset-password', { token: third, password: PASSWORD }))).toBe(400);
});

test('of fifty who use one link at the same moment, one sets the password', async () => {
  const { email } = await newPerson();
  await ask(api, 'forgot-password', { email });
  const token = await mailedToken(api, email);
  const passwords = Array.from({ length: 50 }, (_, index) => `camel number ${index} in the garden`);
  const statuses = await Promise.all(
    passwords.map((password) => statusOf(ask(api, 'reset-password', { token, password }))),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400)).toHaveLength(49);
  expect(await login(email, passwords[statuses.indexOf(200)] ?? '')).toBe(200);
});

test('a weak password does not use the link up', async () => {
  const email = await registered(api);
  await ask(api, 'forgot-password', { email });
  const token = await mailedToken(api, email);
  for (const password of ['short', 'password1', 'Analytical Engines 1', '🐪'.repeat(129)]) {
    expect(await problemOf(await ask(api, 'reset-password', { token, password }))).toMatchObject({
      status: 400,
      code: 'weak_password',
      errors: [{ in: 'body', name: '/password' }],
    });
  }
  expect(await statusOf(ask(api, 'reset-password', { token, password: NEW_PASSWORD }))).toBe(200);
});

test('a link that reached the address confirms it', async () => {
  const email = await registered(api);
  await ask(api, 'forgot-password', { email });
  await ask(api, 'reset-password', { token: await mailedToken(api, email), password: NEW_PASSWORD });
  expect((await signedIn(api, email, NEW_PASSWORD)).user.emailVerified).toBe(true);
});

test('an address that nobody has gets the same answer and no mail, and so does somebody inactive', async () => {
  const { email, id } = await newPerson();
  const inactive = await newPerson();
  await api.database.system().nativeUpdate(MemberEntity, { id: inactive.id }, { isActive: false });
  const nobody = newAddress();
  const answers = await Promise.all(
    [email, nobody, inactive.email].map(async (address) => {
      const response = await ask(api, 'forgot-password', { email: address.toUpperCase() });
      return [response.status, await response.text()];
    }),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await api.mails(email)).toHaveLength(1);
  expect([...(await api.mails(nobody)), ...(await api.mails(inactive.email))]).toEqual([]);
  expect(await api.database.system().count(OneTimeTokenEntity, { memberId: { $in: [id, inactive.id] } })).toBe(1);
});

test('whoever knows the old password changes it, stays signed in here, and nowhere else', async () => {
  const person = await newPerson();
  const other = await signedIn(api, person.email, person.password);
  expect(await statusOf(change(person, person.password, NEW_PASSWORD))).toBe(200);
  expect(await reaches(api, person.token)).toBe(200);
  expect(await reaches(api, other.token)).toBe(401);
  expect(await login(person.email, person.password)).toBe(401);
  expect(await login(person.email, NEW_PASSWORD)).toBe(200);
  expect(await api.mails(person.email)).toMatchObject([{ subject: 'Your password was changed' }]);
  expect(await lastAction(person.organizationId)).toBe('member.password-changed');
});

test('whoever does not know the old password changes nothing', async () => {
  const person = await newPerson();
  expect(await problemOf(await change(person, 'not the password', NEW_PASSWORD))).toMatchObject({
    status: 401,
    code: 'invalid_credentials',
  });
  expect(await problemOf(await change(person, person.password, 'short'))).toMatchObject({
    status: 400,
    code: 'weak_password',
    errors: [{ name: '/newPassword' }],
  });
  expect(await login(person.email, person.password)).toBe(200);
});

test('an installation may ask for longer passwords', async () => {
  const strict = await startApi({ settings: { passwordMinLength: 15 } });
  const email = newAddress();
  expect(await problemOf(await ask(strict, 'register', { email, password: 'v8#Kq2!zR4pL' }))).toMatchObject({
    code: 'weak_password',
    detail: 'The password must have at least 15 characters.',
  });
  expect((await ask(strict, 'register', { email, password: PASSWORD })).status).toBe(201);
  await strict.close();
});
