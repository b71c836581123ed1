/** Lists that come in pages, as one list that grows. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Answers, Input, OperationId } from './answers.ts';
import { confirmed } from './call.ts';
import type { ApiProblem } from './problem.ts';
import { ask } from './send.ts';

interface ListPage<Row> {
  readonly items: readonly Row[];
  readonly next_cursor: string | null;
  readonly total?: number | undefined;
}

/** The operations that answer pages. */
type ListId = { [Id in OperationId]: Answers[Id] extends ListPage<unknown> ? Id : never }[OperationId];

type Item<Id extends ListId> = Answers[Id]['items'][number];

export interface Pages<Row> {
  readonly items: readonly Row[];
  /** The length of the whole list, from the first page. */
  readonly total: number | null;
}

/**
 * @param refetchInterval computes the pause before the next request in milliseconds from the shown data; false for no
 * request
 */
export function usePages<Id extends ListId>(
  id: Id,
  input: Input<Id>,
  refetchInterval: (rows: readonly Item<Id>[]) => number | false = () => false,
) {
  return useInfiniteQuery<ListPage<Item<Id>>, ApiProblem, Pages<Item<Id>>, readonly unknown[], string>({
    queryKey: [id, input, 'pages'],
    // The first page is asked for by number: only then the answer counts the whole list.
    queryFn: ({ signal, pageParam: cursor }) =>
      confirmed((client) => ask(client, id, { ...input, ...(cursor !== '' && { cursor }) }, { signal })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    select: ({ pages }) => ({ items: pages.flatMap(({ items }) => items), total: pages[0]?.total ?? null }),
    placeholderData: (former) => former,
    refetchInterval: ({ state }) => refetchInterval(state.data?.pages.flatMap(({ items }) => items) ?? []),
  });
}
