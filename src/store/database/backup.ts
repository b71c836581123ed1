/**
 * Writes all rows of the service as text at one moment, and restores them. It reads as the service, so it needs no
 * superuser and no program of PostgreSQL's version. It is for moves, drills and installations of some million rows;
 * large ones archive the write-ahead log.
 */
import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import type { Database } from './database.ts';
import { tablesInOrder } from './table-order.ts';

/** Live workers write their heartbeats themselves, and migrations make the schema. */
const LEFT_OUT = ['mikro_orm_migrations', 'worker_heartbeat'];

/** Some rows have megabytes, and a statement has five seconds (`connections.ts`). */
const PAGE_ROWS = 100;
/** The size of one statement that restores rows. */
const PAGE_CHARACTERS = 8 * 1024 * 1024;

export interface TableRows {
  readonly table: string;
  /** A row each: an object in JSON, on one line. */
  readonly lines: AsyncIterable<string>;
}

/** Passes the tables one after the other, each before those that refer to it, all from the same moment. */
export async function readAllRows(db: Database, take: (rows: TableRows) => Promise<void>): Promise<void> {
  const moment = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true };
  await db.system().transactional(async (em) => {
    for (const table of await keptTables(em)) await take({ table, lines: linesOf(em, table) });
  }, moment);
}

/** An end of a line is between the words of a JSON column, where it means nothing: within a string it is written as `\\n`. */
async function* linesOf(em: EntityManager, table: string): AsyncGenerator<string> {
  await em.execute(`declare backup no scroll cursor for
    select translate(row_to_json(t)::text, E'\\r\\n', '  ') as line from "${table}" t`);
  for (;;) {
    const rows = await em.execute<{ line: string }[]>(`fetch ${PAGE_ROWS} from backup`);
    for (const { line } of rows) yield line;
    if (rows.length < PAGE_ROWS) break;
  }
  await em.execute('close backup');
}

/** Tables that hold rows. */
export async function filledTables(db: Database): Promise<string[]> {
  const filled: string[] = [];
  for (const table of await keptTables(db.system())) {
    const [row] = await db.system().execute<{ found: boolean }[]>(`select exists (select from "${table}") as found`);
    if (row?.found === true) filled.push(table);
  }
  return filled;
}

/**
 * Puts rows back, all or none. Returns their number.
 *
 * @param linesFor the lines of a table, as `readAllRows` gave them
 */
export function putAllRows(db: Database, linesFor: (table: string) => AsyncIterable<string>): Promise<number> {
  return db.system().transactional(async (em) => {
    let count = 0;
    for (const table of await keptTables(em)) count += await putRows(em, table, linesFor(table));
    return count;
  });
}

async function putRows(em: EntityManager, table: string, lines: AsyncIterable<string>): Promise<number> {
  const columns = (await em.execute<{ name: string }[]>(WRITTEN_COLUMNS, [table]))
    .map(({ name }) => `"${name}"`)
    .join(', ');
  const put = `insert into "${table}" (${columns}) select ${columns} from json_populate_recordset(null::"${table}", ?::json)`;
  let page: string[] = [];
  let characters = 0;
  let count = 0;
  const flush = async () => {
    if (page.length > 0) await em.execute(put, [`[${page.join(',')}]`]);
    count += page.length;
    page = [];
    characters = 0;
  };
  for await (const line of lines) {
    page.push(line);
    characters += line.length;
    if (page.length >= PAGE_ROWS || characters > PAGE_CHARACTERS) await flush();
  }
  await flush();
  return count;
}

/** PostgreSQL writes the generated ones itself. */
const WRITTEN_COLUMNS = `select attname as name from pg_attribute
  where attrelid = to_regclass(?) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;

async function keptTables(em: EntityManager): Promise<string[]> {
  return (await tablesInOrder(em)).map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
}
