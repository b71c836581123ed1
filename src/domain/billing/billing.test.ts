import { expect, test } from 'vitest';
import {
  type Account,
  accountAfter,
  allowsOverage,
  arrange,
  type PlanSubscription,
  type UsageSubscription,
} from './billing.ts';
import { PAID_TIERS, PLANS, priceCents } from './plan.ts';

const NEVER: Account = {
  planTier: 'free',
  paymentSubscriptionId: null,
  subscriptionStatus: null,
  billingInterval: null,
  periodAnchor: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
};

const plan = (requested: Partial<PlanSubscription> = {}): PlanSubscription => ({
  kind: 'plan',
  id: 'sub_plan',
  itemId: 'si_plan',
  status: 'active',
  tier: 'starter',
  createdAt: new Date('2026-11-01T00:00:00Z'),
  interval: 'year',
  anchor: new Date('2026-11-01T00:00:00Z'),
  currentPeriodEnd: new Date('2027-11-01T00:00:00Z'),
  cancelAtPeriodEnd: false,
  paymentMethodId: null,
  ...requested,
});

const usage = (requested: Partial<UsageSubscription> = {}): UsageSubscription => ({
  kind: 'usage',
  id: 'sub_usage',
  itemId: 'si_usage',
  status: 'active',
  tier: 'starter',
  createdAt: new Date('2026-11-01T00:00:01Z'),
  planId: 'sub_plan',
  ...requested,
});

const after = (before: Account, ...subscriptions: (PlanSubscription | UsageSubscription)[]) =>
  accountAfter(before, arrange(subscriptions));

test.each([
  ['active', 'starter', true],
  ['trialing', 'starter', true],
  ['past_due', 'starter', false],
  ['unpaid', 'free', false],
  ['paused', 'free', false],
] as const)('a subscription that is %s gives plan %s, and overage: %s', (status, tier, overage) => {
  const account = after(NEVER, plan({ status }), usage());
  expect(account).toMatchObject({ planTier: tier, subscriptionStatus: status, paymentSubscriptionId: 'sub_plan' });
  expect(allowsOverage(account)).toBe(overage);
  expect(account.periodAnchor === null).toBe(tier === 'free');
});

test.each(['canceled', 'incomplete_expired'] as const)('a subscription that is %s leaves the free plan', (status) => {
  const subscribed = after(NEVER, plan(), usage());
  expect(after(subscribed, plan({ status }), usage({ status: 'canceled' }))).toEqual({
    ...NEVER,
    subscriptionStatus: status,
  });
});

test('a first payment that is not through yet changes no plan', () => {
  expect(after(NEVER, plan({ status: 'incomplete' }))).toMatchObject({
    planTier: 'free',
    paymentSubscriptionId: null,
    subscriptionStatus: 'incomplete',
  });
});

test('a plan that was granted by hand stays while there is no subscription', () => {
  const granted: Account = { ...NEVER, planTier: 'growth' };
  expect(after(granted)).toEqual(granted);
  expect(after(granted, plan({ status: 'canceled' })).planTier).toBe('growth');
});

test('documents beyond the plan that were not paid for count as arrears of the plan', () => {
  for (const status of ['past_due', 'unpaid', 'canceled'] as const) {
    expect(after(NEVER, plan(), usage({ status })).subscriptionStatus).toBe('past_due');
  }
});

test('of two plans that were paid the newer one counts, and the older one is superfluous with its usage', () => {
  const older = plan({ id: 'sub_older', createdAt: new Date('2026-10-01T00:00:00Z') });
  const newer = plan({ tier: 'pro' });
  const ofOlder = usage({ id: 'sub_of_older', planId: 'sub_older' });
  const arranged = arrange([older, ofOlder, newer, usage()]);
  expect(arranged.plan).toBe(newer);
  expect(arranged.usage?.id).toBe('sub_usage');
  expect(arranged.superfluous.map(({ id }) => id).toSorted()).toEqual(['sub_of_older', 'sub_older']);
});

test('usage outlives no plan', () => {
  const { plan: found, superfluous } = arrange([plan({ status: 'canceled' }), usage()]);
  expect(found?.status).toBe('canceled');
  expect(superfluous.map(({ id }) => id)).toEqual(['sub_usage']);
});

test('prices are those of the specification; a year costs ten months', () => {
  const dollars = PAID_TIERS.map((tier) => [priceCents(tier, 'month') / 100, priceCents(tier, 'year') / 100]);
  expect(dollars).toEqual([
    [99, 990],
    [249, 2490],
    [499, 4990],
  ]);
  const overage = PAID_TIERS.map((tier) => PLANS[tier].overageMillicents / 100_000);
  expect(overage).toEqual([0.01, 0.005, 0.003]);
});
