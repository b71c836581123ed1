/** Runs SQL as the owner of a database, which the service itself never works as. */
import { MikroORM } from '@mikro-orm/postgresql';

type Row = Record<string, unknown>;

export async function executeAsOwner(url: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
  });
  try {
    return await orm.em.execute<Row[]>(sql, [...values]);
  } finally {
    await orm.close();
  }
}
