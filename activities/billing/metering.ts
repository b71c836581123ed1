/** Usage on its way to the payment provider, and the nightly question whether all of it has come there. */
import { Context } from '@temporalio/activity';
import { METER_MAX_AGE_MS } from '#domain/billing/billing.ts';
import type { Payments } from '#src/payments/port.ts';
import type { BillingStore, Customer } from '#store/billing/billing.ts';
import type { DueUsage, MeteringStore } from '#store/billing/metering.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';
import { DAY_MS } from '#domain/duration.ts';

export type MeteringActivities = ReturnType<typeof meteringActivities>;

export interface Reconciliation {
  readonly compared: number;
  /** Customers whose counts differ: each of them is in the log. */
  readonly drifting: number;
  readonly failed: number;
}

export interface MeteringActivitiesDeps {
  readonly metering: MeteringStore;
  readonly billing: BillingStore;
  readonly payments: Payments;
  /** Does the same as after an event. */
  readonly synchronize: (organizationId: string) => Promise<void>;
  readonly log: ActivityLog;
}

const PAGE = 100;
/** Whole days, the last of which ended a day ago: the provider counts with some delay. */
const COMPARED_DAYS = 7;

export function meteringActivities(deps: MeteringActivitiesDeps) {
  const { metering, log } = deps;
  return {
    /** Reports the due units to the provider, and returns the number of reported entries. */
    reportUsage: (): Promise<number> =>
      runActivity(log, null, async () => {
        const units = await metering.expire(METER_MAX_AGE_MS);
        if (units > 0) log.warn({ units, alarm: 'usage_lost' }, 'usage too old for the payment provider');
        const { reported, failed } = await reportDue(deps);
        if (failed > 0) log.warn({ failed }, 'usage not told yet; the next round tries again');
        return reported;
      }),

    /** Checks every customer again, and compares the reported units with the count of the provider. */
    reconcileBilling: (): Promise<Reconciliation> => runActivity(log, null, () => reconcile(deps)),
  };
}

interface Reported {
  readonly reported: number;
  readonly failed: number;
}

/** Reports the usage of one organization, or of all. A failed report stays due and does not delay the others. */
export async function reportDue(
  deps: Pick<MeteringActivitiesDeps, 'metering' | 'payments' | 'log'>,
  organizationId?: string,
): Promise<Reported> {
  let reported = 0;
  let failed = 0;
  for (let last: DueUsage | null = null; ;) {
    const page: DueUsage[] = await deps.metering.listDue(last, PAGE, organizationId);
    const byCustomer = Map.groupBy(page, ({ customerId }) => customerId);
    const counts = await Promise.all([...byCustomer.values()].map((usages) => reportSequentially(deps, usages)));
    for (const count of counts) reported += count;
    failed += page.length - counts.reduce((sum, count) => sum + count, 0);
    last = page.at(-1) ?? null;
    if (last === null) return { reported, failed };
  }
}

/** One after the other: the provider takes one call at a time for a customer. Returns the number of reported units. */
async function reportSequentially(
  { metering, payments, log }: Pick<MeteringActivitiesDeps, 'metering' | 'payments' | 'log'>,
  usages: readonly DueUsage[],
): Promise<number> {
  for (const [index, { id, organizationId, customerId, units, settledAt }] of usages.entries()) {
    Context.current().cancellationSignal.throwIfAborted();
    try {
      await payments.reportUsage({ customerId, identifier: id, units, at: settledAt });
    } catch (error) {
      log.warn({ err: error, organizationId }, 'usage not taken');
      return index;
    }
    await metering.markReported(organizationId, id);
  }
  return usages.length;
}

async function reconcile(deps: MeteringActivitiesDeps): Promise<Reconciliation> {
  const to = new Date(Math.floor(Date.now() / DAY_MS - 1) * DAY_MS);
  const from = new Date(to.getTime() - COMPARED_DAYS * DAY_MS);
  const count = { compared: 0, drifting: 0, failed: 0 };
  for (let afterId: string | null = null; ;) {
    const page: Customer[] = await deps.billing.listCustomers(afterId, PAGE);
    for (const customer of page) {
      Context.current().cancellationSignal.throwIfAborted();
      try {
        if (await isDrifting(deps, customer, from, to)) count.drifting += 1;
        count.compared += 1;
      } catch (error) {
        count.failed += 1;
        deps.log.warn({ err: error, organizationId: customer.organizationId }, 'customer not compared');
      }
    }
    afterId = page.at(-1)?.organizationId ?? null;
    if (afterId === null) return count;
  }
}

async function isDrifting(
  { metering, payments, synchronize, log }: MeteringActivitiesDeps,
  { organizationId, customerId }: Customer,
  from: Date,
  to: Date,
): Promise<boolean> {
  await synchronize(organizationId);
  const reported = await metering.reportedBetween(organizationId, from, to);
  const counted = await payments.usageBetween(customerId, from, to);
  if (reported === counted) return false;
  log.warn(
    { organizationId, told: reported, counted, from, to, alarm: 'meter_drift' },
    'usage differs at the payment provider',
  );
  return true;
}
