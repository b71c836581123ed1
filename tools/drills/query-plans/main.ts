/**
 * `npm run drill:plans [-- --rows N --statements FILE]`: whether what the service asks of PostgreSQL stays quick when its tables
 * have grown. The statements are those that the service sends while its tests run, taken from the server's log; the rows are thin ones; the
 * estimate is the planner's. Ends with 1 where a statement reads more the larger its tables are, and nobody has said why
 * (`accepted.ts`). Statements are read from the file where there is one, and written into it otherwise.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { migrateDatabase } from '#store/orm.ts';
import { APPLICATION_ROLE } from '#store/database/tenancy.ts';
import {
  type AdministratorSession,
  executeAsAdministrator,
  openAdministratorSession,
} from '#test/support/database-administrator.ts';
import { dropDatabase, emptyDatabase } from '#test/support/own-database.ts';
import { runningParts } from '#test/support/parts.ts';
import { isAccepted } from './accepted.ts';
import { checkPlan } from './plans.ts';
import { fill } from './rows.ts';
import { LOG_LINE_PREFIX, statementsOf } from './statements.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Tests that use all features of the service. */
const TESTS = [
  'accounts',
  'batches',
  'billing',
  'compare',
  'http',
  'mail',
  'maintenance',
  'operations/metrics',
  'organization',
  'privacy',
  'proof',
  'store',
  'submissions',
  'webhooks',
].map((name) => `test/${name}`);

const COLLECTED = z.object({ statements: z.array(z.string()), pass: z.boolean() });
const SIZES = z.array(z.object({ name: z.string(), rows: z.number() }));
const SIZES_OF_RELATIONS = `select relname as name, reltuples::float8 as rows from pg_class
  where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`;

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000000' }, statements: { type: 'string' } },
});
const rows = Number(values.rows);
if (!Number.isSafeInteger(rows) || rows < 1) throw new Error('--rows is a number of submissions.');

fixpoint('test:parts');
try {
  process.exitCode = await drill();
} finally {
  fixpoint('test:parts', 'stop');
}

async function drill(): Promise<number> {
  const parts = await runningParts();
  if (parts === null) throw new Error('The parts do not run.');
  const { statements, pass } = await statementsOfTheService(parts.databaseAdministratorUrl);
  console.log(`${statements.length} statements of the service`);
  if (!pass) console.log('Not all of its tests pass, so that some may be missing: the drill ends with 1.');
  const database = await emptyDatabase(parts);
  await migrateDatabase(database.databaseOwnerUrl);
  const session = await openAdministratorSession(database.databaseAdministratorUrl);
  try {
    await fill(session, rows, (what, count) => console.log(`${what}: ${count}`));
    const found = await checkAll(session, statements);
    return found === 0 && pass ? 0 : 1;
  } finally {
    await session.close();
    await dropDatabase(database);
  }
}

interface Collected {
  readonly statements: readonly string[];
  /** True if all these tests passed. */
  readonly pass: boolean;
}

async function statementsOfTheService(administratorUrl: string): Promise<Collected> {
  const { statements: file } = values;
  if (file !== undefined && existsSync(file)) return COLLECTED.parse(JSON.parse(readFileSync(file, 'utf8')));
  const collected = await statementsOfTheTests(administratorUrl);
  if (file !== undefined) writeFileSync(file, JSON.stringify(collected));
  return collected;
}

/** A failed test must not discard the results of the others. */
async function statementsOfTheTests(administratorUrl: string): Promise<Collected> {
  const set = async (...settings: readonly string[]) => {
    for (const setting of settings) await executeAsAdministrator(administratorUrl, `alter system ${setting}`);
    await executeAsAdministrator(administratorUrl, 'select pg_reload_conf()');
  };
  await set(`set log_statement = 'all'`, `set log_line_prefix = '${LOG_LINE_PREFIX}'`);
  const status = fixpoint('test', ...TESTS);
  await set('reset log_statement', 'reset log_line_prefix');
  const [log] = globSync(join(ROOT, 'node_modules/.cache/fixpoint/test-parts-*/logs/postgres.log'));
  if (log === undefined) throw new Error('The log of PostgreSQL is missing.');
  return { statements: statementsOf(readFileSync(log, 'utf8')), pass: status === 0 };
}

/** Returns the number of statements that grow with their tables. */
async function checkAll(session: AdministratorSession, statements: readonly string[]): Promise<number> {
  const sizes = new Map(
    SIZES.parse(await session.ask(SIZES_OF_RELATIONS)).map(({ name, rows: count }) => [name, count]),
  );
  await session.ask(`set role ${APPLICATION_ROLE}`);
  let found = 0;
  for (const statement of statements) {
    if (isAccepted(statement)) continue;
    const { faults } = await checkPlan(session, statement, sizes);
    if (faults.length === 0) continue;
    found += 1;
    console.log(`\n${faults.join('; ')}\n  ${statement.replaceAll(/\s+/g, ' ')}`);
  }
  console.log(`\n${found} of them grow with their tables`);
  return found;
}

/** Runs a command of the clone and returns its exit code. */
function fixpoint(...args: readonly string[]): number | null {
  return spawnSync(process.execPath, [join(ROOT, 'fixpoint.mjs'), ...args], { cwd: ROOT, stdio: 'inherit' }).status;
}
