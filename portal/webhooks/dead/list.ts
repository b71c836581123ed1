/** All failed deliveries. Their list is a plain array: a page that is not full is the last. */
import { useQuery } from '@tanstack/react-query';
import type { NoticeType } from '#domain/webhooks/deliveries.ts';
import type { WebhookDelivery } from '#portal/api/answers.ts';
import { call } from '#portal/api/call.ts';
import type { ApiProblem } from '#portal/api/problem.ts';

const PAGE_SIZE = 100;
const MOST_PAGES = 10;

export interface DeadDeliveries {
  /** The newest first. */
  readonly items: readonly WebhookDelivery[];
  /** True if there may be more than were read. */
  readonly hasMore: boolean;
}

/** @param eventType of this kind of event alone */
export function useDeadDeliveries(eventType: NoticeType | undefined) {
  return useQuery<DeadDeliveries, ApiProblem>({
    queryKey: ['listDeadDeliveries', { eventType }, 'all'],
    queryFn: ({ signal }) => readAll(eventType, signal),
  });
}

/** New failures move entries to the next page, so each entry counts once. */
async function readAll(eventType: NoticeType | undefined, signal: AbortSignal): Promise<DeadDeliveries> {
  const found = new Map<string, WebhookDelivery>();
  for (let page = 1; page <= MOST_PAGES; page++) {
    const part = await call('listDeadDeliveries', { eventType, page, pageSize: PAGE_SIZE }, { signal });
    for (const delivery of part) found.set(delivery.id, delivery);
    if (part.length < PAGE_SIZE) return { items: [...found.values()], hasMore: false };
  }
  return { items: [...found.values()], hasMore: true };
}
