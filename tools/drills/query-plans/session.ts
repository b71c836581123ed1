/** One session of PostgreSQL as its administrator: settings, roles and temporary functions stay from one statement to the next. */
import { MikroORM } from '@mikro-orm/postgresql';

export interface Session {
  readonly ask: (sql: string) => Promise<unknown[]>;
  close(): Promise<void>;
}

export async function openSession(administratorUrl: string): Promise<Session> {
  const orm = await MikroORM.init({
    clientUrl: administratorUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    pool: { min: 1, max: 1 },
  });
  const em = orm.em.fork();
  return { ask: (sql) => em.execute<unknown[]>(sql), close: () => orm.close() };
}
