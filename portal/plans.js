/** The plans one can subscribe to, as `src/domain/billing/plan.ts` has them; prices in US dollars. */
export const PLANS = [
  { tier: 'starter', name: 'Starter', documents: 10_000, month: 99, year: 990, further: 0.01 },
  { tier: 'growth', name: 'Growth', documents: 50_000, month: 249, year: 2_490, further: 0.005 },
  { tier: 'pro', name: 'Pro', documents: 200_000, month: 499, year: 4_990, further: 0.003 },
];
