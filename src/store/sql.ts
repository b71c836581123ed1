/** Statements that are written out, where one of them decides what several of the manager's could not together. */
import type { EntityManager } from '@mikro-orm/core';

/** Within the manager's transaction where it has one. A tenant's manager must have one: only there PostgreSQL knows whose it is. */
export function rowsOf<Row>(em: EntityManager, statement: string, values: readonly unknown[]): Promise<Row[]> {
  return em.getConnection().execute<Row[]>(statement, [...values], 'all', em.getTransactionContext());
}
