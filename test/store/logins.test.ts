/**
 * Tests the logins of a PostgreSQL server: the administrator makes them, they have the required rights, and missing or
 * excess rights are found.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { excessRights } from '#store/database/least-privilege.ts';
import { createLogins, type Logins } from '#store/database/logins.ts';
import { connectDatabase, migrateDatabase } from '#store/orm.ts';
import { executeAsAdministrator } from '#test/support/database-administrator.ts';
import { inDatabase } from '#test/support/own-database.ts';
import { PROGRAM_ENV } from '#test/support/program-env.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const administrator = inDatabase(inject('parts').databaseAdministratorUrl, 'postgres');
/** Logins belong to the server, which other tests use at the same time. */
const PREFIX = `logins_${randomBytes(6).toString('hex')}`;
/** A password with characters that a generator may use. */
const PASSWORD = 'a\'b"c?d/e%f';

function address(login: string, database = PREFIX): string {
  const url = Object.assign(new URL(administrator), { username: `${PREFIX}_${login}`, pathname: `/${database}` });
  url.password = encodeURIComponent(PASSWORD);
  return url.href;
}

const logins: Required<Omit<Logins, 'standbyPassword'>> = {
  owner: address('owner'),
  service: address('service'),
  temporal: address('temporal', `${PREFIX}_temporal`),
};

beforeAll(() => createLogins(administrator, logins));
afterAll(async () => {
  for (const name of ['', '_temporal', '_temporal_visibility']) {
    await executeAsAdministrator(administrator, `drop database ${PREFIX}${name}`);
  }
  for (const name of ['owner', 'service', 'temporal']) {
    await executeAsAdministrator(administrator, `drop role ${PREFIX}_${name}`);
  }
});

async function excessOf(url: string): Promise<string[]> {
  const database = await connectDatabase(url);
  try {
    return await excessRights(database);
  } finally {
    await database.close();
  }
}

test('the owner migrates without a right to make roles, and the service works and owns nothing', async () => {
  await migrateDatabase(logins.owner);
  expect(await excessOf(logins.service)).toEqual([]);
  const database = await connectDatabase(logins.service);
  expect(await database.system().execute('select count(*)::int as n from organization')).toEqual([{ n: 0 }]);
  await database.close();
  await expect(migrateDatabase(logins.service)).rejects.toThrow(/permission denied/);
});

test('to make them again changes nothing but the passwords', async () => {
  const changed = new URL(logins.service);
  changed.password = 'another';
  await createLogins(administrator, { ...logins, service: changed.href });
  await expect(excessOf(logins.service)).rejects.toThrow(/password authentication failed/);
  expect(await excessOf(changed.href)).toEqual([]);
  await createLogins(administrator, logins);
  expect(await excessOf(logins.service)).toEqual([]);
  await migrateDatabase(logins.owner);
});

test('who copies the server for a standby may do that, and see nothing of the tables', async () => {
  await createLogins(administrator, { ...logins, standbyPassword: PASSWORD });
  const own = inDatabase(administrator, PREFIX);
  const rights = `select rolreplication as replicates, rolsuper as rules, rolbypassrls as bypasses,
    has_database_privilege(oid, current_database(), 'connect') as connects from pg_roles where rolname = 'fixpoint_standby'`;
  expect(await executeAsAdministrator(own, rights)).toEqual([
    { replicates: true, rules: false, bypasses: false, connects: false },
  ]);
  await executeAsAdministrator(administrator, 'drop role fixpoint_standby');
});

test('tables of before there were logins become the owner’s', async () => {
  const own = inDatabase(administrator, PREFIX);
  await executeAsAdministrator(own, 'alter table submission owner to current_user');
  await createLogins(administrator, logins);
  const owners = `select distinct relowner::regrole::text as owner from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  expect(await executeAsAdministrator(own, owners)).toEqual([{ owner: `${PREFIX}_owner` }]);
});

test('Temporal’s login has databases of its own, and no way into the service’s; nor has the service into Temporal’s', async () => {
  for (const name of ['temporal', 'temporal_visibility']) {
    const own = inDatabase(logins.temporal, `${PREFIX}_${name}`);
    await executeAsAdministrator(own, 'create table of_temporal (id int)');
    await executeAsAdministrator(own, 'drop table of_temporal');
    const strange = inDatabase(logins.service, `${PREFIX}_${name}`);
    await expect(executeAsAdministrator(strange, 'select 1')).rejects.toThrow(/permission denied for database/);
  }
  const strange = inDatabase(logins.temporal, PREFIX);
  await expect(executeAsAdministrator(strange, 'select 1')).rejects.toThrow(/permission denied for database/);
});

describe('a login with too much', () => {
  test('is found out when it owns the tables', async () => {
    expect(await excessOf(logins.owner)).toEqual([
      'The login of DATABASE_URL owns the database, or tables of it.',
      'The login of DATABASE_URL may become fixpoint_purge, pg_database_owner.',
    ]);
  });

  test('is found out when it is a superuser', async () => {
    expect(await excessOf(inDatabase(administrator, PREFIX))).toEqual([
      'DATABASE_URL logs in as a superuser, whom no policy binds.',
    ]);
  });

  test.each([
    ['bypassrls', 'nobypassrls', 'The login of DATABASE_URL bypasses row-level security.'],
    ['createrole', 'nocreaterole', 'The login of DATABASE_URL may make roles or databases, or replicate.'],
    ['createdb', 'nocreatedb', 'The login of DATABASE_URL may make roles or databases, or replicate.'],
    ['replication', 'noreplication', 'The login of DATABASE_URL may make roles or databases, or replicate.'],
  ])('is found out when it has %s', async (right, without, sentence) => {
    await executeAsAdministrator(administrator, `alter role ${PREFIX}_service ${right}`);
    expect(await excessOf(logins.service)).toEqual([sentence]);
    await executeAsAdministrator(administrator, `alter role ${PREFIX}_service ${without}`);
  });

  test('is found out when it may become somebody else', async () => {
    for (const role of ['pg_read_all_data', `${PREFIX}_owner`]) {
      await executeAsAdministrator(administrator, `grant ${role} to ${PREFIX}_service`);
      expect((await excessOf(logins.service)).join(' ')).toMatch(new RegExp(`may become [^.]*${role}`));
      await executeAsAdministrator(administrator, `revoke ${role} from ${PREFIX}_service`);
    }
    expect(await excessOf(logins.service)).toEqual([]);
  });
});

test('what the manual has an administrator do who may not be one here serves as well', async () => {
  const manual = readFileSync(resolve(ROOT, 'docs/operate/operations.md'), 'utf8');
  const written = /^```\n(create role [^`]*)^```$/m.exec(manual)?.[1] ?? '';
  const statements = written
    .replaceAll('…', 'manual')
    .replaceAll(/fixpoint_(owner|service)/g, `${PREFIX}_manual_$1`)
    .replaceAll('create database fixpoint', `create database ${PREFIX}_manual`)
    .split(';')
    .map((one) => one.trim())
    // These are there: they belong to the server.
    .filter((one) => one !== '' && !one.startsWith('create role fixpoint_'));
  expect(statements).toHaveLength(5);
  for (const statement of statements) await executeAsAdministrator(administrator, statement);
  const login = (name: string) =>
    Object.assign(new URL(address(name, `${PREFIX}_manual`)), { password: 'manual' }).href;
  await migrateDatabase(login('manual_owner'));
  expect(await excessOf(login('manual_service'))).toEqual([]);
  await executeAsAdministrator(administrator, `drop database ${PREFIX}_manual`);
  for (const name of ['owner', 'service']) {
    await executeAsAdministrator(administrator, `drop role ${PREFIX}_manual_${name}`);
  }
});

test('what the application never does to a table it may not do', async () => {
  const database = await connectDatabase(logins.service);
  for (const statement of [
    `update audit_entry set action = ''`,
    'delete from audit_entry',
    `update webhook_event set payload = ''`,
    'delete from signing_key',
    'delete from deletion_tombstone',
    'truncate webhook_attempt',
    `insert into mikro_orm_migrations (name) values ('another')`,
    'delete from mikro_orm_migrations',
  ]) {
    await expect(database.system().execute(statement)).rejects.toThrow(/permission denied/);
  }
  await database.close();
});

describe('`fixpoint database-logins`', () => {
  const run = (env: NodeJS.ProcessEnv) => {
    const options = { cwd: ROOT, env: { ...PROGRAM_ENV, ...env }, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, ['src/cli.ts', 'database-logins'], options);
    return { status, stderr };
  };
  const settings = { DATABASE_ADMINISTRATOR_URL: administrator, DATABASE_OWNER_URL: logins.owner };

  test('makes those that are named', () => {
    expect(run({ ...settings, DATABASE_URL: logins.service })).toEqual({ status: 0, stderr: '' });
  });

  test.each([
    [
      'the owner is the service',
      { ...settings, DATABASE_URL: logins.owner },
      'Administrator, owner, service and Temporal need a login each.\n',
    ],
    [
      'the service is the administrator',
      { ...settings, DATABASE_URL: inDatabase(administrator, PREFIX) },
      'Administrator, owner, service and Temporal need a login each.\n',
    ],
    [
      'they name two databases',
      { ...settings, DATABASE_URL: inDatabase(logins.service, 'other') },
      'Owner and service must name the same database.\n',
    ],
    ['one is missing', settings, 'DATABASE_URL: must have the form postgresql://user:password@host:5432/database\n'],
  ])('does nothing when %s', (_when, env, stderr) => {
    expect(run(env)).toEqual({ status: 2, stderr });
  });
});
