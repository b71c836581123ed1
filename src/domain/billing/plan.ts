/** The limits of each plan (specification, Limits). "MB" is read as MiB, the reading that favours the customer. */

const MIB = 1024 * 1024;

export const PLAN_TIERS = ['free', 'starter', 'growth', 'pro'] as const;

export type PlanTier = (typeof PLAN_TIERS)[number];

/** The plans that one subscribes to. */
export const PAID_TIERS = ['starter', 'growth', 'pro'] as const satisfies readonly PlanTier[];

export type PaidTier = (typeof PAID_TIERS)[number];

export const BILLING_INTERVALS = ['month', 'year'] as const;

export type BillingInterval = (typeof BILLING_INTERVALS)[number];

export interface PlanLimits {
  readonly maxFileBytes: number;
  readonly retentionDays: number;
  /** Documents in one period of billing. */
  readonly monthlyDocs: number;
  /** True if extra documents are accepted and billed, false if they are refused. */
  readonly overage: boolean;
  /** Documents under way at the same time; more wait for their turn. */
  readonly concurrentJobs: number;
  /** US cents. */
  readonly monthlyPriceCents: number;
  /** Price of a document beyond the plan's, in thousandths of a cent. */
  readonly overageMillicents: number;
}

export const PLANS: Readonly<Record<PlanTier, PlanLimits>> = {
  free: {
    maxFileBytes: 5 * MIB,
    retentionDays: 7,
    monthlyDocs: 100,
    overage: false,
    concurrentJobs: 1,
    monthlyPriceCents: 0,
    overageMillicents: 0,
  },
  starter: {
    maxFileBytes: 25 * MIB,
    retentionDays: 30,
    monthlyDocs: 10_000,
    overage: true,
    concurrentJobs: 5,
    monthlyPriceCents: 9_900,
    overageMillicents: 1_000,
  },
  growth: {
    maxFileBytes: 50 * MIB,
    retentionDays: 90,
    monthlyDocs: 50_000,
    overage: true,
    concurrentJobs: 10,
    monthlyPriceCents: 24_900,
    overageMillicents: 500,
  },
  pro: {
    maxFileBytes: 100 * MIB,
    retentionDays: 90,
    monthlyDocs: 200_000,
    overage: true,
    concurrentJobs: 20,
    monthlyPriceCents: 49_900,
    overageMillicents: 300,
  },
};

/** The largest document that any plan takes. */
export const MAX_FILE_BYTES = Math.max(...PLAN_TIERS.map((tier) => PLANS[tier].maxFileBytes));

/** A year costs ten months. */
const MONTHS_PAID = { month: 1, year: 10 } as const;

/** The price of a plan for one interval, in US cents. */
export function priceCents(tier: PaidTier, interval: BillingInterval): number {
  return PLANS[tier].monthlyPriceCents * MONTHS_PAID[interval];
}
