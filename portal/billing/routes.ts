/** Plan and billing. */
import { createRoute } from '@tanstack/react-router';
import { PLAN_TIERS, type PlanTier } from '#domain/billing/plan.ts';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
import { type Search, word } from '#portal/app/search.ts';

const billing = createRoute({
  getParentRoute: () => members,
  path: '/billing',
  // The plan that was paid for, where the payment provider has led back from that.
  validateSearch: ({ paid }: Search): { paid?: PlanTier | undefined } => ({ paid: word(paid, PLAN_TIERS) }),
  component: lazyPage(() => import('./billing.tsx'), 'BillingPage'),
});

export const billingRoutes = [billing] as const;
