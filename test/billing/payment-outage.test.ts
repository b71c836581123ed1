/**
 * Tests payments during hours of outage, in skipped time: a customer who has paid gets the plan, and one who cancels
 * pays no longer.
 */
import { randomUUID } from 'node:crypto';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type BillingActivities, billingActivities } from '#activities/billing/billing.ts';
import { cancellationWorkflowId, paymentEventWorkflowId } from '#domain/billing/billing.ts';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import { billingStore } from '#store/billing/billing.ts';
import { meteringStore } from '#store/billing/metering.ts';
import { OrganizationEntity, organizationStore } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';
import { extendRetention } from '#store/submissions/extend-retention.ts';
import { QuotaEntryEntity } from '#store/billing/quota.ts';
import { workflowBundle } from '#temporal/worker/bundle.ts';
import type { paymentEvent, subscriptionEnd } from '#workflows/index.ts';
import { CANCEL_URL, click, type Provider, startProvider, SUCCESS_URL } from '#test/support/payments.ts';
import { type SkippedTime, startSkippedTime } from '#test/support/time-skipping.ts';
import { quietRuntime } from '#test/support/temporal-runtime.ts';
import { requires } from '#test/support/requires.ts';

quietRuntime([]);
const started = await startSkippedTime();

describe('an outage', requires('Java and Maven', !('missing' in started)), () => {
  if ('missing' in started) return;
  const time: SkippedTime = started;
  const log: string[] = [];
  let provider: Provider;
  let database: Database;
  let worker: Worker;
  let working: Promise<void>;
  let attempts = 0;
  let onAttempt: (attempt: number) => void = () => undefined;

  beforeAll(async () => {
    provider = await startProvider();
    provider.events.hold();
    database = await connectDatabase(inject('parts').databaseUrl);
    const activities = billingActivities({
      billing: billingStore(database),
      metering: meteringStore(database),
      payments: provider.payments,
      extendRetention: (organizationId, limit) => extendRetention(database, organizationId, limit),
      startPaymentEvent: async () => undefined,
      cancelSubscriptionNow: async () => undefined,
      log: { warn: (fields, message) => void log.push(`${message} ${JSON.stringify(fields)}`) },
    });
    const counted = <Argument>(work: (argument: Argument) => Promise<void>) => {
      return (argument: Argument) => {
        onAttempt(++attempts);
        return work(argument);
      };
    };
    const watched: Partial<BillingActivities> = {
      applyPaymentEvent: counted((event) => activities.applyPaymentEvent(event)),
      cancelSubscriptionNow: counted((organizationId) => activities.cancelSubscriptionNow(organizationId)),
    };
    worker = await Worker.create({
      connection: time.native,
      namespace: 'default',
      taskQueue: CONTROL_QUEUE,
      workflowBundle: await workflowBundle(),
      activities: watched,
    });
    working = worker.run();
  });
  afterAll(async () => {
    worker.shutdown();
    await working;
    await database.close();
    await provider.close();
    await time.close();
  });

  /** A customer who has paid for plan Pro while the service does not know it. */
  const payer = async (): Promise<{ organizationId: string; customerId: string }> => {
    const { payments } = provider;
    const slug = `outage-${randomUUID()}`;
    const { id: organizationId } = await organizationStore(database).create({ name: 'Outage', slug, planTier: 'free' });
    const made = await payments.createCustomer({ organizationId, name: 'Outage', email: 'outage@example.com' });
    const customerId = await billingStore(database).bindCustomer(organizationId, made);
    const requested = { organizationId, customerId, tier: 'pro', interval: 'month' } as const;
    await click(await payments.checkout({ ...requested, successUrl: SUCCESS_URL, cancelUrl: CANCEL_URL }), 'pay');
    return { organizationId, customerId };
  };
  const rowOf = (id: string) => database.system().findOneOrFail(OrganizationEntity, { id });
  const applied = async (organizationId: string): Promise<void> => {
    attempts = 0;
    const eventId = `evt_${randomUUID()}`;
    const handle = await time.client.workflow.start<typeof paymentEvent>('paymentEvent', {
      workflowId: paymentEventWorkflowId(eventId),
      taskQueue: CONTROL_QUEUE,
      args: [{ eventId, organizationId }],
    });
    await time.result(handle);
  };

  test('of the provider delays a plan that was paid for, and no more', async () => {
    const { organizationId } = await payer();
    provider.setBroken(true);
    onAttempt = (attempt) => provider.setBroken(attempt < 6);
    const before = await time.now();
    await applied(organizationId);
    expect(attempts).toBe(6);
    expect((await time.now()).getTime() - before.getTime()).toBeGreaterThan(25_000);
    expect(await rowOf(organizationId)).toMatchObject({ planTier: 'pro', subscriptionStatus: 'active' });
  });

  test('that concerns usage alone delays the end of a subscription for hours, and not for ever', async () => {
    const { organizationId, customerId } = await payer();
    onAttempt = () => undefined;
    await applied(organizationId);
    const unit = { organizationId, periodStartsAt: new Date(), kind: 'comparison', units: 1, state: 'used' } as const;
    const due = { createdAt: new Date(), settledAt: new Date(), metering: 'due' } as const;
    await database.system().insert(QuotaEntryEntity, { id: randomUUID(), ...unit, ...due });
    const meters = provider.books.meters.splice(0);

    attempts = 0;
    const handle = await time.client.workflow.start<typeof subscriptionEnd>('subscriptionEnd', {
      workflowId: cancellationWorkflowId(organizationId),
      taskQueue: CONTROL_QUEUE,
      args: [organizationId],
    });
    await time.result(handle);
    provider.books.meters.push(...meters);
    expect(attempts).toBe(25);
    expect(log.some((line) => line.includes('usage_lost') && line.includes(organizationId))).toBe(true);
    const own = provider.books.subscriptions.filter(({ customer }) => customer === customerId);
    expect(own.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    expect(await rowOf(organizationId)).toMatchObject({ planTier: 'free', subscriptionStatus: 'canceled' });
  });
});
