/** Check 36: 403 tells that somebody else has a document, and a caller is told so of few documents an hour. */
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { CrossTenantProbeEntity, sweepCrossTenantProbes } from '#store/organizations/cross-tenant-probes.ts';
import { sessionStore } from '#store/accounts/sessions.ts';
import { ArtifactRefEntity } from '#store/objects/references.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import type { Api, Person, Tenant } from '#test/support/api.ts';

const BUDGET = 30;
const LATER = new Date(Date.now() + 60 * 60 * 1000);

let api: Api;
let owner: Tenant;
let hashes: string[];
const lines: string[] = [];

beforeAll(async () => {
  api = await startApi({ log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) });
  owner = await api.newTenant();
  hashes = Array.from({ length: BUDGET + 5 }, (_, index) => fakeHash(`${owner.organizationId} ${index}`));
  const { organizationId } = owner;
  const held = {
    organizationId,
    region: 'eu-central-1',
    sizeBytes: 1,
    createdAt: new Date(),
    expiresAt: LATER,
  } as const;
  await api.database.system().insertMany(
    ArtifactRefEntity,
    hashes.map((sha256) => ({ ...held, sha256 })),
  );
});
afterAll(() => api.close());

function fakeHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const statusOf = async (hash: string, who: Tenant | Person, kind = 'artifacts') =>
  (await problemOf(await api.get(`/api/${kind}/${hash}`, who))).status;

test('30 distinct foreign hashes an hour are 403, of artifacts and reports together; then all are 404', async () => {
  const curious = await api.newTenant();
  const asked: number[] = [];
  for (const [index, hash] of hashes.entries()) {
    asked.push(await statusOf(hash, curious, index % 2 === 0 ? 'artifacts' : 'reports'));
    // The same hash again tells nothing new.
    if (index < BUDGET - 1) expect(await statusOf(hash, curious)).toBe(403);
  }
  expect(asked.slice(0, BUDGET)).toEqual(Array(BUDGET).fill(403));
  expect(asked.slice(BUDGET)).toEqual(Array(5).fill(404));
  expect(await statusOf(hashes[0] ?? '', curious)).toBe(404);
  expect(await statusOf(fakeHash('nobody has this'), curious)).toBe(404);

  const audit = lines.filter((line) => line.includes('foreign_hits_exhausted')).map((line) => JSON.parse(line));
  expect(audit).toEqual([expect.objectContaining({ organizationId: curious.organizationId })]);
  expect(lines.join('')).not.toContain(curious.key);
});

test('another key has a budget of its own, and the next hour a new one', async () => {
  const { organizationId, key } = await api.newTenant();
  const first = { organizationId, key };
  for (const hash of hashes.slice(0, BUDGET)) expect(await statusOf(hash, first)).toBe(403);
  expect(await statusOf(hashes[BUDGET] ?? '', first)).toBe(404);
  const { fullKey } = await apiKeyStore(api.database).create(organizationId, {
    name: 'Second key',
    scopes: ['read'],
    expiresAt: null,
  });
  expect(await statusOf(hashes[BUDGET] ?? '', { organizationId, key: fullKey })).toBe(403);

  const anHourAgo = new Date(Math.floor(Date.now() / 3_600_000 - 1) * 3_600_000);
  const found = await apiKeyStore(api.database).findByKey(key);
  await api.database
    .system()
    .nativeUpdate(CrossTenantProbeEntity, { callerId: found?.apiKey.id ?? '' }, { hour: anHourAgo });
  expect(await statusOf(hashes[BUDGET] ?? '', first)).toBe(403);
  await sweepCrossTenantProbes(api.database);
  expect(await api.database.system().count(CrossTenantProbeEntity, { callerId: found?.apiKey.id ?? '' })).toBe(1);
});

test('a member has a budget as a key has, whichever sign-in they ask by', async () => {
  const tenant = await api.newTenant();
  const [member, other] = [await api.newMember(tenant), await api.newMember(tenant)];
  const { session } = await sessionStore(api.database).open({ ...tenant, memberId: member.id, userAgent: null });
  const claims = { ...tenant, memberId: member.id, sessionId: session.id, authTime: session.authTime };
  const again = { ...member, token: await api.tokens.mint(claims) };
  for (const hash of hashes.slice(0, BUDGET)) expect(await statusOf(hash, member)).toBe(403);
  expect(await statusOf(hashes[BUDGET] ?? '', member)).toBe(404);
  expect(await statusOf(hashes[BUDGET] ?? '', again)).toBe(404);
  expect(await statusOf(hashes[BUDGET] ?? '', other)).toBe(403);
  expect(await statusOf(hashes[BUDGET] ?? '', tenant)).toBe(403);
  const audit = lines.map((line) => JSON.parse(line)).filter(({ memberId }) => memberId === member.id);
  expect(audit).toEqual([expect.objectContaining({ audit: 'foreign_hits_exhausted', apiKeyId: null })]);
});

test('what is absent, and what is not asked of us, costs nothing of the budget', async () => {
  const tenant = await api.newTenant();
  for (let index = 0; index < BUDGET + 1; index++) await statusOf(fakeHash(`absent ${index}`), tenant);
  expect(await statusOf(hashes[0] ?? '', tenant)).toBe(403);
});

test('HIDE_FOREIGN_ARTIFACTS answers 404 to everything that is not the own', async () => {
  const discreet = await startApi({ settings: { hideForeignArtifacts: true } });
  const tenant = await discreet.newTenant();
  for (const kind of ['artifacts', 'reports']) {
    expect((await discreet.get(`/api/${kind}/${hashes[0]}`, tenant)).status).toBe(404);
  }
  await discreet.close();
});
