/**
 * An attacker registers with the address of another person, creates everything possible and waits. When the owner of
 * the address confirms it or sets a new password, nothing of that remains.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { mailTemplates } from '#src/mail/account-mails.ts';
import { accountStore } from '#store/accounts/accounts.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { auditLog } from '#store/organizations/audit.ts';
import { invitationStore } from '#store/accounts/invitations.ts';
import { mailStore } from '#store/mail/mails.ts';
import { MemberEntity } from '#store/accounts/members.ts';
import { hashPassword } from '#store/accounts/password-hash.ts';
import { sessionStore } from '#store/accounts/sessions.ts';
import { webhookEndpointStore } from '#store/webhooks/endpoints.ts';
import { WebhookDeliveryEntity } from '#store/webhooks/rows.ts';
import { pdfSaying, problemOf, startApi } from '#test/support/api.ts';
import { ask, mailedToken, newAddress, PASSWORD, reaches, registered, signedIn } from '#test/support/accounts.ts';
import { jsonOf } from '#test/support/audit.ts';
import { started } from '#test/support/started.ts';

const OWN_PASSWORD = 'nine camels in a small garden';

const api = started(() => startApi());
const stores = () => ({
  keys: apiKeyStore(api.database),
  endpoints: webhookEndpointStore(api.database, api.sealer),
  invitations: invitationStore(api.database),
});

async function newest(organizationId: string, count: number) {
  const { items } = await auditLog(api.database).list(organizationId, { page: 1, pageSize: count });
  return items.map(({ action, actorId, target, details }) => ({ action, actorId, target, details }));
}

/** Everything that an unconfirmed address could create. */
async function planted(organizationId: string) {
  const { keys, endpoints, invitations } = stores();
  const requested = { name: 'Planted', scopes: ['normalize', 'read'] as const, expiresAt: null };
  const { fullKey } = await keys.create(organizationId, requested);
  const url = 'https://stranger.example/hook';
  const endpoint = await endpoints.create(organizationId, { url, events: ['normalization.success'], active: true });
  const { deliveryId } =
    (await endpoints.test(organizationId, endpoint.id, randomUUID())) ?? expect.fail('no endpoint');
  const secret = await endpoints.organizationSecret(organizationId);
  const { token: invitation } = await api.database
    .tenant(organizationId)
    .transactional((em) => invitations.create(em, { organizationId, email: newAddress(), role: 'admin' }));
  return { key: { organizationId, key: fullKey }, secret, deliveryId, invitation };
}

/** The attacker with the password is registered and signed in and has created one of everything. */
async function hijacked() {
  const email = await registered(api);
  const session = await signedIn(api, email);
  const organizationId = session.organization.id;
  const made = await planted(organizationId);
  expect((await api.postForm(pdfSaying('Before anybody came'), made.key)).status).toBe(200);
  return { email, organizationId, memberId: session.user.id, session, ...made };
}

type Hijacked = Awaited<ReturnType<typeof hijacked>>;

async function confirm({ email }: { readonly email: string }, password = PASSWORD): Promise<Response> {
  await ask(api, 'resend-verification', { email });
  return ask(api, 'verify-email', { token: await mailedToken(api, email), password });
}

async function reset({ email }: { readonly email: string }): Promise<Response> {
  await ask(api, 'forgot-password', { email });
  return ask(api, 'reset-password', { token: await mailedToken(api, email), password: OWN_PASSWORD });
}

async function expectNothingLeft({ session, key, secret, deliveryId, invitation, ...rest }: Hijacked): Promise<void> {
  const { organizationId, email } = rest;
  expect(await problemOf(await api.get('/api/submissions', key))).toMatchObject({ code: 'api_key_revoked' });
  expect(await reaches(api, session.token)).toBe(401);
  expect((await ask(api, 'refresh', { refresh_token: session.refresh_token })).status).toBe(401);
  expect(await stores().endpoints.list(organizationId)).toEqual([]);
  const delivery = await api.database.system().findOneOrFail(WebhookDeliveryEntity, { id: deliveryId });
  expect(delivery.status).toBe('cancelled');
  expect(await stores().endpoints.organizationSecret(organizationId)).not.toBe(secret);
  expect((await ask(api, 'accept-invite', { token: invitation, password: PASSWORD })).status).toBe(400);
  const person = await api.database.system().findOneOrFail(MemberEntity, { email });
  expect(person.emailVerified).toBe(true);
}

const ENDED = { sessionsEnded: 1, keysRevoked: 1, webhooksDeleted: 1, invitationsRevoked: 1 };

describe('an address that is not confirmed', () => {
  test('gets no API key, by whatever call', async () => {
    const { email, organizationId, session } = await hijacked();
    const [key] = await stores().keys.list(organizationId);
    const requested = { name: 'Mine', scopes: ['read'] };
    for (const path of ['/api/portal/api-keys', `/api/portal/api-keys/${key?.id}/reroll`]) {
      const response = await api.portal('POST', path, session, path.endsWith('reroll') ? {} : requested);
      expect(await problemOf(response)).toMatchObject({ status: 403, code: 'email_not_verified' });
    }
    expect((await confirm({ email })).status).toBe(200);
    expect((await api.portal('POST', '/api/portal/api-keys', await signedIn(api, email), requested)).status).toBe(200);
  });

  test('leaves nothing to who made it once its owner has chosen a password', async () => {
    const before = await hijacked();
    const waiting = await mailedToken(api, before.email);
    expect((await reset(before)).status).toBe(200);
    await expectNothingLeft(before);
    expect((await ask(api, 'login', { email: before.email, password: PASSWORD })).status).toBe(401);
    expect((await ask(api, 'verify-email', { token: waiting, password: OWN_PASSWORD })).status).toBe(400);

    const { organizationId, memberId: actorId } = before;
    const [passwordReset, confirmed] = await newest(organizationId, 2);
    expect(passwordReset).toMatchObject({ action: 'member.password-reset' });
    expect(confirmed).toEqual({ action: 'member.email-verified', actorId, target: actorId, details: ENDED });
  });

  test('leaves nothing of before its confirmation either', async () => {
    const before = await hijacked();
    expect((await confirm(before)).status).toBe(200);
    await expectNothingLeft(before);
    const { organizationId, memberId: actorId } = before;
    const [confirmed] = await newest(organizationId, 1);
    expect(confirmed).toEqual({ action: 'member.email-verified', actorId, target: actorId, details: ENDED });
  });

  test('makes way for whoever accepts an invitation to it', async () => {
    const before = await hijacked();
    const { organizationId } = await api.newTenant();
    const { token } = await api.database
      .tenant(organizationId)
      .transactional((em) => stores().invitations.create(em, { organizationId, email: before.email, role: 'member' }));
    expect((await ask(api, 'accept-invite', { token, password: OWN_PASSWORD })).status).toBe(200);
    const joined = await signedIn(api, before.email, OWN_PASSWORD);
    expect(joined.organization).toMatchObject({ id: organizationId, role: 'member' });

    expect((await ask(api, 'login', { email: before.email, password: PASSWORD })).status).toBe(401);
    expect((await api.portal('GET', '/api/portal/organization', before.session)).status).toBe(401);
    expect((await api.get('/api/submissions', before.key)).status).toBe(401);
    const [ended, removed] = await newest(before.organizationId, 2);
    expect(ended).toMatchObject({ action: 'organization.deactivated', actorId: null });
    expect(removed).toMatchObject({ action: 'member.removed', actorId: null, target: before.memberId });
  });

  test('is not confirmed by an owner who did not choose the password: theirs comes first', async () => {
    const before = await hijacked();
    const token = await mailedToken(api, before.email);
    const refused = await ask(api, 'verify-email', { token, password: OWN_PASSWORD });
    expect(await problemOf(refused)).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect((await signedIn(api, before.email)).user.emailVerified).toBe(false);
    expect((await ask(api, 'verify-email', { token, password: PASSWORD })).status).toBe(200);
  });

  test('is confirmed by a program of the owner, which knows who registered, by the token alone', async () => {
    const before = await hijacked();
    const token = await mailedToken(api, before.email);
    expect((await ask(api, 'verify-email', { token })).status).toBe(200);
    await expectNothingLeft(before);
  });

  test('keeps what is somebody else’s, where somebody of the organization is confirmed already', async () => {
    const tenant = await api.newTenant();
    await api.newMember(tenant);
    const second = await api.newMember(tenant, { role: 'admin', emailVerified: false });
    const { key } = await planted(tenant.organizationId);
    expect((await confirm(second, second.password)).status).toBe(200);
    expect(await reaches(api, second.token)).toBe(401);
    for (const one of [tenant, key]) expect((await api.get('/api/submissions', one)).status).toBe(200);
    expect(await stores().endpoints.list(tenant.organizationId)).toHaveLength(1);
    const [confirmed] = await newest(tenant.organizationId, 1);
    expect(confirmed).toMatchObject({ action: 'member.email-verified', details: { sessionsEnded: 1 } });
  });
});

test('whoever was confirmed and resets the password later keeps keys, webhooks and invitations', async () => {
  const email = await registered(api);
  await confirm({ email });
  const session = await signedIn(api, email);
  const organizationId = session.organization.id;
  const { key, secret, invitation } = await planted(organizationId);
  expect((await reset({ email })).status).toBe(200);
  expect(await reaches(api, session.token)).toBe(401);
  expect((await api.get('/api/submissions', key)).status).toBe(200);
  expect(await stores().endpoints.list(organizationId)).toHaveLength(1);
  expect(await stores().endpoints.organizationSecret(organizationId)).toBe(secret);
  expect((await ask(api, 'accept-invite', { token: invitation, password: PASSWORD })).status).toBe(200);
});

describe('a sign-in that began before the password was replaced', () => {
  test('does not end after it', async () => {
    const { id: memberId, organizationId, email } = await api.newMember(await api.newTenant());
    const { passwordHash } = await api.database.system().findOneOrFail(MemberEntity, { id: memberId });
    expect((await reset({ email })).status).toBe(200);
    const late = sessionStore(api.database).open({ organizationId, memberId, userAgent: null, passwordHash });
    await expect(late).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test('waits for it, and is not let in then', async () => {
    const { id: memberId, organizationId } = await api.newMember(await api.newTenant());
    const { passwordHash } = await api.database.system().findOneOrFail(MemberEntity, { id: memberId });
    const another = await hashPassword(OWN_PASSWORD);
    const late = await api.database.system().transactional(async (em) => {
      await em.nativeUpdate(MemberEntity, { id: memberId }, { passwordHash: another });
      return [sessionStore(api.database).open({ organizationId, memberId, userAgent: null, passwordHash })];
    });
    await expect(late[0]).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await sessionStore(api.database).list(organizationId, memberId)).toHaveLength(1);
  });
});

test('a password is not changed by a sign-in that has ended since it was let in', async () => {
  const person = await api.newMember(await api.newTenant());
  const { email, sessionId } = person;
  const accounts = accountStore(
    api.database,
    mailStore(api.database, api.sealer),
    mailTemplates('https://fixpoint.test'),
  );
  expect((await reset(person)).status).toBe(200);
  const late = accounts.changePassword(person, sessionId, await hashPassword('of somebody else entirely'));
  await expect(late).rejects.toMatchObject({ code: 'invalid_token' });
  expect((await ask(api, 'login', { email, password: OWN_PASSWORD })).status).toBe(200);
});

test('an organization that was deactivated can have its owner back', async () => {
  const before = await hijacked();
  await api.database
    .system()
    .execute('update organization set is_active = false where id = ?', [before.organizationId]);
  expect((await reset(before)).status).toBe(200);
  const person = await signedIn(api, before.email, OWN_PASSWORD);
  expect(await jsonOf(await api.portal('GET', '/api/portal/api-keys', person))).toMatchObject([{ isActive: false }]);
});
