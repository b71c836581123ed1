/** A database of its own beside the shared one: for tests of sweeps, which look at every organization's rows. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { connectDatabase } from '#store/orm.ts';

export async function ownDatabase(): Promise<string> {
  const { databaseUrl } = inject('parts');
  const name = `own_${randomUUID().replaceAll('-', '')}`;
  const shared = await connectDatabase(databaseUrl);
  await shared.system().getConnection().execute(`create database ${name}`);
  await shared.close();
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const own = await connectDatabase(url.href);
  await own.migrate();
  await own.close();
  return url.href;
}
