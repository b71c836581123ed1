/** What an organization pays for: how it stands, the way to the payment provider's pages, and the provider's events. */
import { Router } from '@koa/router';
import type { Logger } from 'pino';
import { z } from 'zod';
import { arrange, isLive, type PlanSubscription, type SubscriptionStatus } from '#domain/billing.ts';
import { BILLING_INTERVALS, type BillingInterval, PAID_TIERS, PLANS, type PlanTier } from '#domain/plan.ts';
import type { PaymentEvent, Payments } from '#src/payments/port.ts';
import type { BillingStore } from '#store/billing/billing.ts';
import type { Organization } from '#store/organizations/organizations.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import type { State } from '#api/http/http.ts';
import { readJson, receiveBody } from '#api/http/json-body.ts';
import type { Admit, PortalCaller } from '#api/organization/access.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import { checkReturnUrls, type ReturnRules } from './return-url.ts';

/** The specification's Billing info, and when the documents are counted anew. */
export interface BillingInfoBody {
  readonly planTier: PlanTier;
  readonly monthlyDocLimit: number;
  readonly currentMonthUsage: number;
  readonly remainingQuota: number;
  readonly usagePercent: number;
  readonly paymentCustomerId: string | null;
  readonly paymentSubscriptionId: string | null;
  readonly billingInterval: BillingInterval;
  readonly subscriptionStatus: SubscriptionStatus | 'none';
  readonly currentPeriodEnd: string | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly overageRatePerDoc: number;
  readonly quotaResetsAt: string;
}

interface Deps {
  readonly admit: Admit;
  readonly billing: BillingStore;
  readonly payments: Payments;
  readonly temporal: Pick<TemporalClient, 'startPaymentEvent'>;
  readonly settings: ReturnRules;
  readonly log: Logger;
}

const url = () => z.string().meta({ format: 'uri' }).describe('At one of the origins of the portal.');

export const CheckoutBody = z.strictObject({
  tier: z.enum(PAID_TIERS),
  interval: z.enum(BILLING_INTERVALS),
  successUrl: url(),
  cancelUrl: url(),
});

export const PortalSessionBody = z.strictObject({ returnUrl: url() });

export function billingRoutes(deps: Deps): Router<State> {
  const { admit, billing, payments, settings } = deps;
  const router = new Router<State>();

  router.get('/api/billing/info', async (ctx) => {
    const { organization } = await admit(ctx, 'billing.read');
    readQuery(ctx, NoQuery);
    ctx.body = await infoOf(billing, organization);
  });

  router.post('/api/billing/checkout-session', async (ctx) => {
    const caller = await admit(ctx, 'billing.write');
    readQuery(ctx, NoQuery);
    const wish = await readJson(ctx, CheckoutBody);
    checkReturnUrls({ successUrl: wish.successUrl, cancelUrl: wish.cancelUrl }, settings);
    ctx.body = { url: await pageFor(deps, caller, wish) };
  });

  router.post('/api/billing/portal-session', async (ctx) => {
    const caller = await admit(ctx, 'billing.write');
    readQuery(ctx, NoQuery);
    const { returnUrl } = await readJson(ctx, PortalSessionBody);
    checkReturnUrls({ returnUrl }, settings);
    const page = await payments.portal(await customerOf(deps, caller), returnUrl);
    const { organizationId, memberId: actorId } = caller;
    await billing.noteVisit({ organizationId, actorId, action: 'billing.portal-opened' });
    ctx.body = { url: page };
  });

  router.post('/api/billing/webhook', async (ctx) => {
    readQuery(ctx, NoQuery);
    const body = await receiveBody(ctx, MAX_EVENT_BYTES);
    await note(deps, payments.readEvent(body, ctx.get('Stripe-Signature')));
    ctx.body = { received: true };
  });

  return router;
}

/** An event holds one object of the provider, and an invoice may have many lines. */
const MAX_EVENT_BYTES = 1024 * 1024;

async function infoOf(billing: BillingStore, organization: Organization): Promise<BillingInfoBody> {
  const { planTier, limit, used, resetsAt } = await billing.quota(organization);
  return {
    planTier,
    monthlyDocLimit: limit,
    currentMonthUsage: used,
    remainingQuota: Math.max(0, limit - used),
    usagePercent: Math.round((used / limit) * 10_000) / 100,
    paymentCustomerId: organization.paymentCustomerId ?? null,
    paymentSubscriptionId: organization.paymentSubscriptionId ?? null,
    billingInterval: organization.billingInterval ?? 'month',
    subscriptionStatus: organization.subscriptionStatus ?? 'none',
    currentPeriodEnd: organization.currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: organization.cancelAtPeriodEnd,
    overageRatePerDoc: PLANS[planTier].overageMillicents / MILLICENTS_PER_DOLLAR,
    quotaResetsAt: resetsAt.toISOString(),
  };
}

const MILLICENTS_PER_DOLLAR = 100_000;

type Wish = z.infer<typeof CheckoutBody>;

/**
 * A page to subscribe on; for who has subscribed already one to confirm the change, and for who owes something, or asks
 * for what they have, the provider's general page.
 */
async function pageFor(deps: Deps, caller: PortalCaller, wish: Wish): Promise<string> {
  const { billing, payments } = deps;
  const { organizationId, memberId: actorId } = caller;
  const { tier, interval, successUrl, cancelUrl } = wish;
  const customerId = await customerOf(deps, caller);
  const { plan } = arrange(await payments.subscriptions(customerId));
  const purchase = { organizationId, customerId, tier, interval, successUrl, cancelUrl };
  const page = await (plan === null || !isLive(plan)
    ? payments.checkout(purchase)
    : canChange(plan, wish)
      ? payments.changePlan({ customerId, plan, tier, interval, successUrl, cancelUrl })
      : payments.portal(customerId, cancelUrl));
  await billing.noteVisit({ organizationId, actorId, action: 'billing.checkout-opened', details: { tier, interval } });
  return page;
}

function canChange({ status, tier, interval }: PlanSubscription, wish: Wish): boolean {
  const isPaid = status === 'active' || status === 'trialing';
  return isPaid && (tier !== wish.tier || interval !== wish.interval);
}

/** Known to the provider from its first visit on. */
async function customerOf({ billing, payments }: Deps, { organization, email }: PortalCaller): Promise<string> {
  const { id: organizationId, name, contactEmail, paymentCustomerId } = organization;
  if (paymentCustomerId) return paymentCustomerId;
  const customerId = await payments.createCustomer({ organizationId, name, email: contactEmail ?? email });
  return billing.bindCustomer(organizationId, customerId);
}

/** Events that may have changed a subscription; an endpoint may be sent others as well. */
const TELLING =
  /^(?:checkout\.session\.|customer\.subscription\.|invoice\.(?:paid|payment_failed|voided|marked_uncollectible)$)/;

/** What cannot be started now a sweep starts soon: noted is noted, and the provider need not say it again. */
async function note({ billing, temporal, log }: Deps, { id, type, customerId }: PaymentEvent): Promise<void> {
  if (customerId === null || !TELLING.test(type)) return;
  const noted = await billing.noteEvent({ id, type, customerId });
  if (noted === null) {
    log.warn({ eventId: id, type }, 'payment event of a customer that is none of ours');
    return;
  }
  if (noted.isApplied) return;
  await temporal.startPaymentEvent({ eventId: id, organizationId: noted.organizationId }).catch((error: unknown) => {
    log.warn({ err: error, eventId: id }, 'payment event not started; the sweep will');
  });
}
