/**
 * What has to be at the provider before anybody can subscribe: a product for each plan with its prices, the meter, and
 * what customers may change on the provider's pages. Prices are found by lookup key, and say in their metadata what
 * they are for, since a price that is replaced by a newer one loses its key.
 */
import { Stripe } from 'stripe';
import { METER_EVENT } from '#domain/billing/billing.ts';
import {
  BILLING_INTERVALS,
  type BillingInterval,
  PAID_TIERS,
  type PaidTier,
  PLANS,
  priceCents,
} from '#domain/billing/plan.ts';

const CURRENCY = 'usd';

/** `documents` is the price of what is beyond the plan. */
export type PriceKind = BillingInterval | 'documents';

export function lookupKey(tier: PaidTier, kind: PriceKind): string {
  return `fixpoint_${tier}_${kind}`;
}

/** This key tells our objects from others of the same account. */
export const TIER_KEY = 'fixpoint_tier';
export const KIND_KEY = 'fixpoint_kind';
export const PLAN_KEY = 'fixpoint_plan';

/** Brings the account to what the service needs; a second time changes nothing. Answers what it made, in words. */
export async function ensureCatalogue(stripe: Stripe): Promise<string[]> {
  const made: string[] = [];
  const meter = await ensureMeter(stripe, made);
  const products: Record<string, string[]> = {};
  for (const tier of PAID_TIERS) {
    const product = await ensureProduct(stripe, tier, made);
    products[product] = [];
    for (const kind of [...BILLING_INTERVALS, 'documents'] as const) {
      const price = await ensurePrice(stripe, { tier, kind, product, meter }, made);
      if (kind !== 'documents') products[product].push(price);
    }
  }
  await ensurePortal(stripe, products, made);
  return made;
}

async function ensureMeter(stripe: Stripe, made: string[]): Promise<string> {
  const known = await findMeter(stripe);
  if (known) return known;
  const meter = await stripe.billing.meters.create({
    display_name: 'Documents processed',
    event_name: METER_EVENT,
    default_aggregation: { formula: 'sum' },
    customer_mapping: { type: 'by_id', event_payload_key: 'stripe_customer_id' },
    value_settings: { event_payload_key: 'value' },
  });
  made.push(`meter ${METER_EVENT}`);
  return meter.id;
}

export async function findMeter(stripe: Stripe): Promise<string | null> {
  const { data } = await stripe.billing.meters.list({ status: 'active', limit: 100 });
  return data.find(({ event_name }) => event_name === METER_EVENT)?.id ?? null;
}

async function ensureProduct(stripe: Stripe, tier: PaidTier, made: string[]): Promise<string> {
  const id = `fixpoint_${tier}`;
  const { data } = await stripe.products.list({ ids: [id] });
  if (data.some((product) => product.id === id)) return id;
  await stripe.products.create({ id, name: `Fixpoint ${tier}`, metadata: { [TIER_KEY]: tier } });
  made.push(`product ${id}`);
  return id;
}

interface WantedPrice {
  readonly tier: PaidTier;
  readonly kind: PriceKind;
  readonly product: string;
  readonly meter: string;
}

/** A price never changes: one of another amount takes the key over, and those who subscribed before keep theirs. */
async function ensurePrice(stripe: Stripe, wanted: WantedPrice, made: string[]): Promise<string> {
  const { tier, kind, product, meter } = wanted;
  const key = lookupKey(tier, kind);
  const [known] = (await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })).data;
  const amount = kind === 'documents' ? null : priceCents(tier, kind);
  if (known && (amount === null || known.unit_amount === amount)) return known.id;
  const terms = amount === null ? documentTerms(tier, meter) : planTerms(amount, kind);
  const price = await stripe.prices.create({
    currency: CURRENCY,
    product,
    lookup_key: key,
    transfer_lookup_key: true,
    metadata: { [TIER_KEY]: tier, [KIND_KEY]: kind },
    ...terms,
  });
  made.push(`price ${key}`);
  return price.id;
}

type PriceTerms = Pick<
  Stripe.PriceCreateParams,
  'unit_amount' | 'recurring' | 'billing_scheme' | 'tiers_mode' | 'tiers'
>;

function planTerms(unit_amount: number, kind: PriceKind): PriceTerms {
  return { unit_amount, recurring: { interval: kind === 'year' ? 'year' : 'month' } };
}

/** The plan's own documents cost nothing more; all are told, and the provider does the sum. */
function documentTerms(tier: PaidTier, meter: string): PriceTerms {
  const { monthlyDocs, overageMillicents } = PLANS[tier];
  return {
    recurring: { interval: 'month', usage_type: 'metered', meter },
    billing_scheme: 'tiered',
    tiers_mode: 'graduated',
    tiers: [
      { up_to: monthlyDocs, unit_amount: 0 },
      { up_to: 'inf', unit_amount_decimal: decimalCents(overageMillicents) },
    ],
  };
}

function decimalCents(millicents: number): Stripe.Decimal {
  return Stripe.Decimal.from(`${Math.floor(millicents / 1000)}.${String(millicents % 1000).padStart(3, '0')}`);
}

async function ensurePortal(stripe: Stripe, products: Record<string, string[]>, made: string[]): Promise<void> {
  const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
    customer_update: { enabled: true, allowed_updates: ['email', 'address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      proration_behavior: 'always_invoice',
      products: Object.entries(products).map(([product, prices]) => ({ product, prices })),
    },
  };
  const known = await findPortal(stripe);
  if (known) {
    await stripe.billingPortal.configurations.update(known, { features });
    return;
  }
  await stripe.billingPortal.configurations.create({ name: 'Fixpoint', metadata: { [KIND_KEY]: 'portal' }, features });
  made.push('portal configuration');
}

export async function findPortal(stripe: Stripe): Promise<string | null> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.[KIND_KEY] === 'portal')?.id ?? null;
}
