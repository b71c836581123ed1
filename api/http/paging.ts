/** Lists in pages: the parameters `page` and `page_size`, the envelope, and the header Link (RFC 8288). */
import { z } from 'zod';
import type { PageOf, PageWish } from '#store/database/pages.ts';
import { type Context, queryOf } from './http.ts';
import { wholeNumber } from './query.ts';

/** An offset can be counted this far, and nobody walks there. */
const MAX_PAGE = 1_000_000_000;

/** Every list takes these parameters, beside its filters. */
export const PageQuery = z.object({
  page: wholeNumber(1, MAX_PAGE).default(1).describe('Counted from 1.'),
  page_size: wholeNumber(1, 100).default(20),
});

export interface PageBody<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly page_size: number;
  /** This counts the items of all pages together. */
  readonly total: number;
}

export function pageWish({ page, page_size }: z.infer<typeof PageQuery>): PageWish {
  return { page, pageSize: page_size };
}

/** A page after the last one is empty, and no error: the list may have become shorter since. */
export async function pageOf<Row, Item>(
  ctx: Context,
  { page, pageSize }: PageWish,
  { items, total }: PageOf<Row>,
  render: (row: Row) => Item | Promise<Item>,
): Promise<PageBody<Item>> {
  linkPages(ctx, { page, pageSize }, total);
  return { items: await Promise.all(items.map(render)), page, page_size: pageSize, total };
}

/** The header alone, for a list without envelope. */
export function linkPages(ctx: Context, { page, pageSize }: PageWish, total: number): void {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const pages = {
    first: 1,
    ...(page > 1 && { prev: Math.min(page - 1, last) }),
    ...(page < last && { next: page + 1 }),
    last,
  };
  const links = Object.entries(pages).map(
    ([relation, target]) => `<${addressOf(ctx, target, pageSize)}>; rel="${relation}"`,
  );
  ctx.set('Link', links.join(', '));
}

/** The same list with the same filters, at another page. */
function addressOf(ctx: Context, page: number, pageSize: number): string {
  const query = queryOf(ctx);
  query.set('page', String(page));
  query.set('page_size', String(pageSize));
  return `${ctx.path}?${query.toString()}`;
}
