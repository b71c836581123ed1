/** Billing of an organization: its state, links to the pages of the payment provider, and events of the provider. */
import { z } from 'zod';
import { arrange, isLive, type PlanSubscription, type SubscriptionStatus } from '#domain/billing/billing.ts';
import { BILLING_INTERVALS, type BillingInterval, PAID_TIERS, PLANS, type PlanTier } from '#domain/billing/plan.ts';
import type { PaymentEvent } from '#src/payments/port.ts';
import { billingStore, type BillingStore } from '#store/billing/billing.ts';
import type { Organization } from '#store/organizations/organizations.ts';
import { anyone, withRole } from '#api/auth/access.ts';
import type { PortalCaller } from '#api/auth/session.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { json, streamed } from '#api/http/body.ts';
import { receiveBody } from '#api/http/json-body.ts';
import { BillingInfo, PageAddress, Received } from '#src/contract/billing.ts';
import { answer } from '#api/operation.ts';
import { checkReturnUrls } from './return-url.ts';
import type { Services } from '#api/services.ts';

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

type Deps = ReturnType<typeof depsOf>;

const url = () => z.string().meta({ format: 'uri' }).describe('An address at one of the origins of the portal.');

const CheckoutBody = z.strictObject({
  tier: z.enum(PAID_TIERS).describe('The requested plan.'),
  interval: z.enum(BILLING_INTERVALS).describe('The interval of the payments.'),
  successUrl: z
    .string()
    // The provider puts its id in the place of `{CHECKOUT_SESSION_ID}` (RFC 6570).
    .meta({ format: 'uri-template' })
    .describe(
      'An address at one of the origins of the portal. The service replaces `{CHECKOUT_SESSION_ID}` in it by the id of the payment.',
    ),
  cancelUrl: url(),
});

const PortalSessionBody = z.strictObject({ returnUrl: url() });

/** A missing signature gets the same refusal as a wrong one. */
const SignatureHeader = z.object({
  'Stripe-Signature': z
    .string()
    .optional()
    .meta({ description: 'The time and the signature of the body.', param: { required: true } }),
});

const tag = 'Billing';

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/billing/info',
    id: 'getBillingInfo',
    tag,
    summary: 'Returns the plan, its usage and the subscription',
    access: withRole('billing.read'),
    answers: [answer(200, 'As it is now.', BillingInfo)],
    handle: ({ caller }, { billing }: Deps) => infoOf(billing, caller.organization),
  }),
  endpoint({
    method: 'post',
    path: '/api/billing/checkout-session',
    id: 'createCheckoutSession',
    tag,
    summary: 'Opens a page to subscribe to a plan or to change the plan',
    description:
      'The page belongs to the payment provider. The plan changes when the provider has reported the payment, moments after the return to `successUrl`.',
    access: withRole('billing.write'),
    recentSignIn: true,
    body: json(CheckoutBody),
    answers: [answer(200, 'Where to send the browser.', PageAddress)],
    problems: ['payment_provider_error'],
    async handle({ caller, body }, deps: Deps) {
      checkReturnUrls({ successUrl: body.successUrl, cancelUrl: body.cancelUrl }, deps.settings);
      return { url: await pageFor(deps, caller, body) };
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/billing/portal-session',
    id: 'createPortalSession',
    tag,
    summary: 'Opens a page with invoices, means of payment, and the end of the subscription',
    access: withRole('billing.write'),
    recentSignIn: true,
    body: json(PortalSessionBody),
    answers: [answer(200, 'Where to send the browser.', PageAddress)],
    problems: ['payment_provider_error'],
    async handle({ caller, body: { returnUrl } }, deps: Deps) {
      checkReturnUrls({ returnUrl }, deps.settings);
      const page = await deps.payments.portal(await customerOf(deps, caller), returnUrl);
      const { organizationId, memberId: actorId } = caller;
      await deps.billing.noteVisit({ organizationId, actorId, action: 'billing.portal-opened' });
      return { url: page };
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/billing/webhook',
    id: 'receivePaymentEvent',
    tag,
    summary: 'Takes an event of the payment provider',
    description: 'The provider signs the events. Events may come twice and in any order.',
    access: anyone,
    headers: SignatureHeader,
    body: streamed({ 'application/json': z.looseObject({}) }, ['body_too_large', 'upload_stalled']),
    answers: [answer(200, 'Noted.', Received)],
    problems: ['invalid_signature'],
    async handle({ ctx, headers }, deps: Deps) {
      const body = await receiveBody(ctx, MAX_EVENT_BYTES);
      await note(deps, deps.payments.readEvent(body, headers['Stripe-Signature'] ?? ''));
      return { received: true };
    },
  }),
];

function depsOf({ database, payments, temporal, settings, log }: Services) {
  return {
    billing: billingStore(database),
    payments,
    temporal,
    settings,
    log,
  };
}

export const billingFeature = feature(depsOf, endpoints);

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

type Requested = z.output<typeof CheckoutBody>;

/**
 * A page to subscribe on; for who has subscribed already one to confirm the change, and for who owes something, or asks
 * for what they have, the provider's general page.
 */
async function pageFor(deps: Deps, caller: PortalCaller, requested: Requested): Promise<string> {
  const { billing, payments } = deps;
  const { organizationId, memberId: actorId } = caller;
  const { tier, interval, successUrl, cancelUrl } = requested;
  const customerId = await customerOf(deps, caller);
  const { plan } = arrange(await payments.subscriptions(customerId));
  const purchase = { organizationId, customerId, tier, interval, successUrl, cancelUrl };
  const page = await (plan === null || !isLive(plan)
    ? payments.checkout(purchase)
    : canChange(plan, requested)
      ? payments.changePlan({ customerId, plan, tier, interval, successUrl, cancelUrl })
      : payments.portal(customerId, cancelUrl));
  await billing.noteVisit({ organizationId, actorId, action: 'billing.checkout-opened', details: { tier, interval } });
  return page;
}

function canChange({ status, tier, interval }: PlanSubscription, requested: Requested): boolean {
  const isPaid = status === 'active' || status === 'trialing';
  return isPaid && (tier !== requested.tier || interval !== requested.interval);
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

/**
 * The event is stored, so a sweep starts the workflow if it cannot be started now. The provider need not send the
 * event again.
 */
async function note({ billing, temporal, log }: Deps, { id, type, customerId }: PaymentEvent): Promise<void> {
  if (customerId === null || !TELLING.test(type)) return;
  const noted = await billing.noteEvent({ id, type, customerId });
  if (noted === null) {
    log.warn({ eventId: id, type }, 'payment event of an unknown customer');
    return;
  }
  if (noted.isApplied) return;
  await temporal.startPaymentEvent({ eventId: id, organizationId: noted.organizationId }).catch((error: unknown) => {
    log.warn({ err: error, eventId: id }, 'payment event not started; the sweep will');
  });
}
