/**
 * Gives each test file its own database (`setup-database.ts`). Sweeps, rounds and counts read the rows of every
 * organization, which would include those of a parallel test file.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase } from '#store/orm.ts';
import { executeAsAdministrator } from './database-administrator.ts';

/** The addresses of one database by login. */
export interface DatabaseUrls {
  /** The login of the service. */
  readonly databaseUrl: string;
  /** The login for migrations. */
  readonly databaseOwnerUrl: string;
  readonly databaseAdministratorUrl: string;
}

const STORE = join(import.meta.dirname, '../../src/store/database');
/** The hash of the schema. A server that outlives a run has one template for each schema. */
const TEMPLATE = `fixpoint_template_${hashOfSchema()}`;

/** Migrated once and copied later. PostgreSQL copies it only without connections. */
export async function prepareTemplate(urls: DatabaseUrls): Promise<void> {
  const { databaseAdministratorUrl: administrator } = urls;
  const present = await executeAsAdministrator(administrator, 'select from pg_database where datname = ?', [TEMPLATE]);
  if (present.length > 0) return;
  // The final name marks a complete template, because two runs may prepare it together.
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

/** A new database with all tables, on the same server. */
export async function ownDatabase(urls: DatabaseUrls): Promise<DatabaseUrls> {
  return createDatabase(urls, `own_${newId()}`, `template ${TEMPLATE}`);
}

/** A new database without tables, on the same server. */
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
