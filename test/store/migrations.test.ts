/** The schema of a database: made by the migrations of this version, and left alone where it is another version's. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { executeAsOwner } from '#test/support/database-owner.ts';
import { storeSettings } from '#test/support/programs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { databaseUrl, s3 } = inject('parts');

/** Of this test alone, and empty. */
let url: string;
beforeEach(async () => {
  const name = `migrated_${randomUUID().replaceAll('-', '')}`;
  await executeAsOwner(databaseUrl, `create database ${name}`);
  url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href;
});

function run(...command: readonly string[]) {
  const env = {
    PATH: process.env['PATH'],
    NO_COLOR: '1',
    ...storeSettings({ databaseUrl: url, s3 }),
    TEMPORAL_ADDRESS: '127.0.0.1:1',
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8', env });
  return { status, stdout, stderr };
}

const migrate = () => run(join(ROOT, 'src/cli.ts'), 'migrate');
const DONE = { status: 0, stdout: '', stderr: '' };

const tables = async () =>
  (await executeAsOwner(url, `select tablename from pg_tables where schemaname = 'public' order by 1`)).map(
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
  await executeAsOwner(url, note, ['Migration20991231000000_later']);
  await executeAsOwner(url, 'create table of_a_later_version (id int)');
  const made = await tables();
  expect(migrate()).toEqual(DONE);
  expect(await tables()).toEqual(made);
});

describe('a database with migrations of another history', () => {
  const isLeftAlone = async (names: readonly string[], which: string) => {
    await executeAsOwner(
      url,
      'create table mikro_orm_migrations (id serial primary key, name text, executed_at timestamptz)',
    );
    const note = 'insert into mikro_orm_migrations (name, executed_at) values (?, now())';
    for (const name of names) await executeAsOwner(url, note, [name]);
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
