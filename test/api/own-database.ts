/** A database of its own beside the shared one: for tests of sweeps, which look at every organization's rows. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { connectDatabase } from '#store/orm.ts';
import { executeAsOwner } from '#test/owner.ts';

export async function ownDatabase(): Promise<string> {
  const { databaseUrl } = inject('parts');
  const name = `own_${randomUUID().replaceAll('-', '')}`;
  await executeAsOwner(databaseUrl, `create database ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const own = await connectDatabase(url.href);
  await own.migrate();
  await own.close();
  return url.href;
}
