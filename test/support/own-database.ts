/**
 * Each file of tests has a database of its own (`setup-database.ts`): sweeps, rounds and counts look at the rows of
 * every organization, and those of a file that runs beside it would be among them.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase } from '#store/orm.ts';
import { executeAsAdministrator } from './database-administrator.ts';

/** Addresses of one database, by who logs in. */
export interface DatabaseUrls {
  /** The service. */
  readonly databaseUrl: string;
  /** Who migrates. */
  readonly databaseOwnerUrl: string;
  readonly databaseAdministratorUrl: string;
}

const STORE = join(import.meta.dirname, '../../src/store/database');
/** Of what makes the tables: a server that outlives a run has one for each state that was in. */
const TEMPLATE = `fixpoint_template_${hashOfSchema()}`;

/** Migrated once, and copied from then on. Nobody may be connected to it while that is done. */
export async function prepareTemplate(urls: DatabaseUrls): Promise<void> {
  const { databaseAdministratorUrl: administrator } = urls;
  const present = await executeAsAdministrator(administrator, 'select from pg_database where datname = ?', [TEMPLATE]);
  if (present.length > 0) return;
  // Under its name it is complete: two runs may prepare it at once.
  const draft = await createDatabase(urls, `draft_${newId()}`);
  await migrateDatabase(draft.databaseOwnerUrl);
  const name = new URL(draft.databaseUrl).pathname.slice(1);
  await executeAsAdministrator(administrator, `alter database ${name} rename to ${TEMPLATE}`).catch(() =>
    dropDatabase(draft),
  );
}

function hashOfSchema(): string {
  const hash = createHash('sha256');
  const migrations = readdirSync(join(STORE, 'migrations'), { recursive: true, encoding: 'utf8' });
  const files = migrations.filter((one) => one.endsWith('.ts')).toSorted();
  for (const name of ['tenancy.ts', ...files.map((one) => `migrations/${one}`)]) {
    hash.update(readFileSync(join(STORE, name)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** A fresh one beside the given one, with all tables. */
export async function ownDatabase(urls: DatabaseUrls): Promise<DatabaseUrls> {
  return createDatabase(urls, `own_${newId()}`, `template ${TEMPLATE}`);
}

/** A fresh one beside the given one, without any table. */
export async function emptyDatabase(urls: DatabaseUrls): Promise<DatabaseUrls> {
  return createDatabase(urls, `empty_${newId()}`);
}

async function createDatabase(urls: DatabaseUrls, name: string, template = ''): Promise<DatabaseUrls> {
  const { databaseUrl, databaseOwnerUrl, databaseAdministratorUrl } = urls;
  const owner = new URL(databaseOwnerUrl).username;
  await executeAsAdministrator(databaseAdministratorUrl, `create database ${name} ${template} owner ${owner}`);
  return {
    databaseUrl: inDatabase(databaseUrl, name),
    databaseOwnerUrl: inDatabase(databaseOwnerUrl, name),
    databaseAdministratorUrl: inDatabase(databaseAdministratorUrl, name),
  };
}

export async function dropDatabase({ databaseAdministratorUrl: url }: DatabaseUrls): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await executeAsAdministrator(inDatabase(url, 'postgres'), `drop database ${name} with (force)`);
}

/** The same login in another database. */
export function inDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

function newId(): string {
  return randomUUID().replaceAll('-', '');
}
