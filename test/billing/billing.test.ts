/**
 * Tests billing over HTTP: the state of an organization, the links to the provider's pages, and the provider's events.
 */
import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import type { BillingInfoBody } from '#api/billing/billing.ts';
import { periodOf } from '#store/billing/billing-period.ts';
import type { PlanTier } from '#domain/billing/plan.ts';
import { auditLog } from '#store/organizations/audit.ts';
import { billingStore, PaymentEventEntity } from '#store/billing/billing.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { pdfSaying, type Person, problemOf, startApi, type Tenant } from '#test/support/api.ts';
import { conformingFetch } from '#test/support/conformance.ts';
import { CANCEL_URL, checkoutPage, click, startProvider, SUCCESS_URL } from '#test/support/payments.ts';
import { setUsage } from '#test/support/usage.ts';
import { started } from '#test/support/started.ts';

const provider = started(() => startProvider());
const api = started(() => startApi({ payments: provider.payments }));

beforeAll(async () => {
  provider.tell(api);
});

const organization = async (planTier: PlanTier = 'free'): Promise<{ tenant: Tenant; owner: Person }> => {
  const tenant = await api.newTenant({ planTier });
  return { tenant, owner: await api.newMember(tenant) };
};
const info = async (person: Person): Promise<BillingInfoBody> =>
  JSON.parse(await (await api.portal('GET', '/api/billing/info', person)).text());
const checkout = (person: Person, change: object = {}) =>
  api.portal('POST', '/api/billing/checkout-session', person, {
    tier: 'starter',
    interval: 'month',
    successUrl: SUCCESS_URL,
    cancelUrl: CANCEL_URL,
    ...change,
  });

test('an organization that never paid has the free plan and a hundred documents a month', async () => {
  const { tenant, owner } = await organization();
  await setUsage(api.database, tenant.organizationId, { used: 24, reserved: 1 });
  const { createdAt } = await api.database.system().findOneOrFail(OrganizationEntity, { id: tenant.organizationId });
  const { endsAt } = periodOf({ createdAt }, new Date());
  expect(await info(owner)).toEqual({
    planTier: 'free',
    monthlyDocLimit: 100,
    currentMonthUsage: 25,
    remainingQuota: 75,
    usagePercent: 25,
    paymentCustomerId: null,
    paymentSubscriptionId: null,
    billingInterval: 'month',
    subscriptionStatus: 'none',
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    overageRatePerDoc: 0,
    quotaResetsAt: endsAt.toISOString(),
  });
});

test.each([
  ['starter', 10_000, 0.01],
  ['growth', 50_000, 0.005],
  ['pro', 200_000, 0.003],
] as const)('plan %s has %i documents, and each one more costs $%d', async (planTier, limit, rate) => {
  const { tenant, owner } = await organization(planTier);
  await setUsage(api.database, tenant.organizationId, { used: limit + limit / 8 });
  expect(await info(owner)).toMatchObject({
    planTier,
    monthlyDocLimit: limit,
    remainingQuota: 0,
    usagePercent: 112.5,
    overageRatePerDoc: rate,
  });
});

test('checkout leads to a page that names plan and price, and back again without having changed anything', async () => {
  const { owner } = await organization();
  const page = await checkoutPage(api, owner, { tier: 'growth', interval: 'year' });
  expect(page).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/cs_/);
  const html = await (await fetch(page)).text();
  expect(html).toContain('Fixpoint growth');
  expect(html).toContain('$2490.00 per year');

  expect((await click(page, 'fail')).status).toBe(402);
  expect(await click(page, 'cancel')).toEqual({ status: 303, location: CANCEL_URL });
  const after = await info(owner);
  expect(after).toMatchObject({ planTier: 'free', paymentSubscriptionId: null });
  expect(after.paymentCustomerId).toMatch(/^cus_/);
});

test('the same request leads to the same page for a while, and the organization is one customer', async () => {
  const { tenant, owner } = await organization();
  const page = await checkoutPage(api, owner, { tier: 'pro', interval: 'month' });
  expect(await checkoutPage(api, owner, { tier: 'pro', interval: 'month' })).toBe(page);
  const other = await checkoutPage(api, owner, { tier: 'starter', interval: 'month' });
  expect(other).not.toBe(page);
  const customers = provider.books.customers.filter(({ metadata }) => {
    return metadata['organization_id'] === tenant.organizationId;
  });
  expect(customers).toHaveLength(1);
  expect(customers[0]).toMatchObject({ email: owner.email, name: 'Test' });
});

test('both visits to the provider are in the audit log', async () => {
  const { tenant, owner } = await organization();
  await checkoutPage(api, owner, { tier: 'pro', interval: 'year' });
  await api.portal('POST', '/api/billing/portal-session', owner, { returnUrl: CANCEL_URL });
  const { items } = await auditLog(api.database).list(tenant.organizationId, { page: 1, pageSize: 10 });
  const visits = items.filter(({ action }) => action.startsWith('billing.'));
  expect(visits.map(({ action, actorId, details }) => [action, actorId, details])).toEqual([
    ['billing.portal-opened', owner.id, {}],
    ['billing.checkout-opened', owner.id, { tier: 'pro', interval: 'year' }],
  ]);
});

test.each([
  ['an origin that is not the portal', 'https://evil.example/billing', 'origin_not_allowed'],
  ['an origin that only looks like it', 'https://portal.test.evil.example/', 'origin_not_allowed'],
  ['another port', 'https://portal.test:8443/', 'origin_not_allowed'],
  ['no TLS', 'http://portal.test/', 'invalid_value'],
  ['another scheme', 'javascript:alert(1)', 'invalid_value'],
  ['a path', '/billing', 'invalid_value'],
  ['a user name', 'https://portal.test@evil.example/', 'invalid_value'],
  ['a backslash, which parsers read differently', String.raw`https://portal.test\@evil.example/`, 'invalid_value'],
  ['a line end', 'https://portal.test/\n', 'invalid_value'],
  ['too many characters', `https://portal.test/${'x'.repeat(2_048)}`, 'out_of_range'],
])('the way back is refused with %s', async (_what, address, code) => {
  const { owner } = await organization();
  const there = await problemOf(await checkout(owner, { successUrl: address }));
  expect(there).toMatchObject({ status: 400, code: 'validation_failed' });
  expect(there.errors).toEqual([expect.objectContaining({ in: 'body', name: '/successUrl', code })]);
  const both = await problemOf(await checkout(owner, { successUrl: address, cancelUrl: address }));
  expect(both.errors?.map(({ name }) => name)).toEqual(['/successUrl', '/cancelUrl']);
  const portal = await api.portal('POST', '/api/billing/portal-session', owner, { returnUrl: address });
  expect((await problemOf(portal)).errors?.[0]?.name).toBe('/returnUrl');
});

test.each([
  ['an unknown plan', { tier: 'free' }, '/tier'],
  ['an unknown interval', { interval: 'week' }, '/interval'],
  ['a missing address', { cancelUrl: undefined }, '/cancelUrl'],
])('checkout refuses %s by name', async (_what, change, name) => {
  const { owner } = await organization();
  const problem = await problemOf(await checkout(owner, change));
  expect(problem).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ in: 'body', name }] });
});

test('a misspelt member is refused, and nobody is asked to pay', async () => {
  const { owner } = await organization();
  const problem = await problemOf(await checkout(owner, { teir: 'pro' }));
  expect(problem).toMatchObject({ code: 'unknown_parameter', errors: [{ name: '/teir' }] });
  expect((await info(owner)).paymentCustomerId).toBeNull();
});

test('paying takes a confirmed address and the right role', async () => {
  const { tenant } = await organization();
  const unconfirmed = await api.newMember(tenant, { emailVerified: false });
  expect(await problemOf(await checkout(unconfirmed))).toMatchObject({ status: 403, code: 'email_not_verified' });
  const member = await api.newMember(tenant, { role: 'member' });
  expect((await problemOf(await checkout(member, { tier: 'none' }))).code).toBe('insufficient_role');
});

test('a provider that does not answer is a 502 that may be tried again, and so is none at all', async () => {
  const { owner } = await organization();
  provider.setBroken(true);
  const down = await problemOf(await checkout(owner));
  provider.setBroken(false);
  expect(down).toMatchObject({ status: 502, code: 'payment_provider_error', retryable: true });
  expect(down.detail).not.toMatch(/stripe|127\.0\.0\.1|api_error/i);
  expect((await checkout(owner)).status).toBe(200);

  const alone = await startApi();
  const person = await alone.newMember(await alone.newTenant({ planTier: 'free' }));
  const body = { returnUrl: CANCEL_URL };
  const none = await problemOf(await alone.portal('POST', '/api/billing/portal-session', person, body));
  await alone.close();
  expect(none.code).toBe('payment_provider_error');
});

/** A call of the provider, signed by hand. */
const post = (payload: object, { secret = provider.webhookSecret, at = Date.now() / 1000, header = '' } = {}) => {
  const body = JSON.stringify(payload);
  const timestamp = Math.floor(at);
  const signature = new Stripe('sk_test').webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  return conformingFetch(`${api.url}/api/billing/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': header || signature },
    body,
  });
};

const eventOf = (customer: string, type = 'customer.subscription.updated') => ({
  id: `evt_${randomUUID().replaceAll('-', '')}`,
  object: 'event',
  type,
  data: { object: { id: 'sub_1', object: 'subscription', customer } },
});

const noted = (id: string) => api.database.system().findOne(PaymentEventEntity, { id });

test('a signed event of a customer is noted once, however often it comes', async () => {
  const { tenant, owner } = await organization();
  await checkoutPage(api, owner, { tier: 'pro', interval: 'month' });
  const { paymentCustomerId } = await info(owner);
  const event = eventOf(paymentCustomerId ?? '');
  for (let time = 0; time < 3; time++) {
    const response = await post(event);
    expect([response.status, await response.json()]).toEqual([200, { received: true }]);
  }
  expect(await noted(event.id)).toMatchObject({ organizationId: tenant.organizationId, type: event.type });
  const unapplied = await billingStore(api.database).listUnapplied(-1_000, 100);
  expect(unapplied.filter(({ id }) => id === event.id)).toHaveLength(1);
});

test('an event that is not signed by the provider, or was signed long ago, is refused and not noted', async () => {
  const { owner } = await organization();
  await checkoutPage(api, owner, { tier: 'pro', interval: 'month' });
  const event = eventOf((await info(owner)).paymentCustomerId ?? '');
  const forgeries = [
    await post(event, { secret: 'whsec_another' }),
    await post(event, { at: Date.now() / 1000 - 301 }),
    await post(event, { header: 't=1,v1=00' }),
    await post(event, { header: 'nonsense' }),
    await fetch(`${api.url}/api/billing/webhook`, { method: 'POST', body: JSON.stringify(event) }),
  ];
  for (const response of forgeries) {
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'invalid_signature' });
  }
  expect(await noted(event.id)).toBeNull();
  expect((await post(event, { at: Date.now() / 1000 - 290 })).status).toBe(200);
});

test('events of strangers and of other matters are taken and forgotten', async () => {
  const { owner } = await organization();
  await checkoutPage(api, owner, { tier: 'pro', interval: 'month' });
  const stranger = eventOf('cus_stranger');
  const other = eventOf((await info(owner)).paymentCustomerId ?? '', 'payment_method.attached');
  for (const event of [stranger, other, { ...other, data: { object: {} } }]) {
    expect((await post(event)).status).toBe(200);
    expect(await noted(event.id)).toBeNull();
  }
});

test('an event without end is cut off', async () => {
  const response = await post({ ...eventOf('cus_1'), padding: 'x'.repeat(1024 * 1024) });
  expect(await problemOf(response)).toMatchObject({ status: 413, code: 'body_too_large' });
});

test('while a payment is overdue the plan goes on, up to its limit', async () => {
  const { tenant, owner } = await organization('starter');
  const owing = { subscriptionStatus: 'past_due', paymentCustomerId: `cus_${randomUUID()}` } as const;
  await api.database.system().nativeUpdate(OrganizationEntity, { id: tenant.organizationId }, owing);
  await setUsage(api.database, tenant.organizationId, { used: 9_999 });
  expect((await api.postForm(pdfSaying('within the plan'), tenant)).status).toBe(200);

  const refused = await problemOf(await api.postForm(pdfSaying('beyond the plan'), tenant));
  expect(refused).toMatchObject({
    status: 402,
    code: 'payment_past_due',
    planTier: 'starter',
    limit: 10_000,
    used: 10_000,
    resetsAt: (await info(owner)).quotaResetsAt,
    upgradeUrl: 'https://fixpoint.test/portal/#/billing',
  });
  const paid = { subscriptionStatus: 'active' } as const;
  await api.database.system().nativeUpdate(OrganizationEntity, { id: tenant.organizationId }, paid);
  expect((await api.postForm(pdfSaying('beyond the plan'), tenant)).status).toBe(200);
});
