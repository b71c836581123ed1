/** What each plan allows (specification, Limits). "MB" is read as MiB, the reading that favours the customer. */

const MIB = 1024 * 1024;

export const PLAN_TIERS = ['free', 'starter', 'growth', 'pro'] as const;

export type PlanTier = (typeof PLAN_TIERS)[number];

export interface PlanLimits {
  readonly maxFileBytes: number;
  readonly retentionDays: number;
}

export const PLANS: Readonly<Record<PlanTier, PlanLimits>> = {
  free: { maxFileBytes: 5 * MIB, retentionDays: 7 },
  starter: { maxFileBytes: 25 * MIB, retentionDays: 30 },
  growth: { maxFileBytes: 50 * MIB, retentionDays: 90 },
  pro: { maxFileBytes: 100 * MIB, retentionDays: 90 },
};
