/** Pages of a list: newest first, in an order that two rows of the same moment do not upset. */

/** Pages are counted from 1. */
export interface PageWish {
  readonly page: number;
  readonly pageSize: number;
}

export interface PageOf<Item> {
  readonly items: readonly Item[];
  /** Of all pages together. */
  readonly total: number;
}

export const NEWEST_FIRST = { createdAt: 'desc', id: 'desc' } as const;
export const LAST_REQUESTED_FIRST = { requestedAt: 'desc', id: 'desc' } as const;

export function rowsOfPage({ page, pageSize }: PageWish): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}
