/**
 * Tests row-level security and every known way around it: the state of the tables in PostgreSQL, and the result of each
 * attempt.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { appendAudit, AuditEntity, auditLog } from '#store/organizations/audit.ts';
import { ApiKeyEntity } from '#store/organizations/api-keys.ts';
import { batchStore } from '#store/submissions/batches.ts';
import { OrganizationEntity, organizationStore } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { excessRights } from '#store/database/least-privilege.ts';
import { connectDatabase, migrateDatabase } from '#store/orm.ts';
import { ArtifactRefEntity } from '#store/objects/references.ts';
import { SigningKeyEntity } from '#store/proof/signing-keys.ts';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { WebhookDeliveryEntity } from '#store/webhooks/rows.ts';
import { executeAsAdministrator } from '#test/support/database-administrator.ts';
import { pdfSaying, startApi, submissionOf } from '#test/support/api.ts';
import type { Tenant } from '#test/support/api.ts';
import { ownDatabase } from '#test/support/own-database.ts';
import { started } from '#test/support/started.ts';

type Row = Record<string, unknown>;

let database: Database;
let ours: Tenant;
let theirs: Tenant;
let ourId: string;

const api = started(() => startApi());

beforeAll(async () => {
  ({ database } = api);
  ours = await api.newTenant();
  theirs = await api.newTenant();
  ourId = (await submissionOf(await api.postForm(pdfSaying('behind walls'), ours))).submissionId;
});

/** A statement of the application. */
const rows = (sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  database.system().execute(sql, [...values]);

/** A hand-written SQL statement of a tenant. */
const tenantRows = (organizationId: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  database.tenant(organizationId).execute(sql, [...values]);

const ROLES = ['fixpoint_app', 'fixpoint_purge', 'fixpoint_tenant'];

describe('the roles', () => {
  test('that work are the ones that own nothing and pass no wall', async () => {
    expect(await rows('select current_user::text as who')).toEqual([{ who: 'fixpoint_app' }]);
    expect(await tenantRows(ours.organizationId, 'select current_user::text as who')).toEqual([
      { who: 'fixpoint_tenant' },
    ]);
    const rights = `select rolname, rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb as strong
      from pg_roles where rolname = any(?) order by rolname`;
    expect(await rows(rights, [`{${ROLES.join(',')}}`])).toEqual(ROLES.map((rolname) => ({ rolname, strong: false })));
    const owned = `select relname from pg_class where relowner::regrole::text = any(?)`;
    expect(await rows(owned, [`{${ROLES.join(',')}}`])).toEqual([]);
    const memberships = `select from pg_auth_members where member::regrole::text = any(?)`;
    expect(await rows(memberships, [`{${ROLES.join(',')}}`])).toEqual([]);
  });

  test('can make and change nothing in the schema', async () => {
    await expect(rows('create table mine (id int)')).rejects.toThrow(/permission denied/);
    await expect(rows('alter table submission disable row level security')).rejects.toThrow(/must be owner/);
    await expect(rows('truncate submission')).rejects.toThrow(/permission denied/);
    await expect(rows('create policy mine on submission using (true)')).rejects.toThrow(/must be owner/);
  });

  test('of tenants have no right to what is no tenant’s, nor to what is not theirs to change', async () => {
    const em = () => database.tenant(ours.organizationId);
    await expect(em().find(SigningKeyEntity, {})).rejects.toThrow(/permission denied/);
    const own = { id: ours.organizationId };
    await expect(em().nativeUpdate(OrganizationEntity, own, { planTier: 'pro' })).rejects.toThrow(/permission denied/);
    await expect(em().nativeUpdate(OrganizationEntity, own, { isActive: false })).rejects.toThrow(/permission denied/);
    await expect(em().nativeUpdate(ApiKeyEntity, {}, { scopes: ['read'] })).rejects.toThrow(/permission denied/);
    await expect(em().nativeUpdate(WebhookDeliveryEntity, {}, { url: 'https://x.example' })).rejects.toThrow(
      /permission denied/,
    );
  });
});

describe('every table', () => {
  const tables = `select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relname = 'organization' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped))`;

  test('with an organization is secured, against its owner too', async () => {
    const found = await rows(tables);
    expect(found.length).toBeGreaterThan(20);
    const open = found.filter(({ relrowsecurity, relforcerowsecurity }) => !relrowsecurity || !relforcerowsecurity);
    expect(open.map(({ relname }) => relname)).toEqual([]);
  });

  test('with an organization has one policy for tenants, which reads and writes rows of that organization', async () => {
    const policies = `select t.relname, p.polcmd, p.polpermissive,
        pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check
      from (${tables}) t left join pg_policy p on p.polrelid = t.oid and 'fixpoint_tenant'::regrole = any(p.polroles)`;
    for (const policy of await rows(policies)) {
      const column = policy['relname'] === 'organization' ? 'id' : 'organization_id';
      const rule = `(${column} = (NULLIF(current_setting('fixpoint.organization'::text, true), ''::text))::uuid)`;
      expect(policy).toMatchObject({ polcmd: '*', polpermissive: true, using: rule, check: rule });
    }
  });

  test('that anybody but the owner may use says so by role, never to all', async () => {
    const open = `select polrelid::regclass::text as table, polname from pg_policy where 0 = any(polroles)`;
    expect(await rows(open)).toEqual([]);
    const granted = `select relname from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace = 'public'::regnamespace and a.grantee = 0`;
    expect(await rows(granted)).toEqual([]);
    const tenantsOwn = `select relname from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace = 'public'::regnamespace and a.grantee = 'fixpoint_tenant'::regrole and not c.relrowsecurity`;
    expect(await rows(tenantsOwn)).toEqual([]);
  });
});

describe('the ways around', () => {
  test('1: the variable and the role end with their transaction, and the next user of the connection has neither', async () => {
    const crowd = Array.from({ length: 30 }, async (_, index) => {
      const { organizationId } = index % 2 ? ours : theirs;
      await tenantRows(organizationId, 'select pg_sleep(0.01)');
      return rows(
        `select coalesce(current_setting('fixpoint.organization', true), '') as org, current_user::text as who`,
      );
    });
    for (const [state] of await Promise.all(crowd)) expect(state).toEqual({ org: '', who: 'fixpoint_app' });
  });

  test('2: a variable that is empty, or no uuid, matches nothing', async () => {
    expect(await database.tenant('').find(SubmissionEntity, {})).toEqual([]);
    await expect(database.tenant("' or 1=1").find(SubmissionEntity, {})).rejects.toThrow(/invalid input syntax/);
  });

  test('3: foreign keys see behind the wall; between tenants’ tables each carries the organization', async () => {
    const keys = `select k.conrelid::regclass::text as of, k.confrelid::regclass::text as to,
        array(select a.attname::text from unnest(k.conkey) with ordinality n(num, at)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.num order by n.at) as from,
        array(select a.attname::text from unnest(k.confkey) with ordinality n(num, at)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.num order by n.at) as at
      from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`;
    const found = await rows(keys);
    expect(found.length).toBeGreaterThan(20);
    const loose = found.filter(({ from, at, to }) => {
      const here = Array.isArray(from) ? from.indexOf('organization_id') : -1;
      const there = Array.isArray(at) ? at.indexOf(to === 'organization' ? 'id' : 'organization_id') : -1;
      return here < 0 || here !== there;
    });
    expect(loose).toEqual([]);

    const batch = { name: null, webhookUrl: null, expectedTotal: null };
    const { batchId } = await batchStore(database).create(theirs.organizationId, batch);
    await expect(rows('update submission set batch_id = ? where id = ?', [batchId, ourId])).rejects.toThrow(
      /submission_batch_fkey/,
    );
  });

  test('4: unique keys tell what others have; they carry the organization, or are made of chance', async () => {
    const keys = `select i.indexrelid::regclass::text as name,
        array(select a.attname::text from unnest(i.indkey) n join pg_attribute a on a.attrelid = i.indrelid and a.attnum = n) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid join (
        select attrelid from pg_attribute where attname = 'organization_id' and not attisdropped) t on t.attrelid = c.oid
      where i.indisunique and c.relnamespace = 'public'::regnamespace`;
    const telling = (await rows(keys)).filter(({ columns }) => {
      const names = Array.isArray(columns) ? columns.map(String) : [];
      return !names.some((name) => name === 'id' || name.endsWith('_id'));
    });
    expect(telling.map(({ name }) => String(name)).toSorted()).toEqual(UNIQUE_FOR_ALL);

    const { sha256 } = await database.tenant(ours.organizationId).findOneOrFail(ArtifactRefEntity, {
      organizationId: ours.organizationId,
    });
    const reference = { organizationId: theirs.organizationId, region: 'eu-central-1', sha256, sizeBytes: 1 } as const;
    const times = { createdAt: new Date(), expiresAt: new Date() };
    await database.tenant(theirs.organizationId).insert(ArtifactRefEntity, { ...reference, ...times });
    await database.system().nativeDelete(ArtifactRefEntity, reference);
  });

  test('5: a view shows what its owner sees, unless it asks as whoever reads it; there is none that does not', async () => {
    const loose = `select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
      and not coalesce('security_invoker=true' = any(reloptions), false)`;
    expect(await rows(loose)).toEqual([]);
    const { databaseAdministratorUrl: url } = await ownDatabase(inject('parts'));
    await executeAsAdministrator(url, 'create view everything as select * from submission');
    expect(await executeAsAdministrator(url, loose)).toEqual([{ relname: 'everything' }]);
  });

  test('6: SQL of a stranger’s making could set the variable; values are never part of a statement', async () => {
    // The reason why no statement is built from input: this one would pass every policy.
    const injected = `select set_config('fixpoint.organization', ?, true)`;
    const seen = await database.tenant(theirs.organizationId).transactional(async (em) => {
      await em.execute(injected, [ours.organizationId]);
      return em.count(SubmissionEntity, { id: ourId });
    });
    expect(seen).toBe(1);
    for (const path of ["1' or '1'='1", '1); select set_config(', `${ourId}' --`]) {
      expect((await api.get(`/api/submissions/${encodeURIComponent(path)}`, theirs)).status).toBe(404);
      expect((await api.get(`/api/batches/${encodeURIComponent(path)}`, theirs)).status).toBe(404);
    }
  });

  test('7: who owns the tables and is no superuser sees nothing in them', async () => {
    const role = `owner_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(inject('parts').databaseAdministratorUrl);
    await executeAsAdministrator(
      url.href,
      `create role ${role} login createrole password 'landlord' in role pg_monitor`,
    );
    for (const one of ROLES)
      await executeAsAdministrator(url.href, `grant ${one} to ${role} with admin true, inherit false`);
    await executeAsAdministrator(url.href, `create database ${role} owner ${role}`);
    Object.assign(url, { pathname: `/${role}`, username: role, password: 'landlord' });
    await migrateDatabase(url.href);
    await migrateDatabase(url.href); // changes nothing
    const own = await connectDatabase(url.href);
    const { id } = await organizationStore(own).create({ name: 'Hidden', slug: 'hidden', planTier: 'free' });
    expect(await own.system().count(OrganizationEntity, {})).toBe(1);
    expect(await own.tenant(id).count(OrganizationEntity, {})).toBe(1);
    expect(await own.tenant(randomUUID()).count(OrganizationEntity, {})).toBe(0);
    expect(await executeAsAdministrator(url.href, 'select id from organization')).toEqual([]);

    // The one function that may, does: also where its owner is no superuser.
    await own.system().transactional((em) => appendAudit(em, { organizationId: id, actorId: null, action: 'test' }));
    const purge = 'select fixpoint_purge_audit(?)::int as gone';
    expect(await own.system().execute(purge, [id])).toEqual([{ gone: 1 }]);
    await own.close();
    await executeAsAdministrator(inject('parts').databaseAdministratorUrl, `drop database ${role}`);
    await executeAsAdministrator(inject('parts').databaseAdministratorUrl, `drop role ${role}`);
  });

  test('7: so the service logs in as somebody who owns nothing, and may become nobody but its two roles', async () => {
    const login = await rows(`select session_user::text as who`);
    expect(login).toEqual([{ who: new URL(inject('parts').databaseUrl).username }]);
    expect(await excessRights(database)).toEqual([]);
    const withoutRole = database.system().transactional(async (em) => {
      await em.execute('set local role none');
      await em.execute('select from submission');
    });
    await expect(withoutRole).rejects.toThrow(/permission denied/);
    await expect(migrateDatabase(inject('parts').databaseUrl)).rejects.toThrow(/permission denied|must be owner/);
  });

  test('8: a stream without a transaction sees its own rows only, or nothing', async () => {
    const seen: string[] = [];
    const stream = async () => {
      for await (const row of database.tenant(theirs.organizationId).stream(SubmissionEntity, {})) {
        seen.push(row.organizationId);
      }
    };
    await stream().catch((error: Error) => expect(error.message).toMatch(/transaction/i));
    expect(seen.filter((organizationId) => organizationId !== theirs.organizationId)).toEqual([]);
  });
});

/** Each for a reason: nobody learns by it what another organization has. */
const UNIQUE_FOR_ALL = [
  // Of secrets that nobody guesses.
  'api_key_sha256_unique',
  'invitation_sha256_unique',
  // One person, one organization: registering and inviting answer the same, whoever has the address.
  'member_email_unique',
  'one_time_token_sha256_unique',
  'refresh_token_pkey',
];

describe('the audit log', () => {
  const entry = () => ({ organizationId: ours.organizationId });

  test.each(['system', 'tenant'] as const)('cannot be altered or cut as %s', async (who) => {
    const { organizationId } = ours;
    const em = () => (who === 'system' ? database.system() : database.tenant(organizationId));
    await em().transactional((one) => appendAudit(one, { organizationId, actorId: null, action: 'test' }));
    await expect(em().nativeUpdate(AuditEntity, entry(), { action: 'nothing' })).rejects.toThrow(/permission denied/);
    await expect(em().nativeDelete(AuditEntity, entry())).rejects.toThrow(/permission denied/);
    expect(await auditLog(database).firstBreak(organizationId)).toBeNull();
  });

  test('of a deleted organization is removed as a whole, and no other', async () => {
    const doomed = await api.newTenant();
    for (const { organizationId } of [ours, doomed, doomed]) {
      await database.system().transactional((em) => appendAudit(em, { organizationId, actorId: null, action: 'test' }));
    }
    const before = await database.system().count(AuditEntity, entry());
    const held = await database.system().count(AuditEntity, { organizationId: doomed.organizationId });
    const purge = 'select fixpoint_purge_audit(?)::int as gone';
    expect(await rows(purge, [doomed.organizationId])).toEqual([{ gone: held }]);
    expect(await database.system().count(AuditEntity, { organizationId: doomed.organizationId })).toBe(0);
    expect(await database.system().count(AuditEntity, entry())).toBe(before);
    await expect(tenantRows(ours.organizationId, purge, [ours.organizationId])).rejects.toThrow(/permission denied/);
  });
});
