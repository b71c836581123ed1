/**
 * Deletes rows by the page: one statement for millions would hold locks and an old snapshot for minutes, and
 * connections of the service allow a statement seconds (`connections.ts`).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from './database.ts';

const PAGE_ROWS = 1_000;

/**
 * Deletes up to `limit` rows; answers how many.
 *
 * @param condition SQL with a `?` for each value; an index has to serve it
 */
export async function deletePage(
  em: EntityManager,
  table: string,
  condition: string,
  values: readonly unknown[],
  limit: number,
): Promise<number> {
  const page = `delete from "${table}" where ctid = any(array(
    select ctid from "${table}" where ${condition} limit ?)) returning 1`;
  return (await em.execute<unknown[]>(page, [...values, limit])).length;
}

/** Deletes all rows whose time is over, page by page; answers how many there were. */
export async function removeExpired(
  db: Database,
  table: string,
  condition: string,
  values: readonly unknown[],
): Promise<number> {
  for (let removed = 0; ;) {
    const count = await deletePage(db.system(), table, condition, values, PAGE_ROWS);
    removed += count;
    if (count < PAGE_ROWS) return removed;
  }
}
