/**
 * An organization to be fuzzed: its owner is signed in without a password, as the limit of sign-ins is for strangers.
 */
import { API_KEY_SCOPES } from '#domain/accounts/permissions.ts';
import type { Database } from '#store/database/database.ts';
import { newOrganization } from '#tools/organizations.ts';

export interface Credentials {
  readonly apiKey: string;
  /** For fifteen minutes. */
  readonly accessToken: string;
}

export async function newOwner(database: Database, baseUrl: string): Promise<Credentials> {
  const wanted = { name: 'Fuzz', planTier: 'growth', scopes: API_KEY_SCOPES } as const;
  const { apiKey, refreshToken } = await newOrganization(database, wanted);
  return { apiKey, accessToken: await accessTokenOf(refreshToken, baseUrl) };
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
