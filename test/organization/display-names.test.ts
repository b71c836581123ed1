/** Tests names that other people read: the names that the API rejects everywhere, and those that a mail shows. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiKeyEntity } from '#store/organizations/api-keys.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { ask, newAddress, PASSWORD } from '#test/support/accounts.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import { jsonOf } from '#test/support/audit.ts';
import { withPasskey } from '#test/support/second-factors.ts';
import { started } from '#test/support/started.ts';

let passkeyId: string;

const api = started(() => startApi());
const owner = started(async () => api.newMember(await api.newTenant()));

beforeAll(async () => {
  passkeyId = (await withPasskey(api, owner)).id;
});

const HIDDEN = [
  'F\u0456xpoint',
  'evil\u20DD.com',
  'a\nb',
  'a\u202Eb',
  'a\u200Bb',
  'a\u2028b',
  'a\u2066b',
  'a\u00ADb',
  '\uFEFFa',
  ' ',
  '',
];
const ADDRESSES = ['https://evil.example', 'www.evil', 'help@evil.example', 'evil\uFF0Eexample/now', '1.1.1.1/x'];
const GOOD = ['Müller & Söhne 2.0', 'خانه\u200Cها', 'Verein e.V.', 'Booking.com B.V.', 'Team 👨‍👩‍👧'];

const slug = () => `names-${randomUUID().slice(0, 8)}`;
const register = (organizationName: string) =>
  ask(api, 'register', { email: newAddress(), password: PASSWORD, organizationName });
const rename = (name: string) => api.portal('PUT', '/api/portal/organization', owner, { name, slug: slug() });
const createKey = (name: string) => api.portal('POST', '/api/portal/api-keys', owner, { name, scopes: ['read'] });
const renamePasskey = (name: string) => api.portal('PUT', `/api/auth/mfa/passkeys/${passkeyId}`, owner, { name });
const createBatch = (name: string) => api.portal('POST', '/api/batches', owner, { name });

const ALL = [
  ['an organization that registers', register, '/organizationName'],
  ['an organization', rename, '/name'],
  ['an API key', createKey, '/name'],
  ['a passkey', renamePasskey, '/name'],
  ['a batch', createBatch, '/name'],
] as const;
const WITHOUT_ADDRESS = ALL.filter(([what]) => what !== 'a batch');

describe.each(ALL)('the name of %s', (_what, call, pointer) => {
  const isRegistration = call === register;
  test.each(HIDDEN)('hides nothing: %j', async (name) => {
    const wrong = { status: 400, code: 'validation_failed', errors: [{ in: 'body', name: pointer }] };
    expect(await problemOf(await call(name))).toMatchObject(wrong);
  });

  // Three registrations an hour are possible.
  test.each(isRegistration ? GOOD.slice(0, 1) : GOOD)('may be %s', async (name) => {
    expect((await call(name)).ok).toBe(true);
  });
});

describe.each(WITHOUT_ADDRESS)('the name of %s', (_what, call, pointer) => {
  test.each(ADDRESSES)('is no address: %s', async (name) => {
    const wrong = { status: 400, code: 'validation_failed', errors: [{ in: 'body', name: pointer }] };
    expect(await problemOf(await call(name))).toMatchObject(wrong);
  });
});

test('a batch may have the name of a file', async () => {
  expect(await jsonOf(await createBatch('invoices.csv'))).toMatchObject({ name: 'invoices.csv' });
});

test('an organization without a name of its own has no link for one', async () => {
  const email = newAddress().replace('@', '.evil.example@');
  expect((await ask(api, 'register', { email, password: PASSWORD })).status).toBe(201);
  const { name } = await api.database.system().findOneOrFail(OrganizationEntity, { contactEmail: email });
  expect(name).toMatch(/ evil example$/);
});

describe('a name that is older than the rules', () => {
  const OLD = 'Acme\u202E”. Pay at https://evil.example';
  let guest: string;

  beforeEach(async () => {
    guest = newAddress();
    const { organizationId: id } = owner;
    await api.database.system().nativeUpdate(OrganizationEntity, { id }, { name: OLD });
  });

  test('is answered as it is, and shown harmless in an invitation', async () => {
    expect(await jsonOf(await api.portal('GET', '/api/portal/organization', owner))).toMatchObject({ name: OLD });
    const invited = await api.portal('POST', '/api/portal/team/invite', owner, { email: guest, role: 'member' });
    expect(invited.status).toBe(200);
    const text = (await api.mails(guest)).at(-1)?.text ?? '';
    expect(text).toContain("“Acme\uFFFD'. Pay at https[:]//evil[.]example”");
    expect(text.indexOf('Acme')).toBeGreaterThan(text.indexOf('You have been invited'));
    expect(text).not.toMatch(/\p{Cf}|evil\.example/u);
  });

  test('stays where only the slug changes, and another one follows the rules', async () => {
    const names = { name: OLD, slug: slug() };
    expect(await jsonOf(await api.portal('PUT', '/api/portal/organization', owner, names))).toMatchObject(names);
    const wrong = { status: 400, code: 'validation_failed', errors: [{ in: 'body', name: '/name' }] };
    expect(await problemOf(await rename(`${OLD}!`))).toMatchObject(wrong);
  });

  test('of a key goes over to the key that takes its place', async () => {
    const { id } = await jsonOf<{ id: string }>(await createKey('Old'));
    await api.database.system().nativeUpdate(ApiKeyEntity, { id }, { name: OLD });
    const replaced = await api.portal('POST', `/api/portal/api-keys/${id}/reroll`, owner);
    expect(await jsonOf(replaced)).toMatchObject({ name: OLD });
  });
});
