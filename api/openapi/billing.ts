/** Billing: how an organization stands, the payment provider's pages, and the provider's events. */
import { z } from 'zod';
import { CheckoutBody, PortalSessionBody } from '#api/billing/billing.ts';
import type { Operation } from './operation.ts';
import { BillingInfo, PageAddress, Received } from './schemas.ts';

const tag = 'Billing';
const page = { 'application/json': PageAddress };
const BODY_PROBLEMS = ['unsupported_media_type', 'body_too_large', 'upload_stalled'] as const;

export const BILLING: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/billing/info',
    id: 'getBillingInfo',
    tag,
    summary: 'Plan, usage and subscription',
    scopes: null,
    action: 'billing.read',
    answers: [{ status: 200, description: 'As it is now.', content: { 'application/json': BillingInfo } }],
  },
  {
    method: 'post',
    path: '/api/billing/checkout-session',
    id: 'createCheckoutSession',
    tag,
    summary: 'A page to subscribe to a plan, or to change to another one',
    description:
      'Leads to the payment provider. The plan changes when the provider has told of the payment, moments after the return to `successUrl`.',
    scopes: null,
    action: 'billing.write',
    body: { 'application/json': CheckoutBody },
    answers: [{ status: 200, description: 'Where to send the browser.', content: page }],
    problems: ['payment_provider_error', ...BODY_PROBLEMS],
  },
  {
    method: 'post',
    path: '/api/billing/portal-session',
    id: 'createPortalSession',
    tag,
    summary: 'A page with invoices, means of payment, and the end of the subscription',
    scopes: null,
    action: 'billing.write',
    body: { 'application/json': PortalSessionBody },
    answers: [{ status: 200, description: 'Where to send the browser.', content: page }],
    problems: ['payment_provider_error', ...BODY_PROBLEMS],
  },
  {
    method: 'post',
    path: '/api/billing/webhook',
    id: 'receivePaymentEvent',
    tag,
    summary: 'For the payment provider: something has happened',
    description: 'Signed by the provider. Events may come twice and in any order.',
    scopes: null,
    headers: z.object({ 'Stripe-Signature': z.string().describe('Time and signature of the body.') }),
    body: { 'application/json': z.looseObject({}) },
    answers: [{ status: 200, description: 'Noted.', content: { 'application/json': Received } }],
    problems: ['invalid_signature', 'body_too_large', 'upload_stalled'],
  },
];
