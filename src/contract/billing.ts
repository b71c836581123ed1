/** Answers about plan and subscription. */
import { z } from 'zod';
import { SUBSCRIPTION_STATUSES } from '#domain/billing/billing.ts';
import { BILLING_INTERVALS } from '#domain/billing/plan.ts';
import { count, dateTime, growing } from './values.ts';
import { PlanTier } from './words.ts';

export const BillingInfo = z.object({
  planTier: PlanTier.describe('The plan.'),
  monthlyDocLimit: count.describe('Documents of a period.'),
  currentMonthUsage: count.describe('Units of the period, delivered and in progress, with comparisons.'),
  remainingQuota: count.describe('The number of documents left.'),
  usagePercent: z
    .number()
    .nonnegative()
    .describe('Usage of the limit in percent. A plan that allows it can exceed 100.'),
  paymentCustomerId: z
    .string()
    .nullable()
    .describe('The id of the customer at the payment provider; null before the first payment.'),
  paymentSubscriptionId: z
    .string()
    .nullable()
    .describe('The id of the subscription at the payment provider; null without one.'),
  billingInterval: z.enum(BILLING_INTERVALS).describe('The interval of the payments.'),
  subscriptionStatus: growing([...SUBSCRIPTION_STATUSES, 'none']).describe('The status at the payment provider.'),
  currentPeriodEnd: dateTime.nullable().describe('The time of renewal, or the end of the subscription.'),
  cancelAtPeriodEnd: z.boolean().describe('Whether the subscription ends at that time.'),
  overageRatePerDoc: z.number().nonnegative().describe('The price in US dollars of a document beyond the limit.'),
  quotaResetsAt: dateTime.describe('The start of the next monthly period, also for plans that are paid by the year.'),
});

export const Quota = z.object({
  planTier: PlanTier.describe('The plan.'),
  limit: count.describe('Documents of a period.'),
  used: count.describe('Units of the period, delivered and in progress, with comparisons.'),
  remaining: count.describe('The number of documents left.'),
  overageAllowed: z.boolean().describe('Whether the plan takes documents beyond its limit, at a price.'),
  startsAt: dateTime.describe('The start of the period.'),
  resetsAt: dateTime.describe('The start of the next period.'),
  maxFileBytes: count.describe('The limit of the size of a document in bytes.'),
  concurrentJobs: count.describe('The number of documents that the service processes at once. More documents wait.'),
});

export const PageAddress = z.object({ url: z.url().describe('The address of the page for the person.') });

export const Received = z.object({ received: z.literal(true).describe('The service accepted the event.') });
