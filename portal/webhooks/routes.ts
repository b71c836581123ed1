/** Webhooks, and one endpoint with its deliveries. */
import { createRoute } from '@tanstack/react-router';
import { DELIVERY_ERRORS, DELIVERY_STATUSES, NOTICE_TYPES } from '#domain/webhooks/deliveries.ts';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
import { type Search, text, word } from '#portal/app/search.ts';

export const TABS = ['endpoints', 'dead', 'secret', 'verify'] as const;

const webhooks = createRoute({
  getParentRoute: () => members,
  path: '/webhooks',
  component: lazyPage(() => import('./webhooks.tsx'), 'WebhooksPage'),
  validateSearch: ({ tab, event, error }: Search): WebhooksSearch => ({
    tab: word(tab, TABS),
    event: word(event, NOTICE_TYPES),
    error: word(error, DELIVERY_ERRORS),
  }),
});

const webhook = createRoute({
  getParentRoute: () => members,
  path: '/webhooks/$webhookId',
  component: lazyPage(() => import('./webhook.tsx'), 'WebhookPage'),
  validateSearch: ({ status, event, delivery }: Search): DeliveriesSearch => ({
    status: word(status, DELIVERY_STATUSES),
    event: word(event, NOTICE_TYPES),
    delivery: text(delivery),
  }),
});

type OneOf<Words extends readonly string[]> = Words[number] | undefined;

interface WebhooksSearch {
  tab?: OneOf<typeof TABS>;
  event?: OneOf<typeof NOTICE_TYPES>;
  error?: OneOf<typeof DELIVERY_ERRORS>;
}

interface DeliveriesSearch {
  status?: OneOf<typeof DELIVERY_STATUSES>;
  event?: OneOf<typeof NOTICE_TYPES>;
  /** The id of the delivery that is open. */
  delivery?: string | undefined;
}

export const webhookRoutes = [webhooks, webhook] as const;
