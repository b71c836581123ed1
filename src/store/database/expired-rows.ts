/** Rows whose time is over, removed by the chunk: one statement that removes millions holds them, and an old snapshot, for minutes. */
import type { Database } from './database.ts';

const CHUNK_ROWS = 1_000;

/**
 * Answers how many there were.
 *
 * @param condition SQL with a `?` for each value; an index has to serve it
 */
export async function removeExpired(
  db: Database,
  table: string,
  condition: string,
  values: readonly unknown[],
): Promise<number> {
  const chunk = `delete from "${table}" where ctid = any(array(
    select ctid from "${table}" where ${condition} limit ${CHUNK_ROWS})) returning 1`;
  for (let removed = 0; ;) {
    const { length } = await db.system().execute<unknown[]>(chunk, [...values]);
    removed += length;
    if (length < CHUNK_ROWS) return removed;
  }
}
