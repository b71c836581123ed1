/**
 * Idempotency keys: one row for 24 hours from the first use of a key by an organization at an endpoint. The key itself,
 * which may be a name of the customer's, is not kept.
 */
import { createHash } from 'node:crypto';
import { defineEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ServiceError } from '#domain/problem-codes.ts';
import { removeExpired } from '#store/database/row-pages.ts';
import type { Database } from '#store/database/database.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const IdempotencyEntity = defineEntity({
  name: 'Idempotency',
  tableName: 'idempotency',
  policies: ownRows('idempotency_tenant', 'organization_id'),
  indexes: [
    { name: 'idempotency_expired', properties: ['expiresAt'] },
    { name: 'idempotency_subject', properties: ['subjectId'] },
  ],
  properties: {
    organizationId: p.uuid().primary(),
    endpoint: p.text().primary(),
    keySha256: p.text().primary(),
    /** A hash of everything that the answer depends on. The same key with another hash is a mistake of the caller. */
    fingerprint: p.text(),
    /** The submission, or the comparison, the first use made. */
    subjectId: p.uuid(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

export interface IdempotentUse {
  readonly endpoint: 'normalize' | 'compare';
  readonly key: string;
  readonly fingerprint: string;
}

const LIFE_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the earlier result of the key; null for its first use, after which it stands for `subjectId`. Runs in a
 * transaction that holds the organization's lock, so that the second of two concurrent uses sees the first.
 */
export async function claimKey(
  em: EntityManager,
  organizationId: string,
  { endpoint, key, fingerprint }: IdempotentUse,
  subjectId: string,
): Promise<string | null> {
  const now = new Date();
  const id = { organizationId, endpoint, keySha256: sha256(key) };
  const living = { ...id, expiresAt: { $gt: now } };
  // The entity is not managed: the manager must not mistake a replaced row for the new one.
  const known = await em.findOne(IdempotencyEntity, living, { disableIdentityMap: true });
  if (known) {
    if (known.fingerprint !== fingerprint) throw reused();
    return known.subjectId;
  }
  await em.nativeDelete(IdempotencyEntity, id);
  em.create(IdempotencyEntity, {
    ...id,
    fingerprint,
    subjectId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFE_MS),
  });
  return null;
}

/** Looks without a lock: whether a first use is still possible only `claimKey` can say. */
export async function isKeyKnown(
  em: EntityManager,
  organizationId: string,
  { endpoint, key }: IdempotentUse,
): Promise<boolean> {
  const id = { organizationId, endpoint, keySha256: sha256(key) };
  return (await em.count(IdempotencyEntity, { ...id, expiresAt: { $gt: new Date() } })) > 0;
}

/** The next use of the key is a first one again. */
export async function releaseKey(em: EntityManager, subjectId: string): Promise<void> {
  await em.nativeDelete(IdempotencyEntity, { subjectId });
}

/** Removes keys whose day is over; they are not looked at any more either way. */
export async function sweepKeys(db: Database): Promise<number> {
  return removeExpired(db, 'idempotency', 'expires_at <= ?', [new Date()]);
}

function reused(): ServiceError {
  return new ServiceError(
    'idempotency_key_reused',
    'This idempotency key was used with another file or other options.',
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
