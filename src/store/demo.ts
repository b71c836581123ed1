/** The demo organization of a new installation: one tenant, one key, one owner. Their secrets are shown once. */
import { randomBytes } from 'node:crypto';
import { apiKeyStore } from './organizations/api-keys.ts';
import { memberStore } from './accounts/members.ts';
import { organizationStore } from './organizations/organizations.ts';
import type { Database } from './database/database.ts';

export interface DemoCredentials {
  readonly organizationId: string;
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
}

const SLUG = 'demo';
/** The address of the one member it begins with. */
export const DEMO_OWNER = 'owner@demo.example';

/**
 * Makes what is missing. `existing`, the answer of an earlier call, comes back unchanged while its key still works;
 * otherwise the organization gets a new key and its owner a new password: the old ones cannot be read back. One that was
 * deactivated keeps what it had.
 */
export async function seedDemo(db: Database, existing?: DemoCredentials): Promise<DemoCredentials> {
  if (existing && (await stillWorks(db, existing))) return existing;

  const organizations = organizationStore(db);
  const organization =
    (await organizations.findBySlug(SLUG)) ??
    (await organizations.create({ name: 'Demo', slug: SLUG, planTier: 'growth' }));
  // What a deactivated organization has is still to be read, by its owner; a key it cannot have any more.
  if (!organization.isActive) {
    const password = existing?.password ?? (await setOwner(db, organization.id));
    return { organizationId: organization.id, apiKey: existing?.apiKey ?? '', email: DEMO_OWNER, password };
  }
  const { fullKey } = await apiKeyStore(db).create(organization.id, {
    name: 'Demo key',
    scopes: ['normalize', 'read'],
    expiresAt: null,
  });
  const password = await setOwner(db, organization.id);
  return { organizationId: organization.id, apiKey: fullKey, email: DEMO_OWNER, password };
}

async function stillWorks(db: Database, { organizationId, apiKey }: DemoCredentials): Promise<boolean> {
  const found = await apiKeyStore(db).findByKey(apiKey);
  return found !== null && found.apiKey.isActive && found.organization.id === organizationId;
}

async function setOwner(db: Database, organizationId: string): Promise<string> {
  const members = memberStore(db);
  const password = randomBytes(18).toString('base64url');
  const owner = await members.findByEmail(DEMO_OWNER);
  if (owner) await members.setPassword(organizationId, owner.id, password);
  else await members.create(organizationId, { email: DEMO_OWNER, password, role: 'owner', emailVerified: true });
  return password;
}
