/** A payment provider of the test, and a person who uses its pages. */
import { randomBytes } from 'node:crypto';
import { type Sandbox, startSandbox } from '#dev/payments/sandbox.ts';
import type { Payments } from '#src/payments/port.ts';
import { stripePayments } from '#src/payments/stripe.ts';
import type { Api, Person } from './api.ts';
import { problemOf } from './api.ts';

export const SUCCESS_URL = 'https://portal.test/billing?paid={CHECKOUT_SESSION_ID}';
export const CANCEL_URL = 'https://portal.test/billing';

export interface Provider extends Sandbox {
  /** The service's access to it. */
  readonly payments: Payments;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Sends events to this API after the call. */
  tell(api: Pick<Api, 'url'>): void;
}

export async function startProvider(): Promise<Provider> {
  const secretKey = `sk_test_${randomBytes(16).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  const recipient = { url: 'http://127.0.0.1:1/nobody', secret: webhookSecret };
  const sandbox = await startSandbox({ port: 0, secretKey, recipient });
  return {
    ...sandbox,
    payments: stripePayments({ secretKey, webhookSecret, apiBase: sandbox.url }),
    secretKey,
    webhookSecret,
    tell: ({ url }) => void (recipient.url = `${url}/api/billing/webhook`),
  };
}

export interface Clicked {
  readonly status: number;
  /** The next address of the browser. */
  readonly location: string | null;
}

/** Presses a button on a page of the provider. */
export async function click(page: string, action: string): Promise<Clicked> {
  const shown = await fetch(page);
  if (shown.status !== 200) throw new Error(`There is no page at ${page}: ${shown.status}`);
  const html = await shown.text();
  if (!html.includes(`value="${action}"`)) throw new Error(`The page has no button ${action}.`);
  const body = new URLSearchParams({ action });
  const { status, headers } = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  return { status, location: headers.get('location') };
}

/** The page to which an owner is sent. */
export async function checkoutPage(api: Api, owner: Person, requested: object): Promise<string> {
  const body = { successUrl: SUCCESS_URL, cancelUrl: CANCEL_URL, ...requested };
  const response = await api.portal('POST', '/api/billing/checkout-session', owner, body);
  if (response.status !== 200) throw new Error((await problemOf(response)).detail);
  const { url }: { url: string } = JSON.parse(await response.text());
  return url;
}
