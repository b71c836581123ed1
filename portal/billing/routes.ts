/** Plan and billing. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';
import { type Search, text } from '#portal/app/search.ts';

const billing = createRoute({
  getParentRoute: () => members,
  path: '/billing',
  validateSearch: ({ paid }: Search): { paid?: string | undefined } => ({ paid: text(paid) }),
  component: lazyRouteComponent(() => import('./billing.tsx'), 'BillingPage'),
});

export const billingRoutes = [billing] as const;
