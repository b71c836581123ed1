/** The interface to the payment provider. Whatever goes wrong there is a `payment_provider_error`. */
import type { PlanSubscription, Subscription, UsageSubscription } from '#domain/billing/billing.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import type { BillingInterval, PaidTier } from '#domain/billing/plan.ts';

export interface NewCustomer {
  readonly organizationId: string;
  readonly name: string;
  readonly email: string;
}

export interface CheckoutRequest {
  readonly organizationId: string;
  readonly customerId: string;
  readonly tier: PaidTier;
  readonly interval: BillingInterval;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface ChangeRequest {
  readonly customerId: string;
  readonly plan: PlanSubscription;
  readonly tier: PaidTier;
  readonly interval: BillingInterval;
  /** Where the page leads after the change, and where without one. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface Usage {
  readonly customerId: string;
  /** The id of the submission or comparison. A repeated report counts once. */
  readonly identifier: string;
  readonly units: number;
  readonly at: Date;
}

/** Something has happened to a customer; what it is, one asks the provider. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** Null for what is about no customer. */
  readonly customerId: string | null;
}

export interface Payments {
  /** Answers the customer's id; the same for the same organization within a day. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** The address of a page on which the customer subscribes to a plan and pays. */
  checkout(requested: CheckoutRequest): Promise<string>;
  /** The address of a page on which the customer confirms another plan or interval of a running subscription. */
  changePlan(requested: ChangeRequest): Promise<string>;
  /** The address of a page with invoices, means of payment, and the end of the subscription. */
  portal(customerId: string, returnUrl: string): Promise<string>;
  /** Answers all subscriptions of the customer as they are now, those that have ended too. */
  subscriptions(customerId: string): Promise<Subscription[]>;
  /** Bills usage beside a plan: from now on, in the plan's months. Repeating it makes no second one. */
  openUsage(customerId: string, plan: PlanSubscription): Promise<void>;
  /** Gives usage the price of another plan from now on. */
  changeUsage(usage: UsageSubscription, tier: PaidTier): Promise<void>;
  /**
   * Cancels at once and bills what is left; with `credit` the rest of a paid period is given back. Harmless to repeat.
   */
  cancel(subscriptionId: string, options: { readonly credit: boolean }): Promise<void>;
  reportUsage(usage: Usage): Promise<void>;
  /** Units that the provider has counted; the times are whole minutes. */
  usageBetween(customerId: string, from: Date, to: Date): Promise<number>;
  /** Verifies and reads what was posted to the service; throws `invalid_signature`. */
  readEvent(body: Buffer, signature: string): PaymentEvent;
}

/** The payments of a service that nobody pays for. */
export const NO_PAYMENTS: Payments = {
  createCustomer: unavailable,
  checkout: unavailable,
  changePlan: unavailable,
  portal: unavailable,
  subscriptions: unavailable,
  openUsage: unavailable,
  changeUsage: unavailable,
  cancel: unavailable,
  reportUsage: unavailable,
  usageBetween: unavailable,
  readEvent() {
    throw new ServiceError('invalid_signature', 'This service has no payment provider.');
  },
};

async function unavailable(): Promise<never> {
  throw new ServiceError('payment_provider_error', 'This service has no payment provider.');
}
