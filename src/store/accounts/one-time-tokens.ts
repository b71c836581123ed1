/**
 * One-time tokens for links in mails and of `npm start`, and for requests of a second factor: 32 random bytes, of
 * which only the SHA-256 is stored. A member has at most one of each purpose, the newest, and its first use removes
 * it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Member } from './members.ts';
import { ownRows } from '#store/database/tenancy.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/duration.ts';

const p = defineEntity.properties;

const TOKEN_PURPOSES = [
  'verify-email',
  'reset-password',
  'second-factor',
  'reauthentication',
  'passkey-registration',
  'demo-ticket',
] as const;

export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];

export const OneTimeTokenEntity = defineEntity({
  name: 'OneTimeToken',
  tableName: 'one_time_token',
  policies: ownRows('one_time_token_tenant', 'organization_id'),
  properties: {
    memberId: p.uuid().primary(),
    purpose: p.enum(TOKEN_PURPOSES).primary(),
    organizationId: p.uuid(),
    sha256: p.text().unique('one_time_token_sha256_unique'),
    expiresAt: p.datetime(),
  },
});

export type OneTimeToken = InferEntity<typeof OneTimeTokenEntity>;

const LIFE_MS: Readonly<Record<TokenPurpose, number>> = {
  'verify-email': 24 * HOUR_MS,
  'reset-password': HOUR_MS / 2,
  'second-factor': 5 * MINUTE_MS,
  reauthentication: 5 * MINUTE_MS,
  'passkey-registration': 5 * MINUTE_MS,
  'demo-ticket': 10 * MINUTE_MS,
};
const TOKEN_BYTES = 32;

/** A token for a mail or a cookie, and its stored hash. */
export function newToken(): { readonly token: string; readonly sha256: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, sha256: hashOfToken(token) };
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Runs within a transaction; the token before it is worth nothing from then on. */
export async function issueToken(
  em: EntityManager,
  purpose: TokenPurpose,
  { id: memberId, organizationId }: Pick<Member, 'id' | 'organizationId'>,
): Promise<string> {
  const { token, sha256 } = newToken();
  const expiresAt = new Date(Date.now() + LIFE_MS[purpose]);
  await em.upsert(OneTimeTokenEntity, { memberId, purpose, organizationId, sha256, expiresAt });
  return token;
}

/** Answers null for one that is unknown, of another purpose, expired or used. */
export function findToken(em: EntityManager, purpose: TokenPurpose, token: string): Promise<OneTimeToken | null> {
  return em.findOne(OneTimeTokenEntity, { purpose, ...livingToken(token) });
}

/** Uses it up, within the transaction of what it is for: of any number of callers at once, one gets it. */
export async function redeemToken(
  em: EntityManager,
  purpose: TokenPurpose,
  token: string,
): Promise<OneTimeToken | null> {
  const found = await findToken(em, purpose, token);
  return found && (await em.nativeDelete(OneTimeTokenEntity, { purpose, ...livingToken(token) })) === 1 ? found : null;
}

/** The condition of a row that is found by its token, as long as that holds. */
export function livingToken(token: string) {
  return { sha256: hashOfToken(token), expiresAt: { $gt: new Date() } };
}
