/**
 * Tests the audit log: one entry for each change, in a chain of hashes that reveals any change of it. Nobody can alter
 * it.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import type { PageBody } from '#api/http/paging.ts';
import { appendAudit, AuditEntity, auditLog } from '#store/organizations/audit.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { problemOf, sha256, startApi } from '#test/support/api.ts';
import type { Person } from '#test/support/api.ts';
import { expectNoAuditEntry, jsonOf } from '#test/support/audit.ts';
import { executeAsAdministrator } from '#test/support/database-administrator.ts';
import { started } from '#test/support/started.ts';

interface Entry {
  readonly sequence: number;
  readonly at: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly hash: string;
  readonly previousHash: string;
}

const PATH = '/api/portal/audit-log';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());
const owner = started(() => api.newMember(tenant));
const list = async (query = '', who = owner) => jsonOf<PageBody<Entry>>(await api.portal('GET', PATH + query, who));
const verify = async (who = owner) => jsonOf(await api.portal('GET', `${PATH}/verify`, who));
const rename = (name: string, who = owner) =>
  api.portal('PUT', '/api/portal/organization', who, { name, slug: `audit-${randomUUID().slice(0, 8)}` });

/** An organization with this many entries in addition to that of its first key. */
async function withEntries(count: number): Promise<Person> {
  const person = await api.newMember(await api.newTenant());
  for (let index = 0; index < count; index++) await jsonOf(await rename(`Name ${index}`, person));
  return person;
}

describe('GET /api/portal/audit-log', () => {
  test('tells who did what, newest first; names and addresses are not in it', async () => {
    await jsonOf(await rename('A name nobody should find in a log'));
    const { items, total } = await list();
    expect(items[0]).toEqual({
      sequence: total,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      actorId: owner.id,
      action: 'organization.updated',
      target: null,
      details: { fields: 'name,slug' },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      previousHash: items[1]?.hash,
    });
    // The service itself made the first key.
    expect(items.at(-1)).toMatchObject({
      sequence: 1,
      actorId: null,
      action: 'api-key.created',
      target: expect.any(String),
      details: { scopes: 'normalize,read', expiresAt: null },
      previousHash: '0'.repeat(64),
    });
    const text = JSON.stringify(items);
    expect(text).not.toContain('A name nobody should find in a log');
    expect(text).not.toContain(owner.email);
  });

  test('can be checked by whoever reads it, with the recipe of docs/guides/organization.md', async () => {
    const person = await withEntries(3);
    const { items } = await list('', person);
    for (const { sequence, at, actorId, action, target, details, previousHash, hash } of items) {
      const pairs = Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1));
      const parts = [person.organizationId, sequence, at, actorId, action, target, pairs, previousHash];
      expect(sha256(Buffer.from(JSON.stringify(parts)))).toBe(hash);
      expect(previousHash).toBe(items.find((entry) => entry.sequence === sequence - 1)?.hash ?? '0'.repeat(64));
    }
  });

  test('comes in pages that cover everything once', async () => {
    const person = await withEntries(4);
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?page=${page}&page_size=2`, person)));
    expect(pages.flatMap(({ items }) => items.map(({ sequence }) => sequence))).toEqual([5, 4, 3, 2, 1]);
    expect(pages[0]).toMatchObject({ page: 1, page_size: 2, total: 5 });
    const first = await api.portal('GET', `${PATH}?page_size=2`, person);
    expect(first.headers.get('link')).toContain('</api/portal/audit-log?page_size=2&page=2>; rel="next"');
  });

  test('narrows by what was done, and by whom', async () => {
    const person = await withEntries(2);
    const sequences = async (query: string) => (await list(query, person)).items.map(({ sequence }) => sequence);
    expect(await sequences('?action=organization.updated')).toEqual([3, 2]);
    expect(await sequences('?action=api-key.created')).toEqual([1]);
    expect(await sequences('?action=member.removed')).toEqual([]);
    expect(await sequences(`?actor_id=${person.id.toUpperCase()}`)).toEqual([3, 2]);
    expect(await sequences(`?actor_id=${owner.id}`)).toEqual([]);
    expect(await list(`?action=organization.updated&actor_id=${person.id}`, person)).toMatchObject({ total: 2 });
  });

  test.each(['?page=0', '?page_size=101', '?page=x', '?actor=1', '?actor_id=1', '?action=x', '?action='])(
    'refuses %s',
    async (query) => {
      expect((await problemOf(await api.portal('GET', PATH + query, owner))).status).toBe(400);
    },
  );

  test('is of one organization', async () => {
    const other = await withEntries(0);
    expect((await list('', other)).items.map(({ action }) => action)).toEqual(['api-key.created']);
  });
});

test('a change that fails leaves no entry', async () => {
  const { organizationId } = owner;
  const refused = await expectNoAuditEntry(api, organizationId, () =>
    api.portal('PUT', '/api/portal/organization', owner, {}),
  );
  expect(refused.status).toBe(400);
  const both = () =>
    api.database.tenant(organizationId).transactional(async (em) => {
      await em.nativeUpdate(OrganizationEntity, { id: organizationId }, { name: 'Half done' });
      await appendAudit(em, { organizationId, actorId: owner.id, action: 'organization.updated' });
      throw new Error('after the entry');
    });
  await expectNoAuditEntry(api, organizationId, () => expect(both()).rejects.toThrow('after the entry'));
  const organization = await api.database.system().findOneOrFail(OrganizationEntity, { id: organizationId });
  expect(organization.name).not.toBe('Half done');
});

test('changes at the same time get numbers without gap, and the chain is whole', async () => {
  const person = await withEntries(0);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => rename(`Parallel ${index}`, person)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  const { items } = await list('', person);
  expect(items.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 13 }, (_, index) => 13 - index));
  expect(await verify(person)).toEqual({ intact: true, firstBreak: null });
});

describe('whoever gets at the tables themselves', () => {
  /** Changes rows as the administrator of the database, whom nothing restricts. */
  async function tamper(sql: string, ...values: string[]): Promise<void> {
    await executeAsAdministrator(inject('parts').databaseAdministratorUrl, sql, values);
  }

  test.each([
    ['an action', `update "audit_entry" set "action" = 'nothing' where "organization_id" = ? and "sequence" = 3`, 3],
    ['an actor', `update "audit_entry" set "actor_id" = null where "organization_id" = ? and "sequence" = 2`, 2],
    [
      'a time',
      `update "audit_entry" set "at" = now() - interval '1 day' where "organization_id" = ? and "sequence" = 4`,
      4,
    ],
    ['details', `update "audit_entry" set "details" = '{}' where "organization_id" = ? and "sequence" = 5`, 5],
    ['a hash', `update "audit_entry" set "hash" = repeat('0', 64) where "organization_id" = ? and "sequence" = 3`, 3],
    ['an entry taken out', `delete from "audit_entry" where "organization_id" = ? and "sequence" = 3`, 3],
    ['the first taken out', `delete from "audit_entry" where "organization_id" = ? and "sequence" = 1`, 1],
  ])('is seen by %s', async (_what, sql, firstBreak) => {
    const person = await withEntries(4);
    expect(await verify(person)).toEqual({ intact: true, firstBreak: null });
    await tamper(sql, person.organizationId);
    expect(await verify(person)).toEqual({ intact: false, firstBreak });
  });

  test('an entry of another organization does not fit either', async () => {
    const [ours, theirs] = [await withEntries(1), await withEntries(0)];
    const move = `update "audit_entry" set "organization_id" = ? where "organization_id" = ? and "sequence" = 2`;
    await tamper(move, theirs.organizationId, ours.organizationId);
    expect(await verify(theirs)).toEqual({ intact: false, firstBreak: 2 });
  });

  test.each(['tenant', 'application'] as const)('the %s has no right to alter or remove an entry', async (role) => {
    const { organizationId } = tenant;
    const em = () => (role === 'tenant' ? api.database.tenant(organizationId) : api.database.system());
    const all = { organizationId };
    await expect(em().nativeUpdate(AuditEntity, all, { action: 'x' })).rejects.toThrow(/permission denied/);
    await expect(em().nativeDelete(AuditEntity, all)).rejects.toThrow(/permission denied/);
    const emptied = em().transactional((inner) => inner.execute('truncate "audit_entry"'));
    await expect(emptied).rejects.toThrow(/permission denied/);
  });

  test('a tenant writes no entry of another organization', async () => {
    const { organizationId } = await withEntries(0);
    const ofAnother = api.database
      .tenant(tenant.organizationId)
      .transactional((em) => appendAudit(em, { organizationId, actorId: null, action: 'x' }));
    await expect(ofAnother).rejects.toThrow(/row-level security/);
  });
});

test('a chain of more entries than are read at a time is read to its end', async () => {
  const person = await withEntries(0);
  const { organizationId } = person;
  await api.database.tenant(organizationId).transactional(async (em) => {
    for (let index = 0; index < 1_050; index++) {
      await appendAudit(em, { organizationId, actorId: person.id, action: 'test.many', details: { index } });
    }
  });
  expect(await auditLog(api.database).firstBreak(organizationId)).toBeNull();
  expect((await list('', person)).total).toBe(1_051);
});
