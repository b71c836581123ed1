/**
 * The payment provider: Stripe, by its own client. What it answers is put into the words of the domain here, and its
 * errors into ours; the rest of the service knows neither.
 */
import { createHash } from 'node:crypto';
import { Stripe } from 'stripe';
import {
  METER_EVENT,
  type PlanSubscription,
  type Subscription,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from '#domain/billing/billing.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import { PAID_TIERS, type PaidTier } from '#domain/billing/plan.ts';
import { findMeter, findPortal, KIND_KEY, lookupKey, PLAN_KEY, type PriceKind, TIER_KEY } from './catalogue.ts';
import type { ChangeRequest, CheckoutRequest, NewCustomer, PaymentEvent, Payments, Usage } from './port.ts';

export interface StripeAccess {
  readonly secretKey: string;
  /** With this the provider signs what it posts to us. */
  readonly webhookSecret: string;
  /** As `https://api.stripe.com`. */
  readonly apiBase: string;
}

/** The version is pinned: what the provider answers does not change with the account's settings. */
export const API_VERSION = '2026-10-28.endive';
/** With its repetitions a call stays below the half minute that proxies wait. */
const TIMEOUT_MS = 8_000;
const NETWORK_RETRIES = 2;
/** How old a signed event may be, in seconds. */
const SIGNATURE_TOLERANCE = 300;
/** The time in which the same request leads to the same page. */
const SAME_PAGE_MS = 10 * 60_000;
/** Prices and settings of the provider are kept for this long, since an operator may replace them. */
const CACHE_MS = 10 * 60_000;

export function stripeClient({ secretKey, apiBase }: Omit<StripeAccess, 'webhookSecret'>): Stripe {
  const { protocol, hostname, port } = new URL(apiBase);
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
  });
}

export function stripePayments(access: StripeAccess): Payments {
  const stripe = stripeClient(access);
  const found = cache(stripe);
  return {
    createCustomer: (customer) => asked(() => createCustomer(stripe, customer)),
    checkout: (requested) =>
      asked(async () => checkout(stripe, requested, await found.price(requested.tier, requested.interval))),
    changePlan: (requested) =>
      asked(async () => {
        const price = await found.price(requested.tier, requested.interval);
        return changePlan(stripe, requested, price, await found.portal());
      }),
    portal: (customer, return_url) =>
      asked(async () => {
        const configuration = await found.portal();
        return (await stripe.billingPortal.sessions.create({ customer, return_url, configuration })).url;
      }),
    subscriptions: (customer) => asked(() => subscriptionsOf(stripe, customer)),
    openUsage: (customer, plan) =>
      asked(async () => openUsage(stripe, customer, plan, await found.price(plan.tier, 'documents'))),
    changeUsage: ({ id, itemId }, tier) =>
      asked(async () => {
        const price = await found.price(tier, 'documents');
        await stripe.subscriptions.update(id, { items: [{ id: itemId, price }], proration_behavior: 'none' });
      }),
    cancel: (id, { credit }) => asked(() => cancel(stripe, id, credit)),
    reportUsage: (usage) => asked(() => reportUsage(stripe, usage)),
    usageBetween: (customer, from, to) =>
      asked(async () => usageBetween(stripe, await found.meter(), { customer, from, to })),
    readEvent: (body, signature) => readEvent(stripe, access.webhookSecret, body, signature),
  };
}

async function createCustomer(stripe: Stripe, { organizationId, name, email }: NewCustomer): Promise<string> {
  const params = { name, email, metadata: { organization_id: organizationId } };
  const { id } = await stripe.customers.create(params, { idempotencyKey: keyFor('customer', params) });
  return id;
}

async function checkout(stripe: Stripe, requested: CheckoutRequest, price: string): Promise<string> {
  const { organizationId, customerId, successUrl, cancelUrl } = requested;
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer: customerId,
    client_reference_id: organizationId,
    line_items: [{ price, quantity: 1 }],
    subscription_data: { billing_mode: { type: 'flexible' } },
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
  const idempotencyKey = keyFor('checkout', { ...params, during: Math.floor(Date.now() / SAME_PAGE_MS) });
  const { url } = await stripe.checkout.sessions.create(params, { idempotencyKey });
  if (url === null) throw new Error('The checkout session has no page.');
  return url;
}

async function changePlan(
  stripe: Stripe,
  requested: ChangeRequest,
  price: string,
  configuration: string,
): Promise<string> {
  const { customerId, plan, successUrl, cancelUrl } = requested;
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customerId,
    configuration,
    return_url: cancelUrl,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: plan.id, items: [{ id: plan.itemId, price, quantity: 1 }] },
      after_completion: { type: 'redirect', redirect: { return_url: successUrl } },
    },
  });
  return url;
}

async function subscriptionsOf(stripe: Stripe, customer: string): Promise<Subscription[]> {
  const subscriptions: Subscription[] = [];
  for await (const one of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
    const read = readSubscription(one);
    if (read) subscriptions.push(read);
  }
  return subscriptions;
}

/** Answers null for one that is none of ours: the account may sell other things. */
function readSubscription(one: Stripe.Subscription): Subscription | null {
  const [item] = one.items.data;
  const { [TIER_KEY]: tierName, [KIND_KEY]: kind } = item?.price.metadata ?? {};
  const tier = PAID_TIERS.find((known) => known === tierName);
  if (!item || !tier) return null;
  const status = readStatus(one.status);
  const common = { id: one.id, itemId: item.id, status, tier, createdAt: toDate(one.created) };
  if (kind === 'documents') return { ...common, kind: 'usage', planId: one.metadata[PLAN_KEY] ?? '' };
  if (kind !== 'month' && kind !== 'year') return null;
  const { default_payment_method: method } = one;
  return {
    ...common,
    kind: 'plan',
    interval: kind,
    anchor: toDate(one.billing_cycle_anchor),
    currentPeriodEnd: toDate(item.current_period_end),
    // The provider's pages write a date instead of the flag.
    cancelAtPeriodEnd: one.cancel_at_period_end || one.cancel_at !== null,
    paymentMethodId: typeof method === 'string' ? method : (method?.id ?? null),
  };
}

/** A status that is not known yet counts as none that pays. */
function readStatus(status: string): SubscriptionStatus {
  return SUBSCRIPTION_STATUSES.find((known) => known === status) ?? 'paused';
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** Opens the usage in the plan's months, by the day and time of the month, since a plan may be billed by the year. */
async function openUsage(stripe: Stripe, customer: string, plan: PlanSubscription, price: string): Promise<void> {
  const { anchor, paymentMethodId } = plan;
  const params: Stripe.SubscriptionCreateParams = {
    customer,
    items: [{ price }],
    billing_mode: { type: 'flexible' },
    billing_cycle_anchor_config: {
      day_of_month: anchor.getUTCDate(),
      hour: anchor.getUTCHours(),
      minute: anchor.getUTCMinutes(),
      second: anchor.getUTCSeconds(),
    },
    proration_behavior: 'none',
    off_session: true,
    metadata: { [PLAN_KEY]: plan.id },
    ...(paymentMethodId !== null && { default_payment_method: paymentMethodId }),
  };
  await stripe.subscriptions.create(params, { idempotencyKey: keyFor('usage', params) });
}

async function cancel(stripe: Stripe, id: string, credit: boolean): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id, { invoice_now: true, prorate: credit });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/**
 * The key makes a repetition harmless for a day, and the identifier afterwards for as long as the provider remembers
 * it: then it answers that there is such an event. A document that ends once more, after a restore, ends at another moment: under the
 * key of before that would be refused as another request, and hold up all that the customer uses.
 */
async function reportUsage(stripe: Stripe, { customerId, identifier, units, at }: Usage): Promise<void> {
  const event = {
    event_name: METER_EVENT,
    identifier,
    timestamp: Math.floor(at.getTime() / 1000),
    payload: { stripe_customer_id: customerId, value: String(units) },
  };
  try {
    const idempotencyKey = `meter-${identifier}-${event.timestamp}`;
    await stripe.billing.meterEvents.create(event, { idempotencyKey });
  } catch (error) {
    if (!isKnownAlready(error)) throw error;
  }
}

/** The provider has no code for it. */
function isKnownAlready(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && /already exists with identifier/i.test(error.message)
  );
}

interface Window {
  readonly customer: string;
  readonly from: Date;
  readonly to: Date;
}

async function usageBetween(stripe: Stripe, meter: string, { customer, from, to }: Window): Promise<number> {
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
  const window = { customer, start_time: seconds(from), end_time: seconds(to) };
  const { data } = await stripe.billing.meters.listEventSummaries(meter, window);
  return data.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0);
}

function readEvent(stripe: Stripe, secret: string, body: Buffer, signature: string): PaymentEvent {
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret, SIGNATURE_TOLERANCE);
    return { id: event.id, type: event.type, customerId: customerOf(event.data.object) };
  } catch (cause) {
    throw new ServiceError('invalid_signature', 'This event is not signed by our payment provider, or too old.', {
      cause: withoutPersonalData(cause),
    });
  }
}

function customerOf(object: object): string | null {
  if (!('customer' in object)) return null;
  return typeof object.customer === 'string' ? object.customer : null;
}

interface Cache {
  price(tier: PaidTier, kind: PriceKind): Promise<string>;
  meter(): Promise<string>;
  portal(): Promise<string>;
}

/** The catalogue in the account (`catalogue.ts`), which is read again from time to time. */
function cache(stripe: Stripe): Cache {
  const known = new Map<string, { readonly id: string; readonly until: number }>();
  const remember = async (key: string, find: () => Promise<string | null>): Promise<string> => {
    const hit = known.get(key);
    if (hit && hit.until > Date.now()) return hit.id;
    const id = await find();
    if (id === null) throw new Error(`The account has no ${key}: see docs/operate/billing.md.`);
    known.set(key, { id, until: Date.now() + CACHE_MS });
    return id;
  };
  return {
    price: (tier, kind) => {
      const key = lookupKey(tier, kind);
      const wanted = { lookup_keys: [key], active: true, limit: 1 };
      return remember(`price ${key}`, async () => (await stripe.prices.list(wanted)).data[0]?.id ?? null);
    },
    meter: () => remember('meter', () => findMeter(stripe)),
    portal: () => remember('portal configuration', () => findPortal(stripe)),
  };
}

/** The same for the same request; the provider refuses a key that comes back with another one. */
function keyFor(purpose: string, params: object): string {
  return `${purpose}-${createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 40)}`;
}

async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const detail = 'The payment provider could not be reached, or refused the request.';
    throw new ServiceError('payment_provider_error', detail, { cause: withoutPersonalData(error) });
  }
}

/** Makes an error that may be logged: the provider's own words may repeat addresses and names. */
function withoutPersonalData(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, code, param, statusCode, requestId } = error;
  return new Error(`${type} ${JSON.stringify({ code, param, statusCode, requestId })}`);
}
