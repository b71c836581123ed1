/**
 * Tests that no organization sees data of another one, for every caller and every call. `leaks.nightly.test.ts` repeats
 * this with queries that omit the organization.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#api/endpoints.ts';
import { type Api, startApi } from '#test/support/api.ts';
import { groundOf } from './leaks/ground.ts';
import { mayCall, sendables } from './leaks/matrix.ts';
import { matrixOf, PAYMENTS } from './leaks/matrix-of.ts';
import { newParty, rowsOf } from './leaks/parties.ts';
import { watched } from './leaks/views.ts';

describe('an organization', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi({ payments: PAYMENTS });
  });
  afterAll(() => api.close());

  test('of the matrix has something in every table', async () => {
    const { organizationId } = await newParty(api);
    const empty = [...(await rowsOf(api, organizationId))].filter(([, rows]) => rows.length === 0);
    expect(empty.map(([name]) => name)).toEqual([]);
  });
});

test('sees nothing of another one, in any call, by anybody, with anybody’s ids', async () => {
  const seen = new Set<string>();
  const { cells, leaks, wrong } = await matrixOf((database) => watched(database, seen));
  console.info(`${cells.length} cells of ${OPERATIONS.length} operations: ${leaks.length} leaks`);
  expect(leaks).toEqual([]);
  expect(wrong).toEqual([]);
  // The matrix has successful calls too: everything worked for a caller with its own data.
  const unmet = OPERATIONS.filter(
    ({ id }) => !cells.some(({ way, owner, status }) => way === id && owner === 'own' && status < 400),
  );
  expect(unmet.map(({ id }) => id).toSorted()).toEqual(NEVER_GOOD);
  expect([...seen].toSorted()).toEqual(Object.keys(SYSTEM_USES).toSorted());
});

describe('a body', () => {
  let api: Api;
  let bodies: ReturnType<typeof sendables>;
  beforeAll(async () => {
    api = await startApi({ payments: PAYMENTS });
    bodies = sendables(groundOf(api), await newParty(api));
    expect(bodies.length).toBeGreaterThan(20);
  });
  afterAll(() => api.close());

  const refusals = async (change: (body: Readonly<Record<string, unknown>>) => string[]) => {
    const taken: string[] = [];
    for (const { name, body, send } of bodies) {
      for (const changed of change(body)) {
        const { status } = await send(changed);
        if (status !== 400) taken.push(`${name} ${changed}: ${status}`);
      }
    }
    return taken;
  };

  test('with a condition in the place of a value is refused everywhere', async () => {
    const conditions = [{ $ne: null }, { $gt: '' }, ["' or 1=1"], { $or: [{}, {}] }];
    const changed = (body: Readonly<Record<string, unknown>>) =>
      Object.keys(body).flatMap((name) => conditions.map((value) => JSON.stringify({ ...body, [name]: value })));
    expect(await refusals(changed)).toEqual([]);
  });

  test('with a member more, that only the service itself sets, is refused everywhere', async () => {
    const members = ['organizationId', 'organization_id', 'id', 'planTier', 'isActive', 'constructor', '__proto__'];
    const changed = (body: Readonly<Record<string, unknown>>) =>
      members.map((name) => `{"${name}":"free",${JSON.stringify(body).slice(1)}`.replace(',}', '}'));
    expect(await refusals(changed)).toEqual([]);
  });
});

test('the matrix knows who may call what', () => {
  const operation = (id: string) => OPERATIONS.find((one) => one.id === id) ?? expect.fail(id);
  expect(mayCall('member', operation('listWebhooks'))).toBe(true);
  expect(mayCall('member', operation('createWebhook'))).toBe(false);
  expect(mayCall('read', operation('normalizeDocument'))).toBe(false);
  expect(mayCall('normalize+read', operation('getArtifact'))).toBe(true);
  expect(mayCall('member', operation('getArtifact'))).toBe(true);
  expect(mayCall('normalize', operation('getArtifact'))).toBe(false);
  expect(mayCall('nobody', operation('login'))).toBe(true);
});

/**
 * They need a link from a mail, a password, a signature of another party, a workflow, or a name from the build, or they
 * concern deleted data.
 */
const NEVER_GOOD: readonly string[] = [
  'acceptInvite',
  'cancelDeletion',
  'changePassword',
  'confirmTotp',
  'getDeletionCertificate',
  'getPortalAsset',
  'login',
  'loginWithSecondFactor',
  'previewInvitation',
  'reauthenticate',
  'receivePaymentEvent',
  'refresh',
  'registerPasskey',
  'reportPublishedKeys',
  'resetPassword',
  'verifyEmail',
];

/** The functions that read beyond the organization of a request, with the reasons. */
const SYSTEM_USES: Readonly<Record<string, string>> = {
  'accounts: addressToConfirm': 'whose link this is',
  'accounts: inTransaction': 'whose link or address this is; and no organization writes passwords, not even its own',
  'accounts: wordsOfReset': 'whose link this is',
  'api-keys: findByKey': 'whose key this is',
  'deactivation: deactivateOrganization': 'no organization writes its own state',
  'factor-challenges: findSignIn': 'whose sign-in this is',
  'factor-challenges: inTransaction': 'questions are tokens, as links are',
  'factor-challenges: take': 'questions are tokens, as links are',
  'invitations: preview': 'whose link this is',
  'members: findByEmail': 'whose address this is',
  'outputs: isOfAnotherOrganization': 'the contract’s 403: whether anybody else has it, and nothing more',
  'purge: certificate': 'of an organization that is no more',
  'rate-windows: count': 'counts of addresses, before anybody is known',
  'registrations: register': 'there is no organization yet',
  'sessions: endByToken': 'whose token this is',
  'sessions: refresh': 'whose token this is',
  'signing-keys: list': 'public, and nobody’s',
  'worker-heartbeats: live': 'which workers there are, and nobody’s',
};
