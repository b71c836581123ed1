/** Answers about plan and subscription. */
import { z } from 'zod';
import { SUBSCRIPTION_STATUSES } from '#domain/billing/billing.ts';
import { BILLING_INTERVALS } from '#domain/billing/plan.ts';
import { count, dateTime, growing } from './values.ts';
import { PlanTier } from './words.ts';

export const BillingInfo = z.object({
  planTier: PlanTier.describe('The plan.'),
  monthlyDocLimit: count.describe('Documents of a period.'),
  currentMonthUsage: count.describe('Units of the period, delivered and under way, comparisons included.'),
  remainingQuota: count.describe('How many of the documents are left.'),
  usagePercent: z
    .number()
    .nonnegative()
    .describe('Usage of the limit in percent; more than 100 where the plan allows it.'),
  paymentCustomerId: z.string().nullable().describe('Of the payment provider; null before the first payment.'),
  paymentSubscriptionId: z.string().nullable().describe('Of the payment provider; null without a subscription.'),
  billingInterval: z.enum(BILLING_INTERVALS).describe('How often is paid.'),
  subscriptionStatus: growing([...SUBSCRIPTION_STATUSES, 'none']).describe('As the payment provider has it.'),
  currentPeriodEnd: dateTime.nullable().describe('When the subscription is renewed, or ends.'),
  cancelAtPeriodEnd: z.boolean().describe('Whether the subscription ends then.'),
  overageRatePerDoc: z.number().nonnegative().describe('US dollars for a document beyond the limit.'),
  quotaResetsAt: dateTime.describe('When documents are counted anew; by the month, also where a year is paid.'),
});

export const Quota = z.object({
  planTier: PlanTier.describe('The plan.'),
  limit: count.describe('Documents of a period.'),
  used: count.describe('Delivered and under way, comparisons included.'),
  remaining: count.describe('How many of them are left.'),
  overageAllowed: z.boolean().describe('Whether the plan takes more than its documents, at a price.'),
  startsAt: dateTime.describe('When the period began.'),
  resetsAt: dateTime.describe('When documents are counted anew.'),
  maxFileBytes: count.describe('The most bytes a document may have.'),
  concurrentJobs: count.describe('Documents that are processed at once; what is beyond waits its turn.'),
});

export const PageAddress = z.object({ url: z.url().describe('The page to lead the person to.') });

export const Received = z.object({ received: z.literal(true).describe('The event was taken.') });
