/**
 * Compares the payment sandbox with the provider: every request of the service is repeated against stripe-mock, which
 * validates it by the provider's published description. Go builds stripe-mock once. Without Go the test is skipped with
 * a message.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyFreePort, becomesTrue } from '#dev/network.ts';
import type { Exchange } from '#dev/payments/sandbox.ts';
import { resolveTool } from '#dev/parts/tools.ts';
import type { PlanSubscription, UsageSubscription } from '#domain/billing/billing.ts';
import { CANCEL_URL, click, type Provider, startProvider, SUCCESS_URL } from '#test/support/payments.ts';
import { requires } from '#test/support/requires.ts';

const program = await resolveTool('stripe-mock', () => undefined).catch((error: Error) => error);

/** Every call of the port, and with `startProvider` the whole catalogue. */
async function callEverything({ payments }: Provider): Promise<void> {
  const customerId = await payments.createCustomer({ organizationId: 'o', name: 'Example', email: 'o@example.com' });
  const urls = { successUrl: SUCCESS_URL, cancelUrl: CANCEL_URL };
  const page = await payments.checkout({ organizationId: 'o', customerId, tier: 'starter', interval: 'year', ...urls });
  await click(page, 'pay');
  const [plan] = (await payments.subscriptions(customerId)) as PlanSubscription[];
  if (!plan) throw new Error('There is no subscription.');
  await payments.openUsage(customerId, plan);
  const [usage] = (await payments.subscriptions(customerId)) as UsageSubscription[];
  if (!usage) throw new Error('There is no subscription of usage.');
  await payments.changePlan({ customerId, plan, tier: 'pro', interval: 'month', ...urls });
  await payments.changeUsage(usage, 'pro');
  await payments.portal(customerId, CANCEL_URL);
  const at = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  await payments.reportUsage({ customerId, identifier: 'one', units: 2, at });
  expect(await payments.usageBetween(customerId, at, new Date(at.getTime() + 60_000))).toBe(2);
  await payments.cancel(usage.id, { credit: false });
  await payments.cancel(plan.id, { credit: true });
}

describe('stripe-mock', requires('stripe-mock', !(program instanceof Error)), () => {
  let provider: Provider;
  let mock: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const port = await anyFreePort();
    url = `http://127.0.0.1:${port}`;
    mock = spawn(String(program), ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
    const answers = () =>
      fetch(`${url}/v1/customers`)
        .then(() => true)
        .catch(() => false);
    expect(await becomesTrue(answers, 30_000)).toBe(true);
    provider = await startProvider();
    provider.events.hold();
    await callEverything(provider);
  });
  afterAll(async () => {
    mock.kill();
    await provider.close();
  });

  const repeat = ({ method, path, body }: Pick<Exchange, 'method' | 'path' | 'body'>) =>
    fetch(url + path, {
      method,
      headers: { Authorization: 'Bearer sk_test_123', 'Content-Type': 'application/x-www-form-urlencoded' },
      ...(method !== 'GET' && body !== '' && { body }),
    });

  test('takes every request of the service, and has every member that the sandbox answers with', async () => {
    const faults: string[] = [];
    for (const exchange of provider.exchanges) {
      const response = await repeat(exchange);
      const text = await response.text();
      const call = `${exchange.method} ${exchange.path} ${exchange.body}`;
      if (response.status !== exchange.status) faults.push(`${call}: ${text}`);
      const unknown = unknownMembers(JSON.parse(exchange.answer), JSON.parse(text));
      if (unknown.length > 0) faults.push(`${call}: the provider's answer has no ${unknown.join(', ')}`);
    }
    expect(faults).toEqual([]);
    expect(provider.exchanges.length).toBeGreaterThan(30);
  });

  test('would not take a parameter that does not exist', async () => {
    const made = provider.exchanges.find(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
    if (!made) throw new Error('The service asks for checkout sessions.');
    const wrong = { ...made, body: made.body.replace('client_reference_id', 'client_reference') };
    expect((await repeat(wrong)).status).toBe(400);
  });
});

/** The names of unknown members, including nested ones. Names that a customer chooses are ignored. */
function unknownMembers(ours: unknown, theirs: unknown, path = ''): string[] {
  if (Array.isArray(ours) && Array.isArray(theirs))
    return theirs.length > 0 ? unknownMembers(ours[0], theirs[0], path) : [];
  if (!isObject(ours) || !isObject(theirs)) return [];
  return Object.keys(ours)
    .filter((name) => !['metadata', 'payload'].includes(name))
    .flatMap((name) =>
      name in theirs ? unknownMembers(ours[name], theirs[name], `${path}${name}.`) : [`${path}${name}`],
    );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
