/** Tests the set-up of an account at the payment provider by `fixpoint payments`. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lookupKey } from '#src/payments/catalogue.ts';
import { CANCEL_URL, click, type Provider, startProvider, SUCCESS_URL } from '#test/support/payments.ts';
import { PROGRAM_ENV } from '#test/support/program-env.ts';

const ROOT = join(import.meta.dirname, '../..');

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider();
  provider.events.hold();
});
afterEach(() => provider.close());

/** Runs the command as an operator does and returns its output. */
const prepare = async (): Promise<string> => {
  const env = {
    ...PROGRAM_ENV,
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
    S3_LINK_ACCESS_KEY: 'link-key',
    S3_LINK_SECRET_KEY: 'link-secret',
    STRIPE_SECRET_KEY: provider.secretKey,
    STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
    STRIPE_API_BASE: provider.url,
  };
  return (await promisify(execFile)(process.execPath, ['src/cli.ts', 'payments'], { cwd: ROOT, env })).stderr;
};

test('an empty account gets three products, nine prices, a meter and the settings of the portal, once', async () => {
  const { products, prices, meters, configurations } = provider.books;
  for (const made of [products, prices, meters, configurations]) made.splice(0);
  expect(await prepare()).toMatch(/^Made: meter documents_processed, product fixpoint_starter, price /);
  expect([products, prices, meters, configurations].map(({ length }) => length)).toEqual([3, 9, 1, 1]);
  const amounts = prices.map((price) => [price.lookup_key, price.unit_amount, price.recurring.interval]);
  expect(amounts).toContainEqual(['fixpoint_starter_month', 9_900, 'month']);
  expect(amounts).toContainEqual(['fixpoint_pro_year', 499_000, 'year']);
  expect(amounts).toContainEqual(['fixpoint_growth_documents', null, 'month']);
  const tiers = provider.exchanges.map(({ path, body }) => path === '/v1/prices' && new URLSearchParams(body));
  const growth = tiers.find((form) => form && form.get('lookup_key') === 'fixpoint_growth_documents');
  expect(growth && [...growth].filter(([name]) => name.startsWith('tiers['))).toEqual([
    ['tiers[0][up_to]', '50000'],
    ['tiers[0][unit_amount]', '0'],
    ['tiers[1][up_to]', 'inf'],
    ['tiers[1][unit_amount_decimal]', '0.5'],
  ]);
  expect(await prepare()).toBe('Nothing was missing.\n');
});

test('a new price takes the place of the old one, and who subscribed before keeps plan and price', async () => {
  const { payments, books } = provider;
  const customerId = await payments.createCustomer({ organizationId: 'o', name: 'Example', email: 'o@example.com' });
  const requested = { organizationId: 'o', customerId, tier: 'pro', interval: 'month' } as const;
  await click(await payments.checkout({ ...requested, successUrl: SUCCESS_URL, cancelUrl: CANCEL_URL }), 'pay');
  const old = books.prices.find(({ lookup_key }) => lookup_key === lookupKey('pro', 'month'));
  Object.assign(old ?? {}, { unit_amount: 39_900 });

  expect(await prepare()).toBe('Made: price fixpoint_pro_month\n');
  expect(old?.lookup_key).toBeNull();
  const [plan] = await payments.subscriptions(customerId);
  expect(plan).toMatchObject({ kind: 'plan', tier: 'pro', interval: 'month', status: 'active' });
});
