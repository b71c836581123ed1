/** What is answered about plan and subscription. */
import { z } from 'zod';
import { SUBSCRIPTION_STATUSES } from '#domain/billing/billing.ts';
import { BILLING_INTERVALS, PLAN_TIERS } from '#domain/billing/plan.ts';
import { count, dateTime } from './values.ts';

export const BillingInfo = z.object({
  planTier: z.enum(PLAN_TIERS),
  monthlyDocLimit: count,
  currentMonthUsage: count.describe('Units of the period, delivered and under way, comparisons included.'),
  remainingQuota: count,
  usagePercent: z.number().nonnegative().describe('More than 100 where the plan allows it.'),
  paymentCustomerId: z.string().nullable(),
  paymentSubscriptionId: z.string().nullable(),
  billingInterval: z.enum(BILLING_INTERVALS),
  subscriptionStatus: z.enum([...SUBSCRIPTION_STATUSES, 'none']),
  currentPeriodEnd: dateTime.nullable().describe('When the subscription is renewed, or ends.'),
  cancelAtPeriodEnd: z.boolean(),
  overageRatePerDoc: z.number().nonnegative().describe('US dollars for a document beyond the limit.'),
  quotaResetsAt: dateTime.describe('When documents are counted anew; by the month, also where a year is paid.'),
});

export const Quota = z.object({
  planTier: z.enum(PLAN_TIERS),
  limit: count.describe('Documents of a period.'),
  used: count.describe('Delivered and under way, comparisons included.'),
  remaining: count,
  overageAllowed: z.boolean().describe('Whether the plan takes more than its documents, at a price.'),
  startsAt: dateTime,
  resetsAt: dateTime.describe('When documents are counted anew.'),
  maxFileBytes: count,
  concurrentJobs: count.describe('What is beyond waits its turn.'),
});

export const PageAddress = z.object({ url: z.url() });

export const Received = z.object({ received: z.literal(true) });
