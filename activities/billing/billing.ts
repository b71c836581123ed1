/**
 * Applies the state of the payment provider to the account of an organization and to the second subscription, which
 * bills its usage. Each event only causes a read of the current state, so the order and the number of events do not
 * matter.
 */
import { Context } from '@temporalio/activity';
import { accountAfter, arrange, type Arranged, isLive } from '#domain/billing/billing.ts';
import type { Payments } from '#src/payments/port.ts';
import type { BillingStore } from '#store/billing/billing.ts';
import type { MeteringStore } from '#store/billing/metering.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';
import { reportDue } from './metering.ts';

/** An event that was noted. */
export interface PaymentEventInput {
  readonly eventId: string;
  readonly organizationId: string;
}

export type BillingActivities = ReturnType<typeof billingActivities>;

export interface BillingActivitiesDeps {
  readonly billing: BillingStore;
  readonly metering: MeteringStore;
  readonly payments: Payments;
  /** Lengthens the lives of up to so many submissions to what the plan keeps; answers how many it found. */
  readonly extendRetention: (organizationId: string, limit: number) => Promise<number>;
  readonly startPaymentEvent: (event: PaymentEventInput) => Promise<void>;
  /** Through a workflow of its own. */
  readonly cancelSubscriptionNow: (organizationId: string) => Promise<void>;
  readonly log: ActivityLog;
}

/** A younger one is on its way from the request that noted it. */
const UNAPPLIED_AFTER_MS = 60_000;
const PAGE = 100;
/** These attempts take some hours. An unpaid invoice must not delay a deletion for ever. */
const USAGE_ATTEMPTS = 25;
/** Each has rows in five tables. */
const EXTENDED_AT_ONCE = 200;

export function billingActivities(deps: BillingActivitiesDeps) {
  const { billing, log } = deps;
  return {
    /** Reads the account at the provider and stores it. */
    applyPaymentEvent: ({ eventId, organizationId }: PaymentEventInput): Promise<void> =>
      runActivity(log, null, async () => {
        await synchronize(deps, organizationId);
        await billing.markApplied(eventId);
      }),

    /**
     * Reports the due usage, ends every subscription of the organization at once, and stores that. The deletion of an
     * organization calls this before it removes the row. Repeating it is safe.
     */
    cancelSubscriptionNow: (organizationId: string): Promise<void> =>
      runActivity(log, null, () => cancelAll(deps, organizationId)),

    /** Starts noted events that never began, and ends subscriptions of deactivated organizations. */
    sweepPayments: (): Promise<number> =>
      runActivity(log, null, async () => {
        const unapplied = await billing.listUnapplied(UNAPPLIED_AFTER_MS, PAGE);
        for (const { id: eventId, organizationId } of unapplied) {
          await deps.startPaymentEvent({ eventId, organizationId });
        }
        const orphaned = await billing.listOrphanedSubscriptions(PAGE);
        for (const { organizationId } of orphaned) await deps.cancelSubscriptionNow(organizationId);
        return unapplied.length + orphaned.length + (await billing.forgetEvents(PAGE));
      }),
  };
}

/** The nightly round calls it too, in case an event was lost. */
export async function synchronize(
  { billing, payments, extendRetention }: Pick<BillingActivitiesDeps, 'billing' | 'payments' | 'extendRetention'>,
  organizationId: string,
): Promise<void> {
  for (let isWritten = false; !isWritten;) {
    Context.current().cancellationSignal.throwIfAborted();
    const customer = await billing.findCustomer(organizationId);
    if (!customer) return;
    const arranged = arrange(await payments.subscriptions(customer.customerId));
    await tidy(payments, customer.customerId, arranged);
    isWritten = await billing.record(customer, accountAfter(customer.account, arranged));
  }
  while ((await extendRetention(organizationId, EXTENDED_AT_ONCE)) > 0) {
    Context.current().cancellationSignal.throwIfAborted();
  }
}

/** Beside a live plan there is one live subscription for its usage, at its price, and nothing else. */
async function tidy(payments: Payments, customerId: string, { plan, usage, superfluous }: Arranged): Promise<void> {
  for (const { id, kind } of superfluous) await payments.cancel(id, { credit: kind === 'plan' });
  if (plan === null || !isLive(plan)) return;
  if (usage === null) await payments.openUsage(customerId, plan);
  else if (isLive(usage) && usage.tier !== plan.tier) await payments.changeUsage(usage, plan.tier);
}

async function cancelAll(deps: BillingActivitiesDeps, organizationId: string): Promise<void> {
  const { billing, payments, log } = deps;
  const customer = await billing.findCustomer(organizationId);
  if (!customer) return;
  const { failed } = await reportDue(deps, organizationId);
  if (failed > 0) {
    const isPatient = Context.current().info.attempt < USAGE_ATTEMPTS;
    if (isPatient) throw new Error('Usage could not be told: the last invoice would be without it.');
    log.warn({ organizationId, failed, alarm: 'usage_lost' }, 'subscription ended before its usage was told');
  }
  const live = (await payments.subscriptions(customer.customerId)).filter(isLive);
  for (const { id } of live.toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'usage' ? -1 : 1))) {
    await payments.cancel(id, { credit: false });
  }
  await synchronize(deps, organizationId);
}
