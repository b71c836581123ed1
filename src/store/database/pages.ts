/**
 * Pages of a list, newest first, in an order that is stable for rows of the same moment. A page is found by its
 * number, or by the place where the previous page ended. Additions and removals do not move this place, and the index
 * finds it quickly at any depth.
 */
import { type EntityDictionary, type EntityName, type QueryOrderMap, raw } from '@mikro-orm/core';
import type { EntityManager, QBFilterQuery } from '@mikro-orm/postgresql';

/** The sort key of a row: times with PostgreSQL's microseconds, which a Date would lose. */
export type Place = readonly (string | number)[];

/** Pages are counted from 1; without number the page is the one after a place, or the first where that is null. */
export type RequestedPage = { readonly pageSize: number } & (
  | { readonly page: number }
  | { readonly page: null; readonly after: Place | null }
);

export interface PageOf<Item> {
  readonly items: readonly Item[];
  /** The number on all pages; null for a page by place, because counting costs more than the page. */
  readonly total: number | null;
  /** The place of the last item; null when nothing comes after it. */
  readonly end: Place | null;
}

export const NEWEST_FIRST = { createdAt: 'desc', id: 'desc' } as const;
export const LAST_REQUESTED_FIRST = { requestedAt: 'desc', id: 'desc' } as const;
export const LAST_IN_SEQUENCE_FIRST = { sequence: 'desc' } as const;

type Order = typeof NEWEST_FIRST | typeof LAST_REQUESTED_FIRST | typeof LAST_IN_SEQUENCE_FIRST;

/** SQL in a condition calls the row by this name. */
export const LISTED = 'listed';

export async function findPage<Row extends object>(
  em: EntityManager,
  entity: EntityName<Row>,
  where: QBFilterQuery<Row, typeof LISTED>,
  order: Order & QueryOrderMap<Row>,
  requested: RequestedPage,
): Promise<PageOf<Row>> {
  const { props } = em.getMetadata(entity);
  const columns = Object.keys(order).flatMap((key) => props.find(({ name }) => name === key)?.fieldNames ?? []);
  const values = columns.map((column) => `${LISTED}."${column}"`).join(', ');
  const all = em.createQueryBuilder(entity, LISTED).where(where);
  // JSON has the full value of a column, and a time with its offset from UTC.
  const read = props.filter(({ lazy }) => lazy !== true).map(({ name }) => name);
  const page = all.clone().select([...read, raw(`json_build_array(${values}) as "place"`)]);
  if (requested.page !== null) page.offset((requested.page - 1) * requested.pageSize);
  // PostgreSQL compares rows of values along an index.
  else if (requested.after)
    page.andWhere(`(${values}) < (${requested.after.map(() => '?').join(', ')})`, [...requested.after]);
  // One row more than the page has tells whether there is another page.
  page.orderBy(order).limit(requested.pageSize + 1);
  const found = await page.execute<(EntityDictionary<Row> & { place: Place })[]>('all', false);
  const shown = found.slice(0, requested.pageSize);
  return {
    items: shown.map((row) => em.map(entity, row)),
    total: requested.page === null ? null : await all.getCount(),
    end: found.length > shown.length ? (shown.at(-1)?.place ?? null) : null,
  };
}
