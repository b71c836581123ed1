/**
 * The roles that may call each route: a row for every route with an access token. A route without a row fails the first
 * test, and each row repeats the domain's table of roles.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { OPERATIONS } from '#api/endpoints.ts';
import { type MemberRole, PORTAL_ACTIONS } from '#domain/accounts/permissions.ts';
import { accessTokens } from '#src/keys/access-token.ts';
import { mintApiKey } from '#store/organizations/api-keys.ts';
import { DataExportEntity } from '#store/privacy/exports.ts';
import { MemberEntity } from '#store/accounts/members.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { SessionEntity } from '#store/accounts/sessions.ts';
import { WebhookDeliveryEntity, WebhookEventEntity } from '#store/webhooks/rows.ts';
import { authenticator, type Authenticator } from '#test/support/authenticator.ts';
import { codeOf, ORIGIN, withPasskey, withTotp } from '#test/support/second-factors.ts';
import { newKey } from '#test/support/builders/issuer.ts';
import { conformingFetch } from '#test/support/conformance.ts';
import { pdfSaying, problemOf, startApi, submissionOf } from '#test/support/api.ts';
import type { Api, Person, Tenant } from '#test/support/api.ts';
import { CANCEL_URL, type Provider, startProvider, SUCCESS_URL } from '#test/support/payments.ts';
import { expectNoAuditEntry, jsonOf } from '#test/support/audit.ts';

/** The organization with the requested things, one of its owners, and the caller. */
interface Scene {
  readonly home: Tenant;
  readonly owner: Person;
  readonly caller: Person;
}

/** The parts of a valid call: the ids of its path, and its JSON or form body. */
interface Call {
  readonly ids?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly form?: FormData;
}

interface Row {
  /** The roles that may call it: `owner`, `admin`, `member`. */
  readonly may: readonly MemberRole[];
  /** Whether the call is possible after the organization was deactivated. */
  readonly afterEnd: boolean;
  /** Whether the call is possible before the caller's address is confirmed. */
  readonly unconfirmed: boolean;
  /** The status of an allowed call. */
  readonly ok: number;
  /** The status for a thing of another organization; 404 by default. */
  readonly foreign?: number;
  readonly call?: (scene: Scene) => Promise<Call> | Call;
}

const ALL: readonly MemberRole[] = ['owner', 'admin', 'member'];
const ADMINS: readonly MemberRole[] = ['owner', 'admin'];
const OWNERS: readonly MemberRole[] = ['owner'];
const reading = { may: ALL, afterEnd: true, unconfirmed: true, ok: 200 };
const writing = { may: ADMINS, afterEnd: false, unconfirmed: false, ok: 200 };
const sending = { ...writing, may: ALL };

const ROWS: Readonly<Record<string, Row>> = {
  'POST /api/auth/logout-all': { ...reading, ok: 204 },
  'POST /api/auth/change-password': {
    ...reading,
    call: ({ caller }) => ({ body: { currentPassword: caller.password, newPassword: `wide green ${randomUUID()}` } }),
  },
  'GET /api/auth/sessions': reading,
  'DELETE /api/auth/sessions/{id}': {
    ...reading,
    ok: 204,
    call: ({ home, owner, caller }) => ({ ids: { id: isOf(home, caller) ? caller.sessionId : owner.sessionId } }),
  },

  'GET /api/auth/mfa': reading,
  'POST /api/auth/mfa/totp': reading,
  'POST /api/auth/mfa/totp/confirm': {
    ...reading,
    call: async ({ caller }) => {
      const { secret } = await prepared<{ secret: string }>('POST', '/api/auth/mfa/totp', caller);
      return { body: { code: codeOf(secret) } };
    },
  },
  'DELETE /api/auth/mfa/totp': { ...reading, ok: 204, call: after(withTotp) },
  'POST /api/auth/mfa/passkeys/options': reading,
  'POST /api/auth/mfa/passkeys': {
    ...reading,
    ok: 201,
    call: async ({ caller }) => {
      const path = '/api/auth/mfa/passkeys/options';
      const options = await prepared<Parameters<Authenticator['create']>[0]>('POST', path, caller);
      return { body: { name: 'Laptop', credential: authenticator(ORIGIN).create(options) } };
    },
  },
  'PUT /api/auth/mfa/passkeys/{id}': {
    ...reading,
    call: async (scene) => ({ ids: await passkey(scene), body: { name: 'Phone' } }),
  },
  'DELETE /api/auth/mfa/passkeys/{id}': { ...reading, ok: 204, call: idsOf(passkey) },
  'POST /api/auth/mfa/recovery-codes': { ...reading, call: after(withTotp) },
  'POST /api/auth/reauthenticate': { ...reading, call: ({ caller }) => ({ body: { password: caller.password } }) },
  'POST /api/auth/reauthenticate/options': { ...reading, call: after(withPasskey) },

  'GET /api/portal/organization': reading,
  'PUT /api/portal/organization': {
    ...writing,
    call: () => ({ body: { name: 'Matrix', slug: `matrix-${randomUUID().slice(0, 8)}` } }),
  },
  'PUT /api/portal/organization/settings': { ...writing, call: () => ({ body: { contact_email: 'a@example.com' } }) },
  'POST /api/portal/organization/deactivate': { ...writing, may: OWNERS },

  'GET /api/portal/api-keys': reading,
  'POST /api/portal/api-keys': { ...writing, call: () => ({ body: { name: 'Key', scopes: ['read'] } }) },
  'GET /api/portal/api-keys/{id}': { ...reading, call: idsOf(apiKey) },
  'DELETE /api/portal/api-keys/{id}': { ...writing, call: idsOf(apiKey) },
  'POST /api/portal/api-keys/{id}/reroll': { ...writing, call: idsOf(apiKey) },

  'GET /api/portal/team': reading,
  'POST /api/portal/team/invite': {
    ...writing,
    call: () => ({ body: { email: `${randomUUID()}@example.com`, role: 'member' } }),
  },
  'GET /api/portal/invitations': writing,
  'DELETE /api/portal/invitations/{id}': { ...writing, call: idsOf(invitation) },
  // Other tests check whom a caller may remove.
  'DELETE /api/portal/team/{userId}': {
    ...reading,
    unconfirmed: false,
    call: async ({ home, caller }) => ({
      ids: { userId: caller.role === 'member' ? caller.id : (await api.newMember(home, { role: 'member' })).id },
    }),
  },
  'DELETE /api/portal/team/{userId}/mfa': {
    ...writing,
    afterEnd: true,
    call: async ({ home }) => ({ ids: { userId: (await api.newMember(home, { role: 'member' })).id } }),
  },
  'PUT /api/portal/team/{userId}/role': {
    ...writing,
    may: OWNERS,
    call: async ({ home }) => ({
      ids: { userId: (await api.newMember(home, { role: 'member' })).id },
      body: { role: 'owner' },
    }),
  },

  'GET /api/portal/audit-log': { ...reading, may: ADMINS },
  'GET /api/portal/audit-log/verify': { ...reading, may: ADMINS },

  'GET /api/portal/webhooks': reading,
  'POST /api/portal/webhooks': { ...writing, ok: 201, call: () => ({ body: ENDPOINT }) },
  'GET /api/portal/webhooks/dead': reading,
  'GET /api/portal/webhooks/signing-secret': writing,
  'POST /api/portal/webhooks/signing-secret/rotate': writing,
  'GET /api/portal/webhooks/{id}': { ...reading, call: idsOf(webhook) },
  'PUT /api/portal/webhooks/{id}': {
    ...writing,
    call: async (scene) => ({ ids: await webhook(scene), body: { active: false } }),
  },
  'DELETE /api/portal/webhooks/{id}': { ...writing, call: idsOf(webhook) },
  'POST /api/portal/webhooks/{id}/rotate-secret': { ...writing, call: idsOf(webhook) },
  'POST /api/portal/webhooks/{id}/test': { ...writing, ok: 202, call: idsOf(webhook) },
  'GET /api/portal/webhooks/{id}/deliveries': { ...reading, call: idsOf(webhook) },
  'GET /api/portal/webhooks/deliveries/{id}/attempts': {
    ...reading,
    call: async (scene) => ({ ids: { id: (await dead(scene)).deliveryId } }),
  },
  'POST /api/portal/webhooks/{eventId}/replay': { ...writing, call: idsOf(dead) },

  'GET /api/portal/stats': reading,
  'GET /api/portal/stats/daily': reading,

  'GET /api/billing/info': { ...reading, may: ADMINS },
  'POST /api/billing/checkout-session': {
    ...writing,
    call: () => ({ body: { tier: 'starter', interval: 'month', successUrl: SUCCESS_URL, cancelUrl: CANCEL_URL } }),
  },
  'POST /api/billing/portal-session': { ...writing, call: () => ({ body: { returnUrl: CANCEL_URL } }) },

  'POST /api/normalize': { ...sending, call: () => ({ form: formOf('file') }) },
  'POST /api/compare': { ...sending, call: () => ({ form: formOf('file_a', 'file_b') }) },
  'GET /api/quota': reading,
  'GET /api/submissions': reading,
  'GET /api/submissions/{id}': { ...reading, call: idsOf(document) },
  'GET /api/submissions/{id}/report': { ...reading, call: idsOf(document) },
  'GET /api/submissions/{id}/original': { ...reading, call: idsOf(document) },
  'GET /api/submissions/{id}/revisions': { ...reading, call: idsOf(document) },
  'GET /api/pages/{fingerprint}': { ...reading, call: idsOf(page) },
  'GET /api/submissions/{id}/evidence': { ...reading, call: idsOf(document) },
  'GET /api/submissions/{id}/events': { ...reading, call: idsOf(document) },
  // The contract requires this status, which reveals that somebody has the document.
  'GET /api/artifacts/{hash}': { ...reading, foreign: 403, call: idsOf(document) },
  'GET /api/reports/{hash}': { ...reading, foreign: 403, call: idsOf(document) },
  'GET /api/attestations/{hash}': { ...reading, call: idsOf(document) },
  'GET /api/verify/{hash}': { ...reading, call: idsOf(document) },
  'GET /api/certificates/{hash}': { ...reading, call: idsOf(document) },
  'POST /api/batches': { ...sending, ok: 201, call: () => ({ body: { name: 'Matrix' } }) },
  'GET /api/batches': reading,
  'GET /api/batches/{batchId}': { ...reading, call: idsOf(batch) },
  'GET /api/batches/{batchId}/submissions': { ...reading, call: idsOf(batch) },
  'POST /api/batches/{batchId}/close': { ...sending, call: idsOf(batch) },

  'POST /api/portal/data-export': { ...writing, afterEnd: true, ok: 202 },
  'GET /api/portal/data-export': { ...reading, may: ADMINS },
  'GET /api/portal/data-export/{id}/status': { ...reading, may: ADMINS, call: idsOf(dataExport) },
  'GET /api/portal/data-export/{id}/download': { ...reading, may: ADMINS, ok: 302, call: idsOf(dataExport) },
  'GET /api/portal/data-export/{id}/link': { ...reading, may: ADMINS, call: idsOf(dataExport) },
  'POST /api/portal/erasure': { ...writing, afterEnd: true },
  'GET /api/portal/erasure': { ...writing, afterEnd: true },
  'GET /api/portal/erasure/{id}': { ...writing, afterEnd: true, call: idsOf(erasure) },
  'DELETE /api/portal/data': { ...writing, may: OWNERS, afterEnd: true, ok: 202 },
  'GET /api/portal/data-deletion/status': { ...reading, call: requestDeletion },
  'DELETE /api/portal/data-deletion/cancel': { ...writing, afterEnd: true, call: requestDeletion },
};

const ENDPOINT = { url: 'https://hooks.example/', events: ['normalization.success'] };

function idsOf(make: (scene: Scene) => Promise<NonNullable<Call['ids']>>): NonNullable<Row['call']> {
  return async (scene) => ({ ids: await make(scene) });
}

function after(prepare: (api: Api, caller: Person) => Promise<unknown>): NonNullable<Row['call']> {
  return async ({ caller }) => {
    await prepare(api, caller);
    return {};
  };
}

/** The call needs no preparation and no body. */
const plainly: NonNullable<Row['call']> = () => ({});

const isOf = (home: Tenant, { organizationId }: Person) => organizationId === home.organizationId;

async function prepared<T>(method: string, path: string, owner: Person, body?: unknown): Promise<T> {
  return jsonOf<T>(await api.portal(method, path, owner, body));
}

function formOf(...files: readonly string[]): FormData {
  const form = new FormData();
  for (const name of files) form.append(name, new Blob([Buffer.from(pdfSaying(randomUUID()))]), 'a.pdf');
  return form;
}

/** A document that an owner has sent. */
async function document({ owner }: Scene): Promise<{ id: string; hash: string }> {
  const sent = await send('POST /api/normalize', { form: formOf('file') }, owner);
  const { submissionId: id, normalized } = await submissionOf(sent);
  return { id, hash: normalized?.sha256 ?? expect.fail('nothing was made') };
}

async function page(scene: Scene): Promise<{ fingerprint: string }> {
  const { id } = await document(scene);
  const { pages } = await prepared<{ pages: { fingerprint: string }[] }>(
    'GET',
    `/api/submissions/${id}/report`,
    scene.owner,
  );
  return { fingerprint: pages[0]?.fingerprint ?? expect.fail('the page has no fingerprint') };
}

async function batch({ owner }: Scene): Promise<{ batchId: string }> {
  return prepared<{ batchId: string }>('POST', '/api/batches', owner, {});
}

/** A passkey of the caller, or of the owner if the caller is from another organization. */
async function passkey({ home, owner, caller }: Scene): Promise<{ id: string }> {
  const { id } = await withPasskey(api, isOf(home, caller) ? caller : owner);
  return { id };
}

async function apiKey({ owner }: Scene): Promise<{ id: string }> {
  const [key] = await prepared<{ id: string }[]>('GET', '/api/portal/api-keys', owner);
  return { id: key?.id ?? '' };
}

async function invitation({ owner }: Scene): Promise<{ id: string }> {
  const body = { email: `${randomUUID()}@example.com`, role: 'member' };
  const { invitationId: id } = await prepared<{ invitationId: string }>('POST', '/api/portal/team/invite', owner, body);
  return { id };
}

async function webhook({ owner }: Scene): Promise<{ id: string }> {
  const { id } = await prepared<{ id: string }>('POST', '/api/portal/webhooks', owner, ENDPOINT);
  return { id };
}

/** A delivery without further attempts. */
async function dead(scene: Scene): Promise<{ eventId: string; deliveryId: string }> {
  const { organizationId } = scene.home;
  const { id: endpointId } = await webhook(scene);
  const [eventId, id] = [`evt_${randomBytes(16).toString('hex')}`, randomUUID()];
  const now = new Date();
  const em = api.database.system();
  const about = { type: 'normalization.success', submissionId: null, batchId: null, payload: '{}' } as const;
  const expiresAt = new Date(now.getTime() + 60 * 60 * 1000);
  await em.insert(WebhookEventEntity, { id: eventId, organizationId, ...about, createdAt: now, expiresAt });
  await em.insert(WebhookDeliveryEntity, {
    id,
    organizationId,
    eventId,
    endpointId,
    url: ENDPOINT.url,
    target: endpointId,
    status: 'dead',
    sequence: 1,
    attempts: 10,
    lastStatusCode: 500,
    lastError: 'http_status',
    lastResponseBody: null,
    firstAttemptAt: now,
    lastAttemptAt: now,
    createdAt: now,
    seenAt: now,
    dueAt: now,
  });
  return { eventId, deliveryId: id };
}

async function dataExport({ owner }: Scene): Promise<{ id: string }> {
  const { exportId: id } = await prepared<{ exportId: string }>('POST', '/api/portal/data-export', owner);
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 60 * 60 * 1000);
  const done = { status: 'completed', completedAt: now, expiresAt, sizeBytes: 1 } as const;
  await api.database.system().nativeUpdate(DataExportEntity, { id }, done);
  return { id };
}

async function erasure({ owner }: Scene): Promise<{ id: string }> {
  const { erasureId: id } = await prepared<{ erasureId: string }>('POST', '/api/portal/erasure', owner);
  return { id };
}

async function requestDeletion({ owner }: Scene): Promise<Call> {
  await prepared('DELETE', '/api/portal/data', owner);
  return {};
}

let api: Api;
let provider: Provider;
/** Credentials that no route accepts. */
let useless: Readonly<
  Record<'anonymous' | 'API key' | 'unknown API key' | 'ended session' | 'expired token', Record<string, string>>
>;

function startApiForRoles(): void {
  beforeAll(async () => {
    const key = newKey();
    provider = await startProvider();
    api = await startApi({ key, payments: provider.payments });
    // The workflow decides whether it is still possible: `test/privacy`.
    vi.spyOn(api.runner, 'cancelDeletion').mockResolvedValue(true);

    const tenant = await api.newTenant();
    const [ended, late] = [await api.newMember(tenant), await api.newMember(tenant)];
    await api.database.system().nativeUpdate(SessionEntity, { id: ended.sessionId }, { endedAt: new Date() });
    const hourAgo = () => new Date(Date.now() - 60 * 60 * 1000);
    const expired = await accessTokens(key, 'https://fixpoint.test', hourAgo).mint({
      memberId: late.id,
      organizationId: late.organizationId,
      sessionId: late.sessionId,
      authTime: hourAgo(),
    });
    useless = {
      anonymous: {},
      'API key': { 'X-Api-Key': tenant.key, Authorization: `Bearer ${tenant.key}` },
      'unknown API key': { 'X-Api-Key': mintApiKey() },
      'ended session': { Authorization: `Bearer ${ended.token}` },
      'expired token': { Authorization: `Bearer ${expired}` },
    };
  });
  afterAll(async () => {
    await api.close();
    await provider.close();
  });
}

async function sceneFor(role: MemberRole): Promise<Scene> {
  const home = await api.newTenant();
  const owner = await api.newMember(home);
  return { home, owner, caller: role === 'owner' ? owner : await api.newMember(home, { role }) };
}

const UNKNOWN = {
  id: randomUUID(),
  userId: randomUUID(),
  eventId: randomUUID(),
  batchId: randomUUID(),
  hash: '0'.repeat(64),
  fingerprint: '0'.repeat(64),
};

async function send(
  route: string,
  { ids = {}, body, form }: Call,
  person: Person | null,
  headers = {},
): Promise<Response> {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
  if (form === undefined) return api.portal(method, path, person, body, headers);
  return conformingFetch(api.url + path, { method, headers: { Authorization: `Bearer ${person?.token}` }, body: form });
}

const SIGNED = OPERATIONS.filter(({ access }) => access.action !== undefined);
const nameOf = ({ method, path }: (typeof SIGNED)[number]) => `${method.toUpperCase()} ${path}`;

/** Routes that also accept an API key. `docs/guides/authentication.md` lists the calls of each scope. */
const SHARED = new Set(SIGNED.filter(({ access }) => access.scopes !== undefined).map(nameOf));

const ANY_KEY = ['API key', 'access_token_required'] as const;
const UNKNOWN_KEY = ['unknown API key', 'invalid_api_key'] as const;

/** The caller's own sign-ins and password. */
const OWN_ACCOUNT = { roles: ALL, whenInactive: true, whenUnconfirmed: true };

const ROUTES = Object.entries(ROWS).map(([route, row]) => ({ route, row }));
type Named = (typeof ROUTES)[number];

function testPermitted({ route, row: { ok, call = plainly } }: Named, roles: readonly MemberRole[]): void {
  test.each(roles)(`%s: ${ok}`, async (role) => {
    const scene = await sceneFor(role);
    expect((await send(route, await call(scene), scene.caller)).status).toBe(ok);
  });
}

/** Tests every rejected credential and role, and the least role that may call the route. */
export function testRefusals(): void {
  startApiForRoles();

  test('every route that takes an access token has a row, and no other has', () => {
    expect(Object.keys(ROWS).toSorted()).toEqual(SIGNED.map(nameOf).toSorted());
  });

  test.each(SIGNED.map((operation) => [nameOf(operation), operation.access.action] as const))(
    'the row of %s says what the domain says',
    (route, action) => {
      const { roles, whenInactive, whenUnconfirmed } =
        action === undefined || action === 'signed-in' ? OWN_ACCOUNT : PORTAL_ACTIONS[action];
      expect(ROWS[route]).toMatchObject({ may: roles, afterEnd: whenInactive, unconfirmed: whenUnconfirmed });
    },
  );

  describe.each(ROUTES)('$route', (named) => {
    const { route, row } = named;
    const { may, call = plainly } = row;
    test.each([
      ['anonymous', 'missing_credentials'],
      SHARED.has(route) ? UNKNOWN_KEY : ANY_KEY,
      ['ended session', 'invalid_token'],
      ['expired token', 'token_expired'],
    ] as const)(`%s: 401 %s`, async (credential, code) => {
      const response = await send(route, { ids: UNKNOWN }, null, useless[credential]);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
      expect(await problemOf(response)).toMatchObject({ status: 401, code });
    });

    const may403 = ALL.filter((role) => !may.includes(role));
    test.each(may403)('%s: 403, and nothing is changed', async (role) => {
      const scene = await sceneFor(role);
      const requested = await call(scene);
      const response = await expectNoAuditEntry(api, scene.home.organizationId, () =>
        send(route, requested, scene.caller),
      );
      expect(await problemOf(response)).toMatchObject({ status: 403, code: 'insufficient_role', roles: may });

      // Unknown and malformed ids give the same answer, which reveals nothing.
      const nonsense = { ids: UNKNOWN, ...(!route.startsWith('GET') && { body: { nonsense: true } }) };
      expect((await send(`${route}?nonsense=1`, nonsense, scene.caller)).status).toBe(403);
    });

    testPermitted(named, may.slice(-1));
  });
}

/** Tests other roles, other organizations, unconfirmed owners and deactivated organizations. */
export function testPermissions(): void {
  startApiForRoles();

  describe.each(ROUTES)('$route', (named) => {
    const { route, row } = named;
    const { may, afterEnd, unconfirmed, ok, foreign = 404, call = plainly } = row;
    testPermitted(named, may.slice(0, -1));

    const isOfOne = route.includes('{');
    test(`owner of another organization: ${isOfOne ? foreign : `${ok}, of their own`}`, async () => {
      const ours = await sceneFor('owner');
      const theirs = await sceneFor('owner');
      const requested = await call(isOfOne ? { ...ours, caller: theirs.caller } : theirs);
      const response = await expectNoAuditEntry(api, ours.home.organizationId, () =>
        send(route, requested, theirs.caller),
      );
      expect(response.status).toBe(isOfOne ? foreign : ok);
    });

    test(`owner whose address is not confirmed: ${unconfirmed ? ok : 403}`, async () => {
      const scene = await sceneFor('owner');
      const requested = await call(scene);
      const { organizationId } = scene.home;
      await api.database.system().nativeUpdate(MemberEntity, { organizationId }, { emailVerified: false });
      const ask = () => send(route, requested, scene.caller);
      if (unconfirmed) return expect((await ask()).status).toBe(ok);
      const response = await expectNoAuditEntry(api, organizationId, ask);
      expect(await problemOf(response)).toMatchObject({ status: 403, code: 'email_not_verified' });
    });

    test(`owner of a deactivated organization: ${afterEnd ? ok : 409}`, async () => {
      const scene = await sceneFor('owner');
      const requested = await call(scene);
      const { organizationId: id } = scene.home;
      await api.database.system().nativeUpdate(OrganizationEntity, { id }, { isActive: false });
      const response = await send(route, requested, scene.caller);
      expect(response.status).toBe(afterEnd ? ok : 409);
      if (!afterEnd) expect(await problemOf(response)).toMatchObject({ code: 'organization_inactive' });
    });
  });
}

/** Sets the time at which the member last used the password and, if there is one, the second factor. */
function shownAt({ sessionId: id }: Person, time: Date): Promise<number> {
  return api.database.system().nativeUpdate(SessionEntity, { id }, { authTime: time, secondFactorAt: time });
}

/**
 * Tests every route with a sign-in two hours ago.
 * @param guarded the routes that require a recent sign-in
 * @param open the other routes
 */
export function testRecency(guarded: readonly string[], open: readonly string[]): void {
  startApiForRoles();
  const twoHoursAgo = () => new Date(Date.now() - 2 * 60 * 60 * 1000);

  test('every route that takes an access token is either guarded or open, as its description says', () => {
    expect([...guarded, ...open].toSorted()).toEqual(SIGNED.map(nameOf).toSorted());
    const described = OPERATIONS.filter(({ recentSignIn }) => recentSignIn !== undefined);
    expect(described.map(nameOf).toSorted()).toEqual(guarded.toSorted());
  });

  test.each(guarded)('%s is refused and changes nothing, and passes after a new proof', async (route) => {
    const { scene, requested, ok } = await sceneOf(route);
    await shownAt(scene.caller, twoHoursAgo());
    const ask = () => send(route, requested, scene.caller);
    const response = await expectNoAuditEntry(api, scene.home.organizationId, ask);
    expect(await problemOf(response)).toMatchObject({ status: 403, code: 'reauthentication_required' });
    await shownAt(scene.caller, new Date());
    expect((await ask()).status).toBe(ok);
  });

  test.each(open)('%s passes', async (route) => {
    const { scene, requested, ok } = await sceneOf(route);
    await shownAt(scene.caller, twoHoursAgo());
    expect((await send(route, requested, scene.caller)).status).toBe(ok);
  });
}

async function sceneOf(route: string) {
  const { ok, call = plainly } = ROWS[route] ?? expect.fail(`no row for ${route}`);
  const scene = await sceneFor('owner');
  return { scene, requested: await call(scene), ok };
}
