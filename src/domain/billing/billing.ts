/**
 * Subscriptions as the service sees them, and what follows from them for an organization. An organization has one for
 * its plan and, beside it, one for the documents beyond the plan's: providers change a subscription on their own pages
 * only while it has a single price.
 */
import { type BillingInterval, type PaidTier, PLANS, type PlanTier } from './plan.ts';

/** The provider's words. */
export const SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
] as const;

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

interface AnySubscription {
  readonly id: string;
  /** Of its one price. */
  readonly itemId: string;
  readonly status: SubscriptionStatus;
  readonly tier: PaidTier;
  readonly createdAt: Date;
}

export interface PlanSubscription extends AnySubscription {
  readonly kind: 'plan';
  readonly interval: BillingInterval;
  /** Billed at this time of the month, or of the year. */
  readonly anchor: Date;
  readonly currentPeriodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
  readonly paymentMethodId: string | null;
}

/** Bills what the meter has counted, by the month. */
export interface UsageSubscription extends AnySubscription {
  readonly kind: 'usage';
  /** The subscription of the plan it belongs to. */
  readonly planId: string;
}

export type Subscription = PlanSubscription | UsageSubscription;

/** The subscriptions of one customer, by what they are for. */
export interface Arranged {
  /** The newest that lives, or else the newest of all. */
  readonly plan: PlanSubscription | null;
  /** That of the plan; null when there never was one. */
  readonly usage: UsageSubscription | null;
  /** Subscriptions that should not exist: plans that are paid twice, usage without its plan. */
  readonly superfluous: readonly Subscription[];
}

/** The plan holds, be it unpaid for a while. */
const HOLDING: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due'];
/** Nothing more comes of these. `incomplete` may yet become active, but does not count before. */
const LIFELESS: readonly SubscriptionStatus[] = ['incomplete', 'incomplete_expired', 'canceled'];

export function isLive({ status }: { readonly status: SubscriptionStatus }): boolean {
  return !LIFELESS.includes(status);
}

export function arrange(subscriptions: readonly Subscription[]): Arranged {
  const newestFirst = subscriptions.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const plans = newestFirst.filter((one) => one.kind === 'plan');
  const usages = newestFirst.filter((one) => one.kind === 'usage');
  const plan = plans.find(isLive) ?? plans[0] ?? null;
  const usage = usages.find(({ planId }) => planId === plan?.id) ?? null;
  const wanted = plan && isLive(plan) ? [plan, usage] : [];
  return { plan, usage, superfluous: newestFirst.filter((one) => isLive(one) && !wanted.includes(one)) };
}

/** The subscription in the row of an organization. */
export interface Account {
  readonly planTier: PlanTier;
  /** While the subscription lives. */
  readonly paymentSubscriptionId: string | null;
  readonly subscriptionStatus: SubscriptionStatus | null;
  readonly billingInterval: BillingInterval | null;
  /** The start of the monthly periods. Null means the day on which the organization was created. */
  readonly periodAnchor: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly cancelAtPeriodEnd: boolean;
}

/** The account after a read at the provider. A plan that was granted by hand stays until a subscription replaces it. */
export function accountAfter(before: Account, { plan, usage }: Arranged): Account {
  if (plan === null) return before;
  if (!isLive(plan)) {
    const planTier = before.paymentSubscriptionId === null ? before.planTier : 'free';
    return { ...NO_SUBSCRIPTION, planTier, subscriptionStatus: plan.status };
  }
  const status = statusOf(plan, usage);
  const holds = HOLDING.includes(status);
  return {
    planTier: holds ? plan.tier : 'free',
    paymentSubscriptionId: plan.id,
    subscriptionStatus: status,
    billingInterval: plan.interval,
    periodAnchor: holds ? plan.anchor : null,
    currentPeriodEnd: plan.currentPeriodEnd,
    cancelAtPeriodEnd: plan.cancelAtPeriodEnd,
  };
}

const NO_SUBSCRIPTION: Omit<Account, 'planTier' | 'subscriptionStatus'> = {
  paymentSubscriptionId: null,
  billingInterval: null,
  periodAnchor: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
};

/** Unpaid extra documents count as arrears, like an unpaid plan. */
function statusOf({ status }: PlanSubscription, usage: UsageSubscription | null): SubscriptionStatus {
  const usageIsPaid = usage === null || usage.status === 'active' || usage.status === 'trialing';
  return (status === 'active' || status === 'trialing') && !usageIsPaid ? 'past_due' : status;
}

/** True if extra documents are accepted and billed, which ends while a payment is missing. */
export function allowsOverage({
  planTier,
  subscriptionStatus,
}: {
  readonly planTier: PlanTier;
  readonly subscriptionStatus?: SubscriptionStatus | null | undefined;
}): boolean {
  return PLANS[planTier].overage && subscriptionStatus !== 'past_due';
}

/** The meter at the provider, which counts each delivered unit of a paying organization. */
export const METER_EVENT = 'documents_processed';

/** The provider takes no usage of longer ago: 35 days, less what a round may last. */
export const METER_MAX_AGE_MS = 34 * 24 * 60 * 60 * 1000;

export function paymentEventWorkflowId(eventId: string): string {
  return `pay-evt-${eventId}`;
}

export function cancellationWorkflowId(organizationId: string): string {
  return `pay-end-${organizationId}`;
}
