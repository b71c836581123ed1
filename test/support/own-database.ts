/**
 * Each file of tests has a database of its own (`setup-database.ts`): sweeps, rounds and counts look at the rows of
 * every organization, and those of a file that runs beside it would be among them.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectDatabase } from '#store/orm.ts';
import { executeAsOwner } from './database-owner.ts';

const MIGRATIONS = join(import.meta.dirname, '../../src/store/database/migrations');
/** Of these migrations: a server that outlives a run has one for each state they were in. */
const TEMPLATE = `fixpoint_template_${hashOfMigrations()}`;

/** Migrated once, and copied from then on. Nobody may be connected to it while that is done. */
export async function prepareTemplate(databaseUrl: string): Promise<void> {
  const present = await executeAsOwner(databaseUrl, 'select from pg_database where datname = ?', [TEMPLATE]);
  if (present.length > 0) return;
  // Under its name it is complete: two runs may prepare it at once.
  const draft = `draft_${randomUUID().replaceAll('-', '')}`;
  await executeAsOwner(databaseUrl, `create database ${draft}`);
  const template = await connectDatabase(named(databaseUrl, draft));
  await template.migrate();
  await template.close();
  await executeAsOwner(databaseUrl, `alter database ${draft} rename to ${TEMPLATE}`).catch(() =>
    executeAsOwner(databaseUrl, `drop database ${draft}`),
  );
}

function hashOfMigrations(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(join(MIGRATIONS, name)));
  return hash.digest('hex').slice(0, 12);
}

/** A fresh one beside the given one; answers its address. */
export async function ownDatabase(databaseUrl: string): Promise<string> {
  const name = `own_${randomUUID().replaceAll('-', '')}`;
  await executeAsOwner(databaseUrl, `create database ${name} template ${TEMPLATE}`);
  return named(databaseUrl, name);
}

export async function dropDatabase(databaseUrl: string, owner: string): Promise<void> {
  await executeAsOwner(owner, `drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
}

function named(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}
