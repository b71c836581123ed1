/** Plan and billing. */
import { createRoute } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
import { type Search, text } from '#portal/app/search.ts';

const billing = createRoute({
  getParentRoute: () => members,
  path: '/billing',
  // The plan that was paid for, where the payment provider has led back from that.
  validateSearch: ({ paid }: Search): { paid?: string | undefined } => ({ paid: text(paid) }),
  component: lazyPage(() => import('./billing.tsx'), 'BillingPage'),
});

export const billingRoutes = [billing] as const;
