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
 * Creates the missing parts. `existing`, the answer of an earlier call, is returned unchanged while its key works.
 * Otherwise the organization gets a new key and its owner a new password, because the old ones are unreadable. A
 * deactivated organization stays unchanged.
 */
export async function seedDemo(db: Database, existing?: DemoCredentials): Promise<DemoCredentials> {
  if (existing && (await stillWorks(db, existing))) return existing;

  const organizations = organizationStore(db);
  const organization =
    (await organizations.findBySlug(SLUG)) ??
    (await organizations.create({ name: 'Demo', slug: SLUG, planTier: 'growth' }));
  // The owner of a deactivated organization can still read it, but it can have no key.
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
