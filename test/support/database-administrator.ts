/** Runs SQL as the administrator of the databases, as whom neither the service works nor who migrates. */
import { MikroORM } from '@mikro-orm/postgresql';

type Row = Record<string, unknown>;

export async function executeAsAdministrator(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
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
