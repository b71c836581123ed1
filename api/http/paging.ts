/** Lists in pages: the parameters `page`, `cursor` and `page_size`, the envelope, and the header Link (RFC 8288). */
import { z } from 'zod';
import type { PageOf, RequestedPage, Place } from '#store/database/pages.ts';
import { fault, faulty } from './faults.ts';
import { type Context, queryOf } from './http.ts';
import { idValue } from './params.ts';
import { wholeNumber } from './query.ts';

/** An offset can be counted this far, and nobody walks there. */
const MAX_PAGE = 1_000_000_000;

/** The format of PostgreSQL, and those ISO 8601 formats that PostgreSQL reads. */
const time = z.iso.datetime({ offset: true }).regex(/^2.{0,25}[+-](0\d|1[0-4]):\d\d$/);
const TIME_AND_ID = z.tuple([time, idValue()]);
const ID_AND_PAGE = z.tuple([idValue(), z.int32().positive()]);
const SEQUENCE = z.tuple([z.int32().positive()]);

/** Every list takes these parameters, beside its filters. */
export const PageQuery = pageQuery(TIME_AND_ID);
/** The query of a list with numbered entries. */
export const SequenceQuery = pageQuery(SEQUENCE);
/** The query of a list of pages of submissions. */
export const PageOfSubmissionQuery = pageQuery(ID_AND_PAGE);

function pageQuery(place: z.ZodType<Place>) {
  return z.object({
    page: wholeNumber(1, MAX_PAGE)
      .optional()
      .describe('The number of the page, from 1, which is the default. It excludes `cursor`.'),
    page_size: wholeNumber(1, 100).default(20).describe('The most items of a page, 20 by default.'),
    cursor: z
      .string()
      .meta({ pattern: '^[A-Za-z0-9_-]*$' })
      .refine((text) => text === '' || decode(text, place) !== null, 'must be a `next_cursor` of this list')
      .transform((text) => decode(text, place))
      .optional()
      .describe(
        'The `next_cursor` of the previous page, or empty for the first page. With a cursor the service counts nothing.',
      ),
  });
}

export interface PageBody<Item> {
  readonly items: readonly Item[];
  /** Absent with a cursor, as `total` is. */
  readonly page?: number;
  readonly page_size: number;
  /** This counts the items of all pages together. */
  readonly total?: number;
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

/** Throws `validation_failed` (400) where both ways to a page are given. */
export function requestedPage({ page, page_size: pageSize, cursor }: z.infer<typeof PageQuery>): RequestedPage {
  if (cursor === undefined) return { page: page ?? 1, pageSize };
  if (page === undefined) return { page: null, after: cursor, pageSize };
  const refused = (name: string, other: string) =>
    fault('query', name, 'conflict', `${name} cannot stand beside ${other}`);
  throw faulty([refused('page', 'cursor'), refused('cursor', 'page')]);
}

/** A page after the last one is empty, and no error: the list may have become shorter since. */
export async function pageOf<Row, Item>(
  ctx: Context,
  requested: RequestedPage,
  found: PageOf<Row>,
  render: (row: Row) => Item | Promise<Item>,
): Promise<PageBody<Item>> {
  const { items, total, end } = found;
  linkPages(ctx, requested, found);
  return {
    items: await Promise.all(items.map(render)),
    ...(requested.page !== null && { page: requested.page }),
    page_size: requested.pageSize,
    ...(total !== null && { total }),
    next_cursor: end && encode(end),
  };
}

/** The header alone, for a list without envelope. */
export function linkPages(
  ctx: Context,
  { page, pageSize }: RequestedPage,
  { total, end }: Pick<PageOf<unknown>, 'total' | 'end'>,
): void {
  const links =
    page === null || total === null
      ? linksOf(ctx, 'cursor', pageSize, { first: '', ...(end && { next: encode(end) }) })
      : linksOf(ctx, 'page', pageSize, neighboursOf(page, Math.max(1, Math.ceil(total / pageSize))));
  ctx.set('Link', links);
}

function neighboursOf(page: number, last: number): Readonly<Record<string, number>> {
  return {
    first: 1,
    ...(page > 1 && { prev: Math.min(page - 1, last) }),
    ...(page < last && { next: page + 1 }),
    last,
  };
}

/** Links to other pages of the same list with the same filters. */
function linksOf(
  ctx: Context,
  parameter: 'page' | 'cursor',
  pageSize: number,
  targets: Readonly<Record<string, string | number>>,
): string {
  const links = Object.entries(targets).map(([relation, target]) => {
    const query = queryOf(ctx);
    query.set(parameter, String(target));
    query.set('page_size', String(pageSize));
    return `<${ctx.path}?${query.toString()}>; rel="${relation}"`;
  });
  return links.join(', ');
}

function encode(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function decode(text: string, schema: z.ZodType<Place>): Place | null {
  try {
    return schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return null;
  }
}
