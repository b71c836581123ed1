/** Runs SQL as the administrator of the databases. Neither the service nor migrations use this login. */
import { MikroORM } from '@mikro-orm/postgresql';

type Row = Record<string, unknown>;

/** One connection. Settings, roles and temporary functions last from one statement to the next. */
export interface AdministratorSession {
  readonly ask: (sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly close: () => Promise<void>;
}

export async function openAdministratorSession(url: string): Promise<AdministratorSession> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    pool: { min: 1, max: 1 },
  });
  const em = orm.em.fork();
  return { ask: (sql, values = []) => em.execute<Row[]>(sql, [...values]), close: () => orm.close() };
}

export async function executeAsAdministrator(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const session = await openAdministratorSession(url);
  try {
    return await session.ask(sql, values);
  } finally {
    await session.close();
  }
}
