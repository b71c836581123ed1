/** Changes subscriptions for the API, a page or a test. Each change emits its event. */
import { BadRequest } from './form.ts';
import {
  type Books,
  type CheckoutSession,
  intervalLater,
  type Item,
  newId,
  nowSeconds,
  type Price,
  type Subscription,
} from './objects.ts';

export interface Opening {
  readonly customer: string;
  readonly price: Price;
  readonly metadata: Record<string, string>;
  readonly paymentMethod: string | null;
}

export interface Subscriptions {
  open(opening: Opening): Subscription;
  /** Another interval starts a new period. Another plan with the same interval continues the current one. */
  change(subscription: Subscription, price: Price): void;
  setCancelAtPeriodEnd(subscription: Subscription, cancel: boolean): void;
  /** Starts the next period, with a paid or unpaid invoice, or ends the subscription if that was requested. */
  renew(subscription: Subscription, paid: boolean): void;
  /** Pays the open invoice. */
  pay(subscription: Subscription): void;
  /** The state of a subscription that stays unpaid: `unpaid`, or `canceled` for ever. */
  giveUp(subscription: Subscription, status: 'unpaid' | 'canceled'): void;
  cancel(subscription: Subscription): void;
  complete(session: CheckoutSession): void;
}

/** Emits an event with the current state of the object. */
export type Emit = (type: string, object: object) => void;

export function subscriptions(books: Books, emit: Emit): Subscriptions {
  const end = (subscription: Subscription): void => {
    const now = nowSeconds();
    Object.assign(subscription, { status: 'canceled', canceled_at: subscription.canceled_at ?? now, ended_at: now });
    emit('customer.subscription.deleted', subscription);
  };
  const open = (opening: Opening): Subscription => {
    const subscription = newSubscription(opening);
    books.subscriptions.push(subscription);
    emit('customer.subscription.created', subscription);
    emit('invoice.paid', invoiceOf(subscription, true));
    return subscription;
  };
  return {
    open,

    change(subscription, price) {
      const item = itemOf(subscription);
      const before = item.price.recurring.interval;
      item.price = price;
      if (price.recurring.interval !== before) {
        const now = nowSeconds();
        subscription.billing_cycle_anchor = now;
        item.current_period_start = now;
        item.current_period_end = intervalLater(now, price.recurring.interval);
      }
      emit('customer.subscription.updated', subscription);
    },

    setCancelAtPeriodEnd(subscription, cancel) {
      subscription.cancel_at_period_end = cancel;
      subscription.cancel_at = cancel ? itemOf(subscription).current_period_end : null;
      subscription.canceled_at = cancel ? nowSeconds() : null;
      emit('customer.subscription.updated', subscription);
    },

    renew(subscription, paid) {
      if (subscription.cancel_at_period_end) return end(subscription);
      const item = itemOf(subscription);
      item.current_period_start = item.current_period_end;
      item.current_period_end = intervalLater(item.current_period_start, item.price.recurring.interval);
      subscription.status = paid ? 'active' : 'past_due';
      emit('customer.subscription.updated', subscription);
      emit(paid ? 'invoice.paid' : 'invoice.payment_failed', invoiceOf(subscription, paid));
    },

    pay(subscription) {
      subscription.status = 'active';
      emit('invoice.paid', invoiceOf(subscription, true));
      emit('customer.subscription.updated', subscription);
    },

    giveUp(subscription, status) {
      if (status === 'canceled') return end(subscription);
      subscription.status = status;
      emit('customer.subscription.updated', subscription);
    },

    cancel: end,

    complete(session) {
      const price = books.prices.find(({ id }) => id === session.price);
      if (!price || session.status !== 'open') throw new BadRequest('This checkout session is over.');
      const { customer } = session;
      const subscription = open({ customer, price, metadata: {}, paymentMethod: newId('pm') });
      Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: subscription.id, url: null });
      emit('checkout.session.completed', session);
    },
  };
}

function newSubscription({ customer, price, metadata, paymentMethod }: Opening): Subscription {
  const id = newId('sub');
  const now = nowSeconds();
  const item: Item = {
    id: newId('si'),
    object: 'subscription_item',
    created: now,
    current_period_start: now,
    current_period_end: intervalLater(now, price.recurring.interval),
    price,
    subscription: id,
  };
  return {
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    created: now,
    customer,
    default_payment_method: paymentMethod,
    ended_at: null,
    items: { object: 'list', data: [item], has_more: false },
    metadata,
    status: 'active',
  };
}

export function itemOf({ items }: Subscription): Item {
  return items.data[0];
}

/** The subscription of a plan. A customer has at most one that has not ended, and usage is billed beside it. */
export function planOf({ subscriptions: all }: Books, customer: string): Subscription | null {
  const own = all.filter((one) => one.customer === customer && itemOf(one).price.recurring.usage_type === 'licensed');
  return own.findLast(({ status }) => status !== 'canceled') ?? null;
}

function invoiceOf({ customer, id }: Subscription, paid: boolean): object {
  return {
    id: newId('in'),
    object: 'invoice',
    customer,
    status: paid ? 'paid' : 'open',
    parent: { type: 'subscription_details', subscription_details: { subscription: id } },
  };
}
