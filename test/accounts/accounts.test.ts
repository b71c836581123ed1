/** Tests registration, the confirmation of an address, and invitations. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { auditLog } from '#store/organizations/audit.ts';
import { InvitationEntity, invitationStore } from '#store/accounts/invitations.ts';
import { MemberEntity } from '#store/accounts/members.ts';
import { OneTimeTokenEntity } from '#store/accounts/one-time-tokens.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { deactivateOrganization } from '#store/organizations/deactivation.ts';
import type { MemberRole } from '#domain/accounts/permissions.ts';
import { someAddress } from '#test/support/addresses.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import { ask, mailedToken, newAddress, PASSWORD, registered, signedIn, signInOf } from '#test/support/accounts.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const memberOf = (email: string) => api.database.system().findOneOrFail(MemberEntity, { email });
const actions = async (organizationId: string) => {
  const { items } = await auditLog(api.database).list(organizationId, { page: 1, pageSize: 100 });
  return items.map(({ action }) => action);
};

async function invited(organizationId: string, email = newAddress(), role: MemberRole = 'member') {
  const em = api.database.tenant(organizationId);
  const { token } = await em.transactional((tx) =>
    invitationStore(api.database).create(tx, { organizationId, email, role }),
  );
  return { email, token };
}

test('registration makes an organization on the free plan, its owner, and a mail', async () => {
  const email = newAddress();
  const response = await ask(api, 'register', { email, password: PASSWORD, organizationName: 'Analytical Engines' });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ status: 'pending_verification', email });

  const { organizationId, ...owner } = await memberOf(email);
  expect(owner).toMatchObject({ role: 'owner', isActive: true, emailVerified: false });
  const organization = await api.database.system().findOneOrFail(OrganizationEntity, { id: organizationId });
  expect(organization).toMatchObject({ name: 'Analytical Engines', planTier: 'free', contactEmail: email });
  expect(organization.slug).toMatch(/^analytical-engines/);
  expect(await actions(organizationId)).toEqual(['organization.created']);
  expect(await api.mails(email)).toMatchObject([{ subject: 'Confirm your e-mail address' }]);
});

test('the password is nowhere but in its hash, and the token of the mail nowhere but in the mail', async () => {
  const email = await registered(api);
  const { passwordHash, id } = await memberOf(email);
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const row = await api.database.system().findOneOrFail(OneTimeTokenEntity, { memberId: id });
  const token = await mailedToken(api, email);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(JSON.stringify(row)).not.toContain(token);
});

test('two organizations of one name have two slugs; one without a name is called after its owner', async () => {
  const slugs = await Promise.all(
    [await registered(api), await registered(api)].map(async (email) => {
      const { organization } = await signedIn(api, email);
      return organization.slug;
    }),
  );
  expect(new Set(slugs).size).toBe(2);
  const email = `ada-${newAddress()}`;
  await ask(api, 'register', { email, password: PASSWORD });
  const { organizationId } = await memberOf(email);
  const { name } = await api.database.system().findOneOrFail(OrganizationEntity, { id: organizationId });
  expect(`${name}@person.example`).toBe(email);
});

test('an address that has an account gets the same answer, nothing is changed, and its owner a mail', async () => {
  const email = await registered(api);
  const before = await memberOf(email);
  const organizations = await api.database.system().count(OrganizationEntity, { name: 'Once' });
  const answers = await Promise.all(
    [email.toUpperCase().replace('PERSON.EXAMPLE', 'person.example'), newAddress()].map((address) =>
      ask(api, 'register', { email: address, password: 'another horse of 1815', organizationName: 'Once' }),
    ),
  );
  const [known, unknown] = await Promise.all(answers.map(async (response) => Object.keys(await bodyOf(response))));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(known).toEqual(unknown);
  expect((await memberOf(email)).passwordHash).toBe(before.passwordHash);
  expect(await api.database.system().count(OrganizationEntity, { name: 'Once' })).toBe(organizations + 1);
  const mails = await api.mails(email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your e-mail address', 'You already have an account']);
});

test('many registrations of one address at once make one account', async () => {
  const email = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ask(api, 'register', { email, password: PASSWORD })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  expect(await api.database.system().count(MemberEntity, { email })).toBe(1);
});

test.each([
  [{ password: PASSWORD }, 'validation_failed'],
  [{ email: 'ada', password: PASSWORD }, 'validation_failed'],
  [{ email: 'ada@person.example', password: 7 }, 'validation_failed'],
  [{ email: 'ada@person.example', password: PASSWORD, role: 'owner' }, 'unknown_parameter'],
  [{ email: 'ada@person.example', password: PASSWORD, organizationName: 'a\nb' }, 'validation_failed'],
  [{ email: 'ada@person.example', password: PASSWORD, organizationName: 'A', inviteToken: 't' }, 'validation_failed'],
  [{ email: 'ada@person.example', password: 'password' }, 'weak_password'],
  [{ email: 'ada@person.example', password: 'Analytical1', organizationName: 'Analytical' }, 'weak_password'],
])('registration with %j is refused: %s', async (body, code) => {
  const response = await ask(api, 'register', body);
  expect(response.status).toBe(400);
  expect(await problemOf(response)).toMatchObject({ code });
});

test('links in mails lead to the configured address, whatever the request says of its host', async () => {
  const email = newAddress();
  expect(await postWithHost('register', { email, password: PASSWORD })).toBe(201);
  expect(await postWithHost('forgot-password', { email })).toBe(202);
  const links = (await api.mails(email)).flatMap(({ text }) => text.match(/https?:\S+/g) ?? []);
  expect(links).toHaveLength(3);
  const [verify, forgot, reset] = links;
  expect(forgot).toBe('https://fixpoint.test/portal/#/forgot');
  for (const link of [verify, reset])
    expect(link).toMatch(/^https:\/\/fixpoint\.test\/portal\/#\/(verify|reset)\?token=[\w-]{43}$/);
});

/** fetch would write its own Host header. */
async function postWithHost(what: string, body: object): Promise<number | undefined> {
  const headers = {
    Host: 'evil.example:x@legit.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'http',
    'X-Forwarded-For': someAddress(),
    Forwarded: 'host=evil.example',
    'Content-Type': 'application/json',
  };
  const call = request(`${api.url}/api/auth/${what}`, { method: 'POST', headers }).end(JSON.stringify(body));
  const [response]: [IncomingMessage] = await once(call, 'response').then(([first]) => [first]);
  response.resume();
  return response.statusCode;
}

test('the address is confirmed by its mail, once', async () => {
  const email = await registered(api);
  expect((await signedIn(api, email)).user).toMatchObject({ email, emailVerified: false });
  const token = await mailedToken(api, email);
  expect((await ask(api, 'verify-email', { token, password: PASSWORD })).status).toBe(200);
  expect((await signedIn(api, email)).user).toMatchObject({ emailVerified: true });
  expect(await problemOf(await ask(api, 'verify-email', { token, password: PASSWORD }))).toMatchObject({
    status: 400,
    code: 'invalid_or_expired_token',
  });
});

test('a link to confirm is good for a day, the newest one only, and for nothing else', async () => {
  const email = await registered(api);
  const first = await mailedToken(api, email);
  expect((await ask(api, 'resend-verification', { email })).status).toBe(202);
  const second = await mailedToken(api, email);
  expect((await ask(api, 'verify-email', { token: first, password: PASSWORD })).status).toBe(400);
  expect((await ask(api, 'reset-password', { token: second, password: PASSWORD })).status).toBe(400);
  await passTime(24 * 3600);
  expect((await ask(api, 'verify-email', { token: second, password: PASSWORD })).status).toBe(400);
  await ask(api, 'resend-verification', { email });
  await passTime(24 * 3600 - 60);
  const third = await mailedToken(api, email);
  expect((await ask(api, 'verify-email', { token: third, password: PASSWORD })).status).toBe(200);

  async function passTime(seconds: number): Promise<void> {
    const { id } = await memberOf(email);
    const row = await api.database.system().findOneOrFail(OneTimeTokenEntity, { memberId: id });
    const expiresAt = new Date(row.expiresAt.getTime() - seconds * 1000);
    await api.database.system().nativeUpdate(OneTimeTokenEntity, { memberId: id }, { expiresAt });
  }
});

test('there is no mail to confirm what is confirmed, or nobody has', async () => {
  const tenant = await api.newTenant();
  const { email } = await api.newMember(tenant);
  const nobody = newAddress();
  for (const address of [email, nobody]) {
    expect((await ask(api, 'resend-verification', { email: address })).status).toBe(202);
    expect(await api.mails(address)).toEqual([]);
  }
});

// More than ten parallel passwords are answered slowly.
test('of ten who use one link at the same moment, one is let through', async () => {
  const email = await registered(api);
  const token = await mailedToken(api, email);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask(api, 'verify-email', { token, password: PASSWORD })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
});

test('an invitation can be looked at, and lets its address in with the role it names', async () => {
  const { organizationId } = await api.newTenant();
  const { email, token } = await invited(organizationId, newAddress(), 'admin');
  const preview = await api.portal('GET', `/api/auth/invitations/${token}`, null);
  expect(await bodyOf(preview)).toMatchObject({ organizationName: 'Test', email, role: 'admin' });

  const response = await ask(api, 'accept-invite', { token, password: PASSWORD });
  expect(response.status).toBe(200);
  expect(response.headers.get('set-cookie')).toMatch(/^__Host-refresh=/);
  expect(await signInOf(response)).toMatchObject({
    user: { email, emailVerified: true },
    organization: { id: organizationId, role: 'admin' },
  });
  expect((await actions(organizationId))[0]).toBe('invitation.accepted');
  const member = await api.database.system().findOneOrFail(MemberEntity, { email });
  expect(member.lastLoginAt).toBeInstanceOf(Date);
  expect((await signedIn(api, email)).organization.id).toBe(organizationId);

  expect((await ask(api, 'accept-invite', { token, password: PASSWORD })).status).toBe(400);
  expect((await api.portal('GET', `/api/auth/invitations/${token}`, null)).status).toBe(400);
});

test('an invitation is good for 48 hours and not a second more', async () => {
  const { organizationId } = await api.newTenant();
  const { email, token } = await invited(organizationId);
  const { expiresAt } = await api.database.system().findOneOrFail(InvitationEntity, { email });
  expect(Math.abs(expiresAt.getTime() - Date.now() - 48 * 3_600_000)).toBeLessThan(60_000);
  await api.database.system().nativeUpdate(InvitationEntity, { email }, { expiresAt: new Date(Date.now() - 1_000) });
  expect(await problemOf(await ask(api, 'accept-invite', { token, password: PASSWORD }))).toMatchObject({
    status: 400,
    code: 'invalid_or_expired_token',
  });
  expect((await api.portal('GET', `/api/auth/invitations/${token}`, null)).status).toBe(400);
});

test('a second invitation of one address makes the first worthless', async () => {
  const { organizationId } = await api.newTenant();
  const first = await invited(organizationId);
  const second = await invited(organizationId, first.email);
  expect((await ask(api, 'accept-invite', { token: first.token, password: PASSWORD })).status).toBe(400);
  expect((await ask(api, 'accept-invite', { token: second.token, password: PASSWORD })).status).toBe(200);
});

test('of fifty who accept one invitation at the same moment, one joins', async () => {
  const { organizationId } = await api.newTenant();
  const { email, token } = await invited(organizationId);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ask(api, 'accept-invite', { token, password: PASSWORD })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
  expect(await api.database.system().count(MemberEntity, { email })).toBe(1);
});

test('registration with an invitation joins at once, for the invited address only', async () => {
  const { organizationId } = await api.newTenant();
  const { email, token } = await invited(organizationId);
  const other = await ask(api, 'register', { email: newAddress(), password: PASSWORD, inviteToken: token });
  expect(await problemOf(other)).toMatchObject({ status: 400, code: 'invalid_or_expired_token' });
  const response = await ask(api, 'register', { email, password: PASSWORD, inviteToken: token });
  expect([response.status, await response.json()]).toEqual([201, { status: 'active', email }]);
  expect((await signedIn(api, email)).organization).toMatchObject({ id: organizationId, role: 'member' });
});

test('somebody who has an account cannot join with it, and the invitation stays', async () => {
  const { organizationId } = await api.newTenant();
  const { email, token } = await invited(organizationId, await registered(api));
  await api.database.system().nativeUpdate(MemberEntity, { email }, { emailVerified: true });
  expect(await problemOf(await ask(api, 'accept-invite', { token, password: PASSWORD }))).toMatchObject({
    status: 409,
    code: 'already_registered',
  });
  expect(await api.database.system().count(InvitationEntity, { email })).toBe(1);
});

test('a weak password does not use an invitation up; one to a deactivated organization leads nowhere', async () => {
  const { organizationId } = await api.newTenant();
  const { email, token } = await invited(organizationId);
  const weak = await ask(api, 'accept-invite', { token, password: email });
  expect(await problemOf(weak)).toMatchObject({ status: 400, code: 'weak_password' });
  await deactivateOrganization(api.database, organizationId);
  expect(await problemOf(await ask(api, 'accept-invite', { token, password: PASSWORD }))).toMatchObject({
    status: 409,
    code: 'organization_inactive',
  });
});

test('neither addresses nor passwords nor tokens get into the log', async () => {
  const lines: string[] = [];
  const logged = await startApi({ log: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }) });
  const { organizationId } = await logged.newTenant();
  const { email, token } = await invited(organizationId);
  for (const path of ['/api/auth/invitations/', '/API/Auth/Invitations/', '//api/auth/invitations/'])
    await logged.portal('GET', path + token, null);
  await ask(logged, 'register', { email: newAddress(), password: PASSWORD });
  const { refresh_token: refresh, access_token: access } = await signInOf(
    await ask(logged, 'accept-invite', { token, password: PASSWORD }),
  );
  await ask(logged, 'login', { email, password: 'not the password' });
  await logged.close();
  const log = lines.join('');
  expect(log).toContain('"path":"/api/auth/invitations/…"');
  for (const secret of ['person.example', '2001:db8', PASSWORD, token, refresh, access])
    expect(log).not.toContain(secret);
});

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  return JSON.parse(await response.text());
}
