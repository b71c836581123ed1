/** What each plan allows (specification, Limits). "MB" is read as MiB, the reading that favours the customer. */

const MIB = 1024 * 1024;

export const PLAN_TIERS = ['free', 'starter', 'growth', 'pro'] as const;

export type PlanTier = (typeof PLAN_TIERS)[number];

export interface PlanLimits {
  readonly maxFileBytes: number;
  readonly retentionDays: number;
  /** Documents in one period of billing. */
  readonly monthlyDocs: number;
  /** Whether documents beyond that are taken and billed, or refused. */
  readonly overage: boolean;
  /** Documents under way at the same time; more wait for their turn. */
  readonly concurrentJobs: number;
}

export const PLANS: Readonly<Record<PlanTier, PlanLimits>> = {
  free: { maxFileBytes: 5 * MIB, retentionDays: 7, monthlyDocs: 100, overage: false, concurrentJobs: 1 },
  starter: { maxFileBytes: 25 * MIB, retentionDays: 30, monthlyDocs: 10_000, overage: true, concurrentJobs: 5 },
  growth: { maxFileBytes: 50 * MIB, retentionDays: 90, monthlyDocs: 50_000, overage: true, concurrentJobs: 10 },
  pro: { maxFileBytes: 100 * MIB, retentionDays: 90, monthlyDocs: 200_000, overage: true, concurrentJobs: 20 },
};
