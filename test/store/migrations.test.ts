/**
 * Tests the schema of a database: the migrations of this version make it, and the schema of another version stays
 * unchanged.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { executeAsAdministrator } from '#test/support/database-administrator.ts';
import { type DatabaseUrls, emptyDatabase } from '#test/support/own-database.ts';
import { storeSettings } from '#test/support/programs.ts';
import { PROGRAM_ENV } from '#test/support/program-env.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { s3 } = inject('parts');

/** A separate, empty database for this test. */
let urls: DatabaseUrls;
let url: string;
beforeEach(async () => {
  urls = await emptyDatabase(inject('parts'));
  url = urls.databaseAdministratorUrl;
});

function run(...command: readonly string[]) {
  const env = {
    ...PROGRAM_ENV,
    NO_COLOR: '1',
    ...storeSettings({ ...urls, s3 }),
    DATABASE_OWNER_URL: urls.databaseOwnerUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8', env });
  return { status, stdout, stderr };
}

const migrate = () => run(join(ROOT, 'src/cli.ts'), 'migrate');
const DONE = { status: 0, stdout: '', stderr: '' };

const tables = async () =>
  (await executeAsAdministrator(url, `select tablename from pg_tables where schemaname = 'public' order by 1`)).map(
    ({ tablename }) => tablename,
  );

test('`fixpoint migrate` makes it, and changes nothing when it is there', async () => {
  expect(migrate()).toEqual(DONE);
  const made = await tables();
  expect(made).toContain('submission');
  expect(migrate()).toEqual(DONE);
  expect(await tables()).toEqual(made);
});

test("MikroORM's own command line works with the same entities and migrations", () => {
  expect(migrate()).toEqual(DONE);
  const { status, stdout } = run(join(ROOT, 'node_modules/@mikro-orm/cli/cli.js'), 'migration:list');
  expect(stdout).toMatch(/Migration\d+_first/);
  expect(status).toBe(0);
});

test('one that a later version has migrated further is left as it is: whoever goes back finds what they need', async () => {
  expect(migrate()).toEqual(DONE);
  const note = 'insert into mikro_orm_migrations (name, executed_at) values (?, now())';
  await executeAsAdministrator(url, note, ['Migration20991231000000_later']);
  await executeAsAdministrator(url, 'create table of_a_later_version (id int)');
  const made = await tables();
  expect(migrate()).toEqual(DONE);
  expect(await tables()).toEqual(made);
});

/** Restores the state before a migration, which the next `migrate` repeats. */
async function undo(name: string, ...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await executeAsAdministrator(url, statement);
  await executeAsAdministrator(url, 'delete from mikro_orm_migrations where name = ?', [name]);
}

test('days of use from before they were counted have what the documents that are kept say of them', async () => {
  expect(migrate()).toEqual(DONE);
  await undo('Migration20261125093000_usage_days', 'drop table usage_day', 'drop index webhook_delivery_of_endpoint');
  await executeAsAdministrator(
    url,
    `with o as (
      insert into organization (id, name, slug, schema_name, plan_tier, allowed_regions, is_active, created_at)
      values (gen_random_uuid(), 'Old', 'old', 'old', 'free', '{}', true, now()) returning id)
    insert into submission (id, organization_id, region, size_bytes, options, stateless, asynchronous, status, attempts,
      request_id, api_version, created_at, completed_at, processing_time_ms, report)
    select gen_random_uuid(), o.id, 'eu-central-1', 10, '{}', false, true, status, 1, 'r', 'v', now(), ended::timestamptz,
      7, report::json
    from o, (values
      ('SUCCESS', '2026-11-02T23:59:59.9Z', '{"normalized": {"sizeBytes": 4000000000}}'),
      ('SUCCESS', '2026-11-02T00:00:00Z', null),
      ('FAILED', '2026-11-02T12:00:00+01:00', '{"normalized": null}'),
      ('REJECTED', '2026-11-03T00:30:00+01:00', '{"normalized": null}'),
      ('FAILED', '2026-11-03T00:00:00Z', '{"normalized": null}'),
      ('PENDING', null, null)) as old (status, ended, report)`,
  );
  expect(migrate()).toEqual(DONE);
  const counted = await executeAsAdministrator(
    url,
    `select day::text, succeeded, failed, rejected, processing_ms::int ms, input_bytes::int "in", output_bytes::float8 "out"
      from usage_day order by day`,
  );
  expect(counted).toEqual([
    { day: '2026-11-02', succeeded: 2, failed: 1, rejected: 1, ms: 14, in: 40, out: 4_000_000_000 },
    { day: '2026-11-03', succeeded: 0, failed: 1, rejected: 0, ms: 0, in: 10, out: 0 },
  ]);
});

test('an installation with objects goes on with the keys of before, and an empty one has keys of organizations', async () => {
  expect(migrate()).toEqual(DONE);
  const sharedLayout = () => executeAsAdministrator(url, 'select from shared_layout');
  expect(await sharedLayout()).toEqual([]);
  await undo(
    'Migration20261128104000_object_folders',
    'drop function fixpoint_folder_of_new_object',
    'drop table shared_layout',
    'alter table artifact_ref drop column folder',
    'alter table original_ref drop column folder',
  );
  await executeAsAdministrator(
    url,
    `with o as (
      insert into organization (id, name, slug, schema_name, plan_tier, allowed_regions, is_active, created_at)
      values (gen_random_uuid(), 'Old', 'old', 'old', 'free', '{}', true, now()) returning id)
    insert into original_ref (organization_id, region, sha256, size_bytes, created_at, expires_at)
    select o.id, 'eu-central-1', 'ab', 1, now(), now() from o`,
  );
  expect(migrate()).toEqual(DONE);
  expect(await sharedLayout()).toHaveLength(1);
  expect(await executeAsAdministrator(url, 'select folder from original_ref')).toEqual([{ folder: null }]);
});

describe('a database with migrations of another history', () => {
  const isLeftAlone = async (names: readonly string[], which: string) => {
    await executeAsAdministrator(
      urls.databaseOwnerUrl,
      'create table mikro_orm_migrations (id serial primary key, name text, executed_at timestamptz)',
    );
    const note = 'insert into mikro_orm_migrations (name, executed_at) values (?, now())';
    for (const name of names) await executeAsAdministrator(url, note, [name]);
    const sentence =
      `The database was made by another version of Fixpoint: it has the migration ${which} this version does not know. ` +
      'Go on with the version that made it, or name an empty database in DATABASE_URL.\n';
    expect(migrate()).toEqual({ status: 2, stdout: '', stderr: sentence });
    expect(await tables()).toEqual(['mikro_orm_migrations']);
  };

  test('one of them', () => isLeftAlone(['Migration20991231000000_later'], 'Migration20991231000000_later, which'));

  test('all of those that there were before the first release', () =>
    isLeftAlone(
      ['Migration20261121000000_first', 'Migration20261121190000_attestations', 'Migration20261121230600_slug'],
      'Migration20261121000000_first and 2 more that',
    ));
});
