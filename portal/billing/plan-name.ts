/** The names of plans for people. */
import type { PlanTier } from '#domain/billing/plan.ts';

const NAMES: Readonly<Record<PlanTier, string>> = { free: 'Free', starter: 'Starter', growth: 'Growth', pro: 'Pro' };

export function planName(tier: PlanTier): string {
  return NAMES[tier];
}
