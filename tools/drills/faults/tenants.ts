/** The organizations under load: with and without a subscription, with and without webhook endpoints, and one of plan Free. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_KEY_SCOPES } from '#domain/accounts/permissions.ts';
import type { PlanTier } from '#domain/billing/plan.ts';
import type { EventType } from '#domain/webhooks/deliveries.ts';
import { accessTokens } from '#src/keys/access-token.ts';
import { readSigningKey } from '#src/keys/signing-key.ts';
import type { Database } from '#store/database/database.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { newOrganization } from '#tools/organizations.ts';
import { type Call, call, jsonOf, type Report } from './caller.ts';
import { type Installation, PORTAL } from './installation.ts';

export interface Tenant {
  readonly name: 'subscriber' | 'growth' | 'free';
  readonly organizationId: string;
  readonly apiKey: string;
  /** An access token of the owner after a new sign-in, valid for minutes. */
  token(): Promise<string>;
}

export interface Tenants {
  readonly subscriber: Tenant;
  readonly growth: Tenant;
  readonly free: Tenant;
}

/** The return addresses of the provider's pages. */
export const RETURN_URLS = { successUrl: `${PORTAL}/paid`, cancelUrl: `${PORTAL}/cancelled` };

/** Every version of the service knows these, also one that an upgrade begins with. */
const EVENTS = [
  'normalization.success',
  'normalization.failure',
  'normalization.rejected',
] as const satisfies readonly EventType[];

/** The subscriber pays on the provider's page, and `growth` has an endpoint at `receiverUrl`. */
export async function newTenants(
  installation: Installation,
  database: Database,
  receiverUrl: string,
): Promise<Tenants> {
  const tenant = (name: Tenant['name'], planTier: PlanTier) => newTenant(installation, database, name, planTier);
  const tenants = {
    subscriber: await tenant('subscriber', 'free'),
    growth: await tenant('growth', 'growth'),
    free: await tenant('free', 'free'),
  };
  const { url } = installation;
  await post(url, '/api/portal/webhooks', tenants.growth, { url: receiverUrl, events: EVENTS });
  const requested = { tier: 'pro', interval: 'month', ...RETURN_URLS };
  const checkout = await post(url, '/api/billing/checkout-session', tenants.subscriber, requested);
  await fetch(String(checkout['url']), {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay' }),
    redirect: 'manual',
  });
  const { organizationId: id } = tenants.subscriber;
  while ((await database.system().findOne(OrganizationEntity, { id }))?.planTier !== 'pro') await sleep(200);
  return tenants;
}

export async function newTenant(
  installation: Installation,
  database: Database,
  name: Tenant['name'],
  planTier: PlanTier,
): Promise<Tenant> {
  const tokens = accessTokens(readSigningKey(installation.accessTokenKey, { production: false }), installation.url);
  const made = await newOrganization(database, { name, planTier, scopes: API_KEY_SCOPES });
  const { organizationId, memberId, sessionId, apiKey } = made;
  const token = () => tokens.mint({ organizationId, memberId, sessionId, authTime: new Date() });
  return { name, organizationId, apiKey, token };
}

async function post(url: string, path: string, tenant: Tenant, body: object): Promise<Record<string, unknown>> {
  const answer = await call(url, await portalCall(tenant, path, body), fail);
  if (answer === null || answer.status >= 300) throw new Error(`${path} answered ${answer?.body.toString()}`);
  return jsonOf(answer);
}

const fail: Report = (finding) => {
  throw new Error(finding);
};

/** Calls as the owner of the organization, with a JSON body. */
export async function portalCall(tenant: Tenant, path: string, body?: object): Promise<Call> {
  const headers = {
    Authorization: `Bearer ${await tenant.token()}`,
    ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
  };
  return body ? { method: 'POST', path, headers, body: () => JSON.stringify(body) } : { path, headers };
}
