/**
 * The slots of the exports of one worker. An export may take hours, and erasures and deletions use the same worker: exports leave them some
 * slots of Temporal's, and those of the plan Free leave half to the others.
 */
import { ApplicationFailure } from '@temporalio/activity';
import type { PlanTier } from '#domain/billing/plan.ts';

export const EXPORT_SLOTS = 8;
export const FREE_EXPORT_SLOTS = EXPORT_SLOTS / 2;
const RETRY_DELAY = '10 seconds';

export function exportSlots() {
  const taken: PlanTier[] = [];
  return {
    /** Disposing frees the slot. Throws without a free slot: Temporal then offers the export again in some seconds. */
    take(planTier: PlanTier): Disposable {
      const free = taken.filter((tier) => tier === 'free').length;
      if (taken.length >= EXPORT_SLOTS || (planTier === 'free' && free >= FREE_EXPORT_SLOTS)) throw noSlot();
      taken.push(planTier);
      return { [Symbol.dispose]: () => void taken.splice(taken.indexOf(planTier), 1) };
    },
  };
}

/** Waiting is no failure, so neither the log nor the metrics count it. */
function noSlot(): ApplicationFailure {
  const failure = ApplicationFailure.create({
    type: 'EXPORT_SLOTS_TAKEN',
    message: 'Other exports use all slots of this worker.',
    nextRetryDelay: RETRY_DELAY,
    category: 'BENIGN',
  });
  failure.stack = '';
  return failure;
}
