/** Tests the organization in the portal: all members read it, admins change it, an owner ends it. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { SessionEntity } from '#store/accounts/sessions.ts';
import { submissionStore } from '#store/submissions/submissions.ts';
import { pdfSaying, problemOf, sha256, startApi, submissionOf } from '#test/support/api.ts';
import type { Person } from '#test/support/api.ts';
import { expectNoAuditEntry, expectAuditEntry, jsonOf, sortedStatuses } from '#test/support/audit.ts';
import { started } from '#test/support/started.ts';

interface OrganizationBody {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly isActive: boolean;
  readonly [field: string]: unknown;
}

const PATH = '/api/portal/organization';
const SETTINGS = `${PATH}/settings`;
const DEACTIVATE = `${PATH}/deactivate`;
const HOUR_MS = 60 * 60 * 1000;

const api = started(() => startApi());
const tenant = started(() => api.newTenant({ planTier: 'starter' }));
const owner = started(() => api.newMember(tenant));
const get = async (who = owner) => jsonOf<OrganizationBody>(await api.portal('GET', PATH, who));
const put = (path: string, body: unknown, who = owner) => api.portal('PUT', path, who, body);
const newSlug = () => `slug-${randomUUID().slice(0, 8)}`;

describe('GET /api/portal/organization', () => {
  test('has the fields of the specification, whether members need a second factor, a deletion that is pending, and no others', async () => {
    expect(await get()).toEqual({
      id: tenant.organizationId,
      name: 'Test',
      slug: expect.stringMatching(/^test-/),
      schemaName: `org_${tenant.organizationId.replaceAll('-', '').slice(0, 12)}`,
      contactEmail: null,
      defaultRegion: null,
      allowedRegions: ['ca-central-1', 'us-east-2', 'eu-central-1'],
      planTier: 'starter',
      monthlyDocLimit: 10_000,
      isActive: true,
      requireSecondFactor: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      deletion: null,
    });
  });

  test('tells each caller of their own organization', async () => {
    const other = await api.newTenant();
    expect((await get(await api.newMember(other, { role: 'member' }))).id).toBe(other.organizationId);
  });

  test('refuses a parameter it does not know', async () => {
    const problem = await problemOf(await api.portal('GET', `${PATH}?fields=name`, owner));
    expect(problem).toMatchObject({ status: 400, code: 'unknown_parameter' });
  });
});

describe('PUT /api/portal/organization', () => {
  test('changes name and slug, and writes into the audit log which, not to what', async () => {
    const admin = await api.newMember(tenant, { role: 'admin' });
    const slug = newSlug();
    const { organizationId } = tenant;
    const details = { fields: 'name,slug' };
    const change = { organizationId, actorId: admin.id, action: 'organization.updated', details };
    const response = await expectAuditEntry(api, change, () => put(PATH, { name: 'Näme Ltd 𝕏', slug }, admin));
    expect(await jsonOf(response)).toMatchObject({ id: organizationId, name: 'Näme Ltd 𝕏', slug });
    expect(await get()).toMatchObject({ name: 'Näme Ltd 𝕏', slug });
  });

  test('that changes nothing is no entry of the audit log', async () => {
    const { name, slug } = await get();
    const response = await expectNoAuditEntry(api, tenant.organizationId, () => put(PATH, { name, slug }));
    expect(await jsonOf(response)).toMatchObject({ name, slug });
  });

  test.each(['abc', 'a-1', '0'.repeat(48), 'a--b'])('takes the slug %s', async (slug) => {
    const own = await api.newMember(await api.newTenant());
    expect((await jsonOf<OrganizationBody>(await put(PATH, { name: 'n', slug }, own))).slug).toBe(slug);
  });

  test.each([
    ['no name', { slug: 'good-slug' }, '/name', 'required'],
    ['no slug', { name: 'Name' }, '/slug', 'required'],
    ['an empty name', { name: '', slug: 'good-slug' }, '/name', 'invalid_value'],
    ['a name of 201 characters', { name: 'x'.repeat(201), slug: 'good-slug' }, '/name', 'invalid_value'],
    ['a name with a line end', { name: 'a\r\nBcc: b', slug: 'good-slug' }, '/name', 'invalid_value'],
    ['a name that is null', { name: null, slug: 'good-slug' }, '/name', 'invalid_type'],
    ['a slug of two characters', { name: 'Name', slug: 'ab' }, '/slug', 'invalid_value'],
    ['a slug of 49 characters', { name: 'Name', slug: 'x'.repeat(49) }, '/slug', 'invalid_value'],
    ['a slug in capitals', { name: 'Name', slug: 'Good-Slug' }, '/slug', 'invalid_value'],
    ['a slug that begins with -', { name: 'Name', slug: '-slug' }, '/slug', 'invalid_value'],
    ['a slug that ends with -', { name: 'Name', slug: 'slug-' }, '/slug', 'invalid_value'],
    ['a slug with a line end', { name: 'Name', slug: 'slug\n' }, '/slug', 'invalid_value'],
    ['a slug with a slash', { name: 'Name', slug: 'a/../b' }, '/slug', 'invalid_value'],
  ])('refuses %s', async (_what, body, name, code) => {
    expect(await problemOf(await put(PATH, body))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ in: 'body', name, code }],
    });
  });

  test('a slug is of one organization only, also when two ask for it at the same time', async () => {
    const slug = newSlug();
    const members = await Promise.all([1, 2, 3, 4].map(async () => api.newMember(await api.newTenant())));
    const answers = await Promise.all(members.map((person) => put(PATH, { name: 'Race', slug }, person)));
    expect(sortedStatuses(answers)).toEqual([200, 409, 409, 409]);
    const late = await api.newMember(await api.newTenant());
    const refused = await expectNoAuditEntry(api, late.organizationId, () => put(PATH, { name: 'Late', slug }, late));
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'slug_taken' });
    expect((await get(late)).name).toBe('Test');
  });

  test('nobody who changes it stands in the way of those who write to its audit log', async () => {
    const person = await api.newMember(await api.newTenant());
    const url = 'https://receiver.example/hook';
    const rounds = Array.from({ length: 6 }, (_, round) => [
      put(PATH, { name: `Round ${round}`, slug: newSlug() }, person),
      put(SETTINGS, { contact_email: `round-${round}@person.example` }, person),
      api.portal('POST', '/api/portal/api-keys', person, { name: 'Key', scopes: ['read'] }),
      api.portal('POST', '/api/portal/team/invite', person, {
        email: `${randomUUID()}@person.example`,
        role: 'member',
      }),
      api.portal('POST', '/api/portal/webhooks', person, { url, events: ['normalization.success'] }),
      api.portal('POST', '/api/portal/erasure', person, {
        contentHash: `sha256:${sha256(Buffer.from(String(round)))}`,
      }),
      api.portal('POST', '/api/portal/webhooks/signing-secret/rotate', person),
    ]);
    const answers = await Promise.all(rounds.flat());
    expect(answers.filter(({ status }) => status === 500)).toEqual([]);
  });

  test.each([
    ['planTier', 'pro'],
    ['monthlyDocLimit', 1e9],
    ['isActive', false],
    ['schemaName', 'public'],
    ['id', randomUUID()],
    ['createdAt', '2000-01-01T00:00:00Z'],
    ['paymentCustomerId', 'cus_1'],
    ['organizationId', randomUUID()],
  ])('%s is not to be written: it is refused, and nothing is changed', async (field, value) => {
    const before = await get();
    const whole = { name: 'Assigned', slug: newSlug() };
    for (const [path, body] of [
      [PATH, whole],
      [SETTINGS, {}],
    ] as const) {
      const problem = await problemOf(await put(path, { ...body, [field]: value }));
      expect(problem).toMatchObject({ status: 400, code: 'unknown_parameter' });
    }
    expect(await get()).toEqual(before);
  });

  test('neither is __proto__', async () => {
    const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' };
    const body = '{"name":"n","slug":"good-slug","__proto__":{"isActive":false}}';
    const response = await fetch(api.url + PATH, { method: 'PUT', headers, body });
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'unknown_parameter' });
  });

  test('what is no JSON, or too much of it, is refused', async () => {
    const headers = { Authorization: `Bearer ${owner.token}` };
    const text = await fetch(api.url + PATH, { method: 'PUT', headers, body: 'name=x' });
    expect(await problemOf(text)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    const long = await put(PATH, { name: 'x'.repeat(70_000), slug: 'good-slug' });
    expect(await problemOf(long)).toMatchObject({ status: 413, code: 'body_too_large' });
  });
});

describe('PUT /api/portal/organization/settings', () => {
  test('changes what is named and leaves the rest', async () => {
    const own = await api.newMember(await api.newTenant());
    const settings = {
      contact_email: 'billing@example.com',
      default_region: 'us-east-2',
      allowed_regions: ['us-east-2', 'eu-central-1'],
    };
    const { organizationId } = own;
    const details = { fields: 'contactEmail,defaultRegion,allowedRegions' };
    const change = { organizationId, actorId: own.id, action: 'organization.updated', details };
    const response = await expectAuditEntry(api, change, () => put(SETTINGS, settings, own));
    const changed = {
      contactEmail: 'billing@example.com',
      defaultRegion: 'us-east-2',
      allowedRegions: ['us-east-2', 'eu-central-1'],
    };
    expect(await jsonOf(response)).toMatchObject(changed);
    expect(await jsonOf(await put(SETTINGS, { contact_email: null }, own))).toMatchObject({
      ...changed,
      contactEmail: null,
    });
    expect(await jsonOf(await put(SETTINGS, { default_region: null }, own))).toMatchObject({ defaultRegion: null });
    expect(await jsonOf(await api.portal('PUT', SETTINGS, own))).toMatchObject({ defaultRegion: null });
  });

  test('a default region must be an allowed one when all is done', async () => {
    const own = await api.newMember(await api.newTenant());
    await jsonOf(await put(SETTINGS, { default_region: 'us-east-2' }, own));
    for (const settings of [
      { allowed_regions: ['eu-central-1'] },
      { default_region: 'ca-central-1', allowed_regions: ['eu-central-1', 'us-east-2'] },
    ]) {
      const problem = await problemOf(await put(SETTINGS, settings, own));
      expect(problem).toMatchObject({
        status: 400,
        code: 'region_not_allowed',
        allowedRegions: settings.allowed_regions,
      });
    }
    const moved = { default_region: 'eu-central-1', allowed_regions: ['eu-central-1'] };
    expect(await jsonOf(await put(SETTINGS, moved, own))).toMatchObject({ allowedRegions: ['eu-central-1'] });
  });

  test('a document goes where the settings say, from the next one on', async () => {
    const there = await api.newTenant();
    const own = await api.newMember(there);
    await jsonOf(await put(SETTINGS, { default_region: 'us-east-2', allowed_regions: ['us-east-2'] }, own));
    const refused = await api.postForm(pdfSaying('settings'), there, { region: 'eu-central-1' });
    expect(await problemOf(refused)).toMatchObject({ status: 400, code: 'region_not_allowed' });
    expect((await api.postForm(pdfSaying('settings'), there)).status).toBe(200);
  });

  test.each([
    ['no region at all', { allowed_regions: [] }, '/allowed_regions', 'out_of_range'],
    ['a region twice', { allowed_regions: ['us-east-2', 'us-east-2'] }, '/allowed_regions', 'invalid_value'],
    ['an unknown region', { allowed_regions: ['mars-1'] }, '/allowed_regions/0', 'invalid_value'],
    ['regions that are null', { allowed_regions: null }, '/allowed_regions', 'invalid_type'],
    ['an unknown default', { default_region: 'mars-1' }, '/default_region', 'invalid_value'],
    ['an address that is none', { contact_email: 'nobody' }, '/contact_email', 'invalid_value'],
    [
      'an address with a line end',
      { contact_email: 'a@example.com\nBcc: b@example.com' },
      '/contact_email',
      'invalid_value',
    ],
    [
      'an address of 255 characters',
      { contact_email: `${'a'.repeat(64)}@${`${'d'.repeat(61)}.`.repeat(3)}test` },
      '/contact_email',
      'out_of_range',
    ],
  ])('refuses %s', async (_what, body, name, code) => {
    expect(await problemOf(await put(SETTINGS, body))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ in: 'body', name, code }],
    });
  });
});

describe('POST /api/portal/organization/deactivate', () => {
  const deactivate = (who: Person) => api.portal('POST', DEACTIVATE, who);

  test('ends the organization: keys and what waits at once, the subscription with it', async () => {
    const doomed = await api.newTenant({ planTier: 'free' });
    const person = await api.newMember(doomed);
    const cancelled = vi.spyOn(api.runner, 'cancelSubscriptionNow');
    api.runner.hold();
    const later = { Prefer: 'respond-async' };
    await api.postForm(pdfSaying('under way'), doomed, {}, later);
    const waiting = await submissionOf(await api.postForm(pdfSaying('waiting'), doomed, {}, later));

    const { organizationId } = doomed;
    const change = {
      organizationId,
      actorId: person.id,
      action: 'organization.deactivated',
      details: { keysRevoked: 1 },
    };
    const response = await expectAuditEntry(api, change, () => deactivate(person));
    expect(await jsonOf(response)).toMatchObject({ id: organizationId, isActive: false });
    expect(cancelled).toHaveBeenCalledExactlyOnceWith(organizationId);
    expect(await problemOf(await api.get('/api/submissions', doomed))).toMatchObject({
      status: 401,
      code: 'api_key_revoked',
    });
    const orphaned = await submissionStore(api.database).listOrphaned(1_000);
    expect(orphaned.map(({ submissionId }) => submissionId)).toContain(waiting.submissionId);
    api.runner.release();
    cancelled.mockRestore();
  });

  test('a second time is refused; reading goes on, changing does not', async () => {
    const person = await api.newMember(await api.newTenant());
    await jsonOf(await deactivate(person));
    const again = await expectNoAuditEntry(api, person.organizationId, () => deactivate(person));
    expect(await problemOf(again)).toMatchObject({ status: 409, code: 'organization_inactive' });
    expect(await get(person)).toMatchObject({ isActive: false });
    const rename = await put(PATH, { name: 'Ghost', slug: newSlug() }, person);
    expect(await problemOf(rename)).toMatchObject({ status: 409, code: 'organization_inactive' });
  });

  test('of two who ask at the same time one succeeds', async () => {
    const person = await api.newMember(await api.newTenant());
    const answers = await Promise.all([deactivate(person), deactivate(person), deactivate(person)]);
    expect(sortedStatuses(answers)).toEqual([200, 409, 409]);
  });

  test('takes a sign-in of the last hour', async () => {
    const person = await api.newMember(await api.newTenant());
    const session = { organizationId: person.organizationId, id: person.sessionId };
    const authTime = new Date(Date.now() - HOUR_MS - 60_000);
    await api.database.system().nativeUpdate(SessionEntity, session, { authTime });
    expect(await problemOf(await deactivate(person))).toMatchObject({ status: 403, code: 'reauthentication_required' });
    expect(await get(person)).toMatchObject({ isActive: true });
  });

  test('is done even while Temporal cannot be told of the subscription', async () => {
    const person = await api.newMember(await api.newTenant());
    const away = vi.spyOn(api.runner, 'cancelSubscriptionNow').mockRejectedValue(new Error('no Temporal'));
    expect(await jsonOf(await deactivate(person))).toMatchObject({ isActive: false });
    away.mockRestore();
  });
});

test('a change that comes while the organization is being deactivated is refused', async () => {
  const person = await api.newMember(await api.newTenant());
  const { organizationId: id } = person;
  const { promise: held, resolve: holds } = Promise.withResolvers<void>();
  const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
  const closing = api.database.system().transactional(async (em) => {
    await em.nativeUpdate(OrganizationEntity, { id }, { isActive: false });
    holds();
    await hold;
  });
  await held;
  const late = put(PATH, { name: 'Late', slug: newSlug() }, person);
  // Row locks name no database, and those of other databases belong to other tests.
  const waiting = `select 1 from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`;
  try {
    await vi.waitFor(async () => expect(await api.database.system().execute(waiting)).not.toEqual([]), {
      timeout: 30_000,
      interval: 50,
    });
  } finally {
    letGo();
  }
  await closing;
  expect(await problemOf(await late)).toMatchObject({ status: 409, code: 'organization_inactive' });
});
