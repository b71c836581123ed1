/**
 * Check 36: 403 reveals that another organization has a document. A caller gets this answer only for few documents per
 * hour.
 */
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { CrossTenantProbeEntity, sweepCrossTenantProbes } from '#store/organizations/cross-tenant-probes.ts';
import { ArtifactRefEntity } from '#store/objects/references.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import type { Person, Tenant } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const BUDGET = 30;
const LATER = new Date(Date.now() + 60 * 60 * 1000);

let hashes: string[];
const lines: string[] = [];

const api = started(() => startApi({ log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) }));
const owner = started(() => api.newTenant());

beforeAll(async () => {
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
    // The same hash again reveals nothing new.
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

test('all keys and members of an organization have one budget, and the next hour a new one', async () => {
  const tenant = await api.newTenant();
  const [member, other] = [await api.newMember(tenant), await api.newMember(tenant)];
  const { fullKey } = await apiKeyStore(api.database).create(tenant.organizationId, {
    name: 'Second key',
    scopes: ['read'],
    expiresAt: null,
  });
  const callers = [tenant, member, { ...tenant, key: fullKey }];
  for (const [index, hash] of hashes.slice(0, BUDGET).entries()) {
    expect(await statusOf(hash, callers[index % callers.length] ?? tenant)).toBe(403);
  }
  for (const caller of [...callers, other]) expect(await statusOf(hashes[BUDGET] ?? '', caller)).toBe(404);
  const audit = lines
    .map((line) => JSON.parse(line))
    .filter(({ organizationId }) => organizationId === tenant.organizationId);
  expect(audit).toEqual([expect.objectContaining({ audit: 'foreign_hits_exhausted', memberId: null })]);

  const { organizationId } = tenant;
  const anHourAgo = new Date(Math.floor(Date.now() / 3_600_000 - 1) * 3_600_000);
  await api.database.system().nativeUpdate(CrossTenantProbeEntity, { organizationId }, { hour: anHourAgo });
  expect(await statusOf(hashes[BUDGET] ?? '', tenant)).toBe(403);
  await sweepCrossTenantProbes(api.database);
  expect(await api.database.system().count(CrossTenantProbeEntity, { organizationId })).toBe(1);
});

test('a hash that two callers ask for counts once', async () => {
  const tenant = await api.newTenant();
  const member = await api.newMember(tenant);
  for (const hash of hashes.slice(0, BUDGET - 1)) {
    expect(await statusOf(hash, tenant)).toBe(403);
    expect(await statusOf(hash, member)).toBe(403);
  }
  expect(await statusOf(hashes[BUDGET - 1] ?? '', member)).toBe(403);
});

test('calls at the same moment learn of no more hashes than the budget has', async () => {
  const tenant = await api.newTenant();
  const asked = await Promise.all(hashes.map((hash) => statusOf(hash, tenant)));
  expect(asked.filter((status) => status === 403).length).toBeLessThanOrEqual(BUDGET);
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
