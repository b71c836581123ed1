/** The tables by which refers to which, as PostgreSQL knows it: rows go in one order, and out in the other. */
import type { EntityManager } from '@mikro-orm/postgresql';

export interface Table {
  readonly name: string;
  /** Whether its rows are of one organization each. */
  readonly isTenants: boolean;
}

/** All there are, each after those that it refers to. */
export async function tablesInOrder(em: EntityManager): Promise<Table[]> {
  const rows = await em.execute<(Table & { refersTo: string | null })[]>(TABLES);
  const references = Map.groupBy(rows, ({ name }) => name);
  const ordered: Table[] = [];
  const visit = (name: string) => {
    const [first, ...others] = references.get(name) ?? [];
    if (first === undefined) return;
    references.delete(name);
    for (const { refersTo } of [first, ...others]) if (refersTo !== null) visit(refersTo);
    ordered.push({ name, isTenants: first.isTenants });
  };
  for (const { name } of rows) visit(name);
  return ordered;
}

const TABLES = `select c.relname as "name", (select relname from pg_class where oid = f.confrelid) as "refersTo",
    exists (select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped) as "isTenants"
  from pg_class c left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f'
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`;
