/** The objects of the sandbox: the members of the provider's objects that our client reads or a page shows. */
import { randomBytes } from 'node:crypto';

export interface Customer {
  readonly id: string;
  readonly object: 'customer';
  readonly created: number;
  readonly email: string | null;
  readonly name: string | null;
  readonly metadata: Record<string, string>;
}

export interface Product {
  readonly id: string;
  readonly object: 'product';
  readonly active: true;
  readonly created: number;
  readonly name: string;
  readonly metadata: Record<string, string>;
}

export interface Price {
  readonly id: string;
  readonly object: 'price';
  readonly active: true;
  readonly created: number;
  readonly currency: string;
  lookup_key: string | null;
  readonly metadata: Record<string, string>;
  readonly product: string;
  readonly recurring: {
    readonly interval: 'month' | 'year';
    readonly interval_count: 1;
    readonly meter: string | null;
    readonly usage_type: 'licensed' | 'metered';
  };
  readonly type: 'recurring';
  readonly unit_amount: number | null;
}

export interface Meter {
  readonly id: string;
  readonly object: 'billing.meter';
  readonly created: number;
  readonly display_name: string;
  readonly event_name: string;
  readonly status: 'active';
}

export interface MeterEvent {
  readonly customer: string;
  readonly identifier: string;
  readonly timestamp: number;
  readonly value: number;
}

export interface Configuration {
  readonly id: string;
  readonly object: 'billing_portal.configuration';
  readonly active: true;
  readonly created: number;
  readonly metadata: Record<string, string>;
}

export interface Item {
  readonly id: string;
  readonly object: 'subscription_item';
  readonly created: number;
  current_period_start: number;
  current_period_end: number;
  price: Price;
  readonly subscription: string;
}

export interface Subscription {
  readonly id: string;
  readonly object: 'subscription';
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  readonly created: number;
  readonly customer: string;
  readonly default_payment_method: string | null;
  ended_at: number | null;
  readonly items: { readonly object: 'list'; readonly data: [Item]; readonly has_more: false };
  readonly metadata: Record<string, string>;
  status: string;
}

export interface CheckoutSession {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly cancel_url: string;
  readonly client_reference_id: string | null;
  readonly created: number;
  readonly customer: string;
  readonly expires_at: number;
  readonly mode: 'subscription';
  payment_status: 'paid' | 'unpaid';
  status: 'open' | 'complete';
  subscription: string | null;
  readonly success_url: string;
  url: string | null;
  /** The provider's object lacks this member, which names the price of the purchase. */
  readonly price: string;
}

export interface PortalSession {
  readonly id: string;
  readonly object: 'billing_portal.session';
  readonly configuration: string;
  readonly created: number;
  readonly customer: string;
  readonly return_url: string | null;
  readonly url: string;
  /** The provider's object lacks this member: the change to confirm, and the address after it. */
  readonly change: { readonly subscription: string; readonly price: string; readonly returnUrl: string } | null;
}

export interface ProviderEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly data: { readonly object: object };
  readonly livemode: false;
  readonly pending_webhooks: number;
  readonly type: string;
}

/** The whole data of the sandbox. */
export interface Books {
  readonly customers: Customer[];
  readonly products: Product[];
  readonly prices: Price[];
  readonly meters: Meter[];
  readonly meterEvents: MeterEvent[];
  readonly configurations: Configuration[];
  readonly subscriptions: Subscription[];
  readonly checkoutSessions: CheckoutSession[];
  readonly portalSessions: PortalSession[];
  readonly answers: Record<string, KeptAnswer>;
}

/** The answer to a request with an idempotency key. */
export interface KeptAnswer {
  readonly request: string;
  readonly status: number;
  readonly body: string;
}

export function emptyBooks(): Books {
  return {
    customers: [],
    products: [],
    prices: [],
    meters: [],
    meterEvents: [],
    configurations: [],
    subscriptions: [],
    checkoutSessions: [],
    portalSessions: [],
    answers: {},
  };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The same day and time one interval later, in seconds. The 31st becomes the last day of a shorter month. */
export function intervalLater(seconds: number, interval: 'month' | 'year'): number {
  const date = new Date(seconds * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (interval === 'year' ? 12 : 1));
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}
