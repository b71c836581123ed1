/**
 * Tests billing from the first click to the last invoice, with API, PostgreSQL, Temporal, workers, and a provider with
 * its pages.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BillingInfoBody } from '#api/billing/billing.ts';
import type { ProviderEvent, Subscription } from '#dev/payments/objects.ts';
import type { Reconciliation } from '#activities/index.ts';
import { billingPeriod } from '#store/billing/billing-period.ts';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import { auditLog } from '#store/organizations/audit.ts';
import { billingStore, PaymentEventEntity } from '#store/billing/billing.ts';
import { deactivateOrganization } from '#store/organizations/deactivation.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { QuotaEntryEntity } from '#store/billing/quota.ts';
import { ArtifactRefEntity, OriginalRefEntity } from '#store/objects/references.ts';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import {
  type Api,
  brokenPdf,
  pdfSaying,
  type Person,
  problemOf,
  startApi,
  submissionOf,
  type Tenant,
} from '#test/support/api.ts';
import { CANCEL_URL, checkoutPage, click, startProvider } from '#test/support/payments.ts';
import { setUsage } from '#test/support/usage.ts';
import { startService } from '#test/support/service.ts';
import { started } from '#test/support/started.ts';

let api: Api;

const service = started(() => startService(inject('parts')));
const provider = started(() => startProvider());

beforeAll(async () => {
  await service.workHere({ parser: { processes: 2, memoryMb: 1024 }, payments: provider.payments });
  await service.pauseSchedules();
  api = await startApi({ temporal: service.temporal, payments: provider.payments });
  provider.tell(api);
});
afterAll(async () => {
  await api.close();
});

const SOON = { interval: 50 };
const DAY_MS = 24 * 60 * 60 * 1000;

interface Subscriber {
  readonly tenant: Tenant;
  readonly owner: Person;
}

const organization = async (): Promise<Subscriber> => {
  const tenant = await api.newTenant({ planTier: 'free' });
  return { tenant, owner: await api.newMember(tenant) };
};
const info = async ({ owner }: Subscriber): Promise<BillingInfoBody> =>
  JSON.parse(await (await api.portal('GET', '/api/billing/info', owner)).text());
const become = (subscriber: Subscriber, wanted: Partial<BillingInfoBody>) =>
  expect.poll(() => info(subscriber), SOON).toMatchObject(wanted);

/** Waits until all events of the provider about the organization are applied. */
const settled = async ({ tenant: { organizationId } }: Subscriber) => {
  await provider.events.idle();
  const open = () => api.database.system().count(PaymentEventEntity, { organizationId, appliedAt: null });
  await expect.poll(open, SOON).toBe(0);
};

/** Pays for a plan on the provider's page. */
const subscribe = async (tier = 'starter', interval = 'month'): Promise<Subscriber> => {
  const subscriber = await organization();
  await click(await checkoutPage(api, subscriber.owner, { tier, interval }), 'pay');
  await settled(subscriber);
  expect(await info(subscriber)).toMatchObject({ planTier: tier, subscriptionStatus: 'active' });
  return subscriber;
};

/** The plan and the usage of one organization at the provider. */
const atProvider = async (subscriber: Subscriber) => {
  const { paymentCustomerId } = await info(subscriber);
  const own = provider.books.subscriptions.filter(({ customer }) => customer === paymentCustomerId);
  const of = (kind: 'licensed' | 'metered'): Subscription[] =>
    own.filter(({ items }) => items.data[0].price.recurring.usage_type === kind);
  const [plan] = of('licensed');
  if (!plan) throw new Error('There is no subscription.');
  return { plan, plans: of('licensed'), usages: of('metered'), customer: plan.customer };
};

const meterEventsOf = (customer: string) => provider.books.meterEvents.filter((event) => event.customer === customer);

/** One round of the schedule's workflow. */
const round = <T>(workflow: 'meter' | 'billingReconciliation' | 'paymentSweep'): Promise<T> =>
  service.client.workflow.execute(workflow, { taskQueue: CONTROL_QUEUE, workflowId: randomUUID() }) as Promise<T>;

const normalize = async ({ tenant }: Subscriber, words: string): Promise<string> => {
  const response = await api.postForm(pdfSaying(words), tenant);
  expect(response.status).toBe(200);
  return (await submissionOf(response)).submissionId;
};

test('checkout, payment, event: the plan is there, with usage billed beside it, and the audit log says so', async () => {
  const subscriber = await organization();
  const page = await checkoutPage(api, subscriber.owner, { tier: 'growth', interval: 'month' });
  const { status, location } = await click(page, 'pay');
  expect(status).toBe(303);
  expect(location).toMatch(/^https:\/\/portal\.test\/billing\?paid=cs_test_\w+$/);
  await become(subscriber, { planTier: 'growth', monthlyDocLimit: 50_000, subscriptionStatus: 'active' });

  const { plan, usages, customer } = await atProvider(subscriber);
  const [item] = plan.items.data;
  expect(await info(subscriber)).toMatchObject({
    paymentCustomerId: customer,
    paymentSubscriptionId: plan.id,
    billingInterval: 'month',
    cancelAtPeriodEnd: false,
    overageRatePerDoc: 0.005,
    currentPeriodEnd: new Date(item.current_period_end * 1000).toISOString(),
    quotaResetsAt: new Date(item.current_period_end * 1000).toISOString(),
  });
  expect(usages.map(({ items, metadata }) => [items.data[0].price.lookup_key, metadata['fixpoint_plan']])).toEqual([
    ['fixpoint_growth_documents', plan.id],
  ]);
  expect(usages[0]?.default_payment_method).toBe(plan.default_payment_method);

  const { items } = await auditLog(api.database).list(subscriber.tenant.organizationId, { page: 1, pageSize: 20 });
  const changed = items.filter(({ action }) => action === 'billing.subscription-changed');
  expect(changed.map(({ actorId, target, details }) => [actorId, target, details])).toEqual([
    [
      null,
      plan.id,
      {
        planTier: 'growth',
        planTierBefore: 'free',
        subscriptionStatus: 'active',
        billingInterval: 'month',
        cancelAtPeriodEnd: false,
      },
    ],
  ]);
});

test('each document is told exactly once, with its submission as identifier and the time it was done', async () => {
  const subscriber = await subscribe();
  const { customer } = await atProvider(subscriber);
  const ids = [await normalize(subscriber, `first ${customer}`), await normalize(subscriber, `second ${customer}`)];
  expect((await submissionOf(await api.postForm(brokenPdf(), subscriber.tenant))).status).toBe('FAILED');

  await Promise.all([round('meter'), round('meter'), round('meter')]);
  await round('meter');
  const events = meterEventsOf(customer);
  expect(events.map(({ identifier }) => identifier).toSorted()).toEqual(ids.toSorted());
  const entries = await api.database.system().find(QuotaEntryEntity, { id: { $in: ids } });
  for (const { id, settledAt, metering, units } of entries) {
    expect(metering).toBe('reported');
    const event = events.find(({ identifier }) => identifier === id);
    expect(event).toMatchObject({ value: units, timestamp: Math.floor((settledAt?.getTime() ?? 0) / 1000) });
  }
  expect(await info(subscriber)).toMatchObject({ currentMonthUsage: 2 });
});

test('usage that was told and not written down is told again, and counts once', async () => {
  const subscriber = await subscribe();
  const { customer } = await atProvider(subscriber);
  const id = await normalize(subscriber, `told and forgotten ${customer}`);
  await round('meter');
  await api.database.system().nativeUpdate(QuotaEntryEntity, { id }, { metering: 'due' });
  // After a day the provider only knows the identifier and not the request.
  for (const key of Object.keys(provider.books.answers)) delete provider.books.answers[key];
  await round('meter');
  expect(meterEventsOf(customer)).toHaveLength(1);
  expect(await api.database.system().findOne(QuotaEntryEntity, { id })).toMatchObject({ metering: 'reported' });
});

test('a document that ends once more, after a restore, was told, and holds up nothing that is told after it', async () => {
  const subscriber = await subscribe();
  const { customer } = await atProvider(subscriber);
  const id = await normalize(subscriber, `ends twice ${customer}`);
  await round('meter');
  const again = { metering: 'due', settledAt: new Date(Date.now() - 60_000) } as const;
  await api.database.system().nativeUpdate(QuotaEntryEntity, { id }, again);
  const next = await normalize(subscriber, `comes after it ${customer}`);
  await round('meter');
  expect(meterEventsOf(customer).map(({ identifier }) => identifier)).toEqual([id, next]);
});

test('while the provider is away usage waits, and what is too old for it is given up with an alarm', async () => {
  const subscriber = await subscribe();
  const { customer } = await atProvider(subscriber);
  const waiting = await normalize(subscriber, `waiting ${customer}`);
  const lost = await normalize(subscriber, `lost ${customer}`);
  const old = { settledAt: new Date(Date.now() - 34.5 * DAY_MS) };
  await api.database.system().nativeUpdate(QuotaEntryEntity, { id: lost }, old);
  provider.setBroken(true);
  await round('meter');
  provider.setBroken(false);
  expect(meterEventsOf(customer)).toEqual([]);
  expect(service.log.some((line) => line.includes('usage_lost'))).toBe(true);
  await round('meter');
  expect(meterEventsOf(customer).map(({ identifier }) => identifier)).toEqual([waiting]);
  expect(await api.database.system().findOne(QuotaEntryEntity, { id: lost })).toMatchObject({ metering: 'expired' });
});

test('a free organization and one whose plan was a gift are told to nobody', async () => {
  const free = await organization();
  const gift = await api.newTenant({ planTier: 'pro' });
  const ids = [
    await normalize(free, 'of a free plan'),
    await normalize({ ...free, tenant: gift }, 'of a plan that was given'),
  ];
  const entries = await api.database.system().find(QuotaEntryEntity, { id: { $in: ids } });
  expect(entries.map(({ state, metering }) => [state, metering ?? null])).toEqual([
    ['used', null],
    ['used', null],
  ]);
});

test('events twice, in the wrong order and all at once leave what the provider says last', async () => {
  const subscriber = await organization();
  provider.events.hold();
  await click(await checkoutPage(api, subscriber.owner, { tier: 'starter', interval: 'month' }), 'pay');
  const change = await checkoutPage(api, subscriber.owner, { tier: 'pro', interval: 'month' });
  expect(await click(change, 'confirm')).toMatchObject({ status: 303 });
  const held: ProviderEvent[] = [];
  provider.events.release((events) => {
    held.push(...events);
    return [...events, ...events].toReversed();
  });
  await provider.events.idle();
  await become(subscriber, { planTier: 'pro', subscriptionStatus: 'active' });

  expect(held.map(({ type }) => type)).toContain('customer.subscription.created');
  await settled(subscriber);
  const { plans, usages } = await atProvider(subscriber);
  expect(plans).toHaveLength(1);
  expect(usages.map(({ status, items }) => [status, items.data[0].price.lookup_key])).toEqual([
    ['active', 'fixpoint_pro_documents'],
  ]);
  expect((await info(subscriber)).planTier).toBe('pro');
});

test('an older look at the provider never replaces a newer one', async () => {
  const subscriber = await subscribe('pro');
  const billing = billingStore(api.database);
  const customer = await billing.findCustomer(subscriber.tenant.organizationId);
  if (!customer) throw new Error('The organization is a customer.');
  expect(await billing.record(customer, { ...customer.account, cancelAtPeriodEnd: true })).toBe(true);
  expect(await billing.record(customer, { ...customer.account, planTier: 'free' })).toBe(false);
  expect(await info(subscriber)).toMatchObject({ planTier: 'pro', cancelAtPeriodEnd: true });
});

test('from the month to the year: the same plan, a new period, and documents still by the month', async () => {
  const subscriber = await subscribe('starter', 'month');
  const { plan: before } = await atProvider(subscriber);
  // A subscription that is some days old, because only then the change is visible.
  const tenDaysAgo = Math.floor((Date.now() - 10 * DAY_MS) / 1000);
  before.billing_cycle_anchor = tenDaysAgo;
  const page = await checkoutPage(api, subscriber.owner, { tier: 'starter', interval: 'year' });
  expect(await (await fetch(page)).text()).toContain('$990.00 per year');
  await click(page, 'confirm');
  await become(subscriber, { billingInterval: 'year', planTier: 'starter' });

  const { plan } = await atProvider(subscriber);
  expect(plan.id).toBe(before.id);
  const anchor = new Date(plan.billing_cycle_anchor * 1000);
  const after = await info(subscriber);
  expect(after.currentPeriodEnd).toBe(new Date(plan.items.data[0].current_period_end * 1000).toISOString());
  expect(after.quotaResetsAt).toBe(billingPeriod(anchor, new Date()).endsAt.toISOString());
  expect(Date.parse(after.currentPeriodEnd ?? '') - Date.parse(after.quotaResetsAt)).toBeGreaterThan(300 * DAY_MS);
});

test('whoever asks for the plan they have gets the general page, and goes on paying once', async () => {
  const subscriber = await subscribe('growth', 'month');
  const page = await checkoutPage(api, subscriber.owner, { tier: 'growth', interval: 'month' });
  expect(page).toContain('/portal/');
  expect(await click(page, 'return')).toEqual({ status: 303, location: CANCEL_URL });
  const { plans } = await atProvider(subscriber);
  expect(plans).toHaveLength(1);
});

test('two pages paid one after the other leave one plan: the newer, and the older is given back', async () => {
  const subscriber = await organization();
  const [first, second] = [
    await checkoutPage(api, subscriber.owner, { tier: 'starter', interval: 'month' }),
    await checkoutPage(api, subscriber.owner, { tier: 'pro', interval: 'month' }),
  ];
  await click(first, 'pay');
  await become(subscriber, { planTier: 'starter' });
  // The second one is at least a second later, because the provider counts in seconds.
  const { plan: older } = await atProvider(subscriber);
  Object.assign(older, { created: older.created - 10 });
  await click(second, 'pay');
  await become(subscriber, { planTier: 'pro', subscriptionStatus: 'active' });
  await expect.poll(() => older.status, SOON).toBe('canceled');
  // Two events may both find it, and the second gets the answer that it does not exist.
  const credited = provider.exchanges.filter(
    ({ method, path, status }) => method === 'DELETE' && path.includes(older.id) && status === 200,
  );
  expect(credited.map(({ path }) => path.split('?')[1])).toEqual(['invoice_now=true&prorate=true']);
  const { usages } = await atProvider(subscriber);
  expect(usages.filter(({ status }) => status === 'active')).toHaveLength(1);
});

test('a failed renewal: overdue, the plan goes on without overage; paid, and all is as before', async () => {
  const subscriber = await subscribe('starter');
  const { plan } = await atProvider(subscriber);
  provider.subscriptions.renew(plan, false);
  await become(subscriber, { planTier: 'starter', subscriptionStatus: 'past_due' });
  await setUsage(api.database, subscriber.tenant.organizationId, { used: 10_000 });
  const refused = await problemOf(await api.postForm(pdfSaying('one too many'), subscriber.tenant));
  expect(refused).toMatchObject({ status: 402, code: 'payment_past_due' });

  const page = await checkoutPage(api, subscriber.owner, { tier: 'pro', interval: 'year' });
  await click(page, 'settle');
  await become(subscriber, { subscriptionStatus: 'active' });
  expect((await api.postForm(pdfSaying('one too many'), subscriber.tenant)).status).toBe(200);
});

test('documents beyond the plan that are not paid for make the plan overdue', async () => {
  const subscriber = await subscribe('starter');
  const [usage] = (await atProvider(subscriber)).usages;
  if (usage) provider.subscriptions.renew(usage, false);
  await become(subscriber, { planTier: 'starter', subscriptionStatus: 'past_due' });
});

test('what stays unpaid leaves the free plan, and paying brings the plan back', async () => {
  const subscriber = await subscribe('growth');
  const { plan } = await atProvider(subscriber);
  provider.subscriptions.giveUp(plan, 'unpaid');
  await become(subscriber, { planTier: 'free', subscriptionStatus: 'unpaid', paymentSubscriptionId: plan.id });
  provider.subscriptions.pay(plan);
  await become(subscriber, { planTier: 'growth', subscriptionStatus: 'active' });
});

test('a subscription that is to end goes on to the end of its period, unless it is resumed', async () => {
  const subscriber = await subscribe('growth');
  const response = await api.portal('POST', '/api/billing/portal-session', subscriber.owner, { returnUrl: CANCEL_URL });
  const { url }: { url: string } = JSON.parse(await response.text());
  await click(url, 'end');
  await become(subscriber, { planTier: 'growth', subscriptionStatus: 'active', cancelAtPeriodEnd: true });
  await click(url, 'resume');
  await become(subscriber, { planTier: 'growth', cancelAtPeriodEnd: false });
  await click(url, 'end');
  await become(subscriber, { cancelAtPeriodEnd: true });

  const { plan } = await atProvider(subscriber);
  provider.subscriptions.renew(plan, true);
  await become(subscriber, {
    planTier: 'free',
    monthlyDocLimit: 100,
    subscriptionStatus: 'canceled',
    paymentSubscriptionId: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
  });
  await expect
    .poll(async () => (await atProvider(subscriber)).usages.map(({ status }) => status), SOON)
    .toEqual(['canceled']);
});

test('a better plan keeps longer what is there already; a smaller one shortens nothing', async () => {
  const subscriber = await organization();
  const id = await normalize(subscriber, `kept ${randomUUID()}`);
  const em = () => api.database.system();
  const daysKept = async () => {
    const row = await em().findOneOrFail(SubmissionEntity, { id });
    const { organizationId } = row;
    const sha256 = row.originalSha256 ?? '';
    const original = await em().findOneOrFail(OriginalRefEntity, { organizationId, sha256 });
    const artifact = await em().findOneOrFail(ArtifactRefEntity, { organizationId });
    const ends = [row.expiresAt, original.expiresAt, artifact.expiresAt];
    return ends.map((end) => Math.round(((end?.getTime() ?? 0) - (row.completedAt?.getTime() ?? 0)) / DAY_MS));
  };
  expect(await daysKept()).toEqual([7, 7, 7]);
  await click(await checkoutPage(api, subscriber.owner, { tier: 'growth', interval: 'month' }), 'pay');
  await expect.poll(daysKept, SOON).toEqual([90, 90, 90]);
  await click(await checkoutPage(api, subscriber.owner, { tier: 'starter', interval: 'month' }), 'confirm');
  await become(subscriber, { planTier: 'starter' });
  expect(await daysKept()).toEqual([90, 90, 90]);
});

test('an organization that is deactivated pays no longer; its last documents are told first', async () => {
  const subscriber = await subscribe('growth');
  const { plan, customer } = await atProvider(subscriber);
  const id = await normalize(subscriber, `last ${customer}`);
  await deactivateOrganization(api.database, subscriber.tenant.organizationId);
  await round('paymentSweep');
  await expect.poll(() => plan.status, SOON).toBe('canceled');
  expect(meterEventsOf(customer).map(({ identifier }) => identifier)).toEqual([id]);
  const { organizationId } = subscriber.tenant;
  const row = () => api.database.system().findOneOrFail(OrganizationEntity, { id: organizationId });
  await expect.poll(async () => (await row()).subscriptionStatus, SOON).toBe('canceled');
  expect(await row()).toMatchObject({ planTier: 'free', isActive: false });
  // Repeats the call, as for an account that is deleted next.
  await service.temporal.cancelSubscriptionNow(organizationId);
  const { usages } = await atProvider(subscriber);
  expect(usages.map(({ status }) => status)).toEqual(['canceled']);
});

test('an event whose workflow could not be started is found by the sweep', async () => {
  const subscriber = await organization();
  provider.events.hold();
  await click(await checkoutPage(api, subscriber.owner, { tier: 'starter', interval: 'month' }), 'pay');
  const { paymentCustomerId: customerId } = await info(subscriber);
  const id = `evt_${randomUUID()}`;
  const type = 'customer.subscription.created';
  await billingStore(api.database).noteEvent({ id, type, customerId: customerId ?? '' });
  const noted = { receivedAt: new Date(Date.now() - 5 * 60_000) };
  await api.database.system().nativeUpdate(PaymentEventEntity, { id }, noted);
  await round('paymentSweep');
  await become(subscriber, { planTier: 'starter', subscriptionStatus: 'active' });
  provider.events.release(() => []);
});

test('the nightly round finds a subscription of which no event came, and a count that differs', async () => {
  const subscriber = await organization();
  provider.events.hold();
  await click(await checkoutPage(api, subscriber.owner, { tier: 'starter', interval: 'month' }), 'pay');
  provider.events.release(() => []);
  expect((await info(subscriber)).planTier).toBe('free');
  const quiet = await round<Reconciliation>('billingReconciliation');
  expect(await info(subscriber)).toMatchObject({ planTier: 'starter' });

  const { customer } = await atProvider(subscriber);
  const { organizationId } = subscriber.tenant;
  const id = await normalize(subscriber, `drifting ${customer}`);
  await round('meter');
  const at = new Date(Date.now() - 3 * DAY_MS);
  await api.database.system().nativeUpdate(QuotaEntryEntity, { id }, { settledAt: at });
  const drifting = await round<Reconciliation>('billingReconciliation');
  expect(drifting.drifting).toBe(quiet.drifting + 1);
  expect(drifting.compared).toBeGreaterThan(0);
  const alarm = service.log.find((line) => line.includes('meter_drift') && line.includes(organizationId));
  expect(alarm).toContain('"told":1,"counted":0');

  const event = provider.books.meterEvents.find(({ identifier }) => identifier === id);
  Object.assign(event ?? {}, { timestamp: Math.floor(at.getTime() / 1000) });
  expect((await round<Reconciliation>('billingReconciliation')).drifting).toBe(quiet.drifting);
});
