/**
 * An organization to be fuzzed: its owner is signed in without a password, as the limit of sign-ins is for strangers.
 */
import { randomUUID } from 'node:crypto';
import { API_KEY_SCOPES } from '#domain/accounts/permissions.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { memberStore } from '#store/accounts/members.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { sessionStore } from '#store/accounts/sessions.ts';

export interface Credentials {
  readonly apiKey: string;
  /** For fifteen minutes. */
  readonly accessToken: string;
}

export async function newOwner(database: Database, baseUrl: string): Promise<Credentials> {
  const slug = `fuzz-${randomUUID().slice(0, 8)}`;
  const { id } = await organizationStore(database).create({ name: 'Fuzz', slug, planTier: 'growth' });
  const person = { email: `${slug}@fuzz.example`, password: randomUUID(), role: 'owner', emailVerified: true } as const;
  const owner = await memberStore(database).create(id, person);
  const key = { name: 'Fuzz', scopes: [...API_KEY_SCOPES], expiresAt: null };
  const { fullKey } = await apiKeyStore(database).create(id, key);
  const wishes = { organizationId: id, memberId: owner.id, userAgent: 'npm run fuzz' };
  const { refreshToken } = await sessionStore(database).open(wishes);
  return { apiKey: fullKey, accessToken: await accessTokenOf(refreshToken, baseUrl) };
}

async function accessTokenOf(refreshToken: string, baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  const body: { access_token: string } = JSON.parse(await response.text());
  return body.access_token;
}
