/** Organizations that a tool makes in the database of a service, with a signed-in owner. */
import { randomUUID } from 'node:crypto';
import type { ApiKeyScope } from '#domain/accounts/permissions.ts';
import type { PlanTier } from '#domain/billing/plan.ts';
import { memberStore } from '#store/accounts/members.ts';
import { sessionStore } from '#store/accounts/sessions.ts';
import type { Database } from '#store/database/database.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { organizationStore } from '#store/organizations/organizations.ts';

export interface NewOrganization {
  readonly name: string;
  readonly planTier: PlanTier;
  readonly scopes: readonly ApiKeyScope[];
}

export interface Organization {
  readonly organizationId: string;
  readonly memberId: string;
  readonly sessionId: string;
  readonly refreshToken: string;
  readonly apiKey: string;
}

/** The limits of registration and sign-ins do not count these. */
export async function newOrganization(
  database: Database,
  { name, planTier, scopes }: NewOrganization,
): Promise<Organization> {
  const slug = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}`;
  const { id: organizationId } = await organizationStore(database).create({ name, slug, planTier });
  const owner = { email: `${slug}@tools.example`, password: randomUUID(), role: 'owner', emailVerified: true } as const;
  const { id: memberId } = await memberStore(database).create(organizationId, owner);
  const apiKey = await newApiKey(database, organizationId, name, scopes);
  const opened = { organizationId, memberId, userAgent: name };
  const { session, refreshToken } = await sessionStore(database).open(opened);
  return { organizationId, memberId, sessionId: session.id, refreshToken, apiKey };
}

export async function newApiKey(
  database: Database,
  organizationId: string,
  name: string,
  scopes: readonly ApiKeyScope[],
): Promise<string> {
  const key = { name, scopes: [...scopes], expiresAt: null };
  return (await apiKeyStore(database).create(organizationId, key)).fullKey;
}
