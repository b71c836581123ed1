/**
 * Each file of tests has a database of its own (`setup-database.ts`): sweeps, rounds and counts look at the rows of
 * every organization, and those of a file that runs beside it would be among them.
 */
import { randomUUID } from 'node:crypto';
import { connectDatabase } from '#store/orm.ts';
import { executeAsOwner } from './database-owner.ts';

const TEMPLATE = 'fixpoint_template';

/** Migrated once, and copied from then on. Nobody may be connected to it while that is done. */
export async function prepareTemplate(databaseUrl: string): Promise<void> {
  await executeAsOwner(databaseUrl, `create database ${TEMPLATE}`);
  const template = await connectDatabase(named(databaseUrl, TEMPLATE));
  await template.migrate();
  await template.close();
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
