/**
 * The first answer to each request with an idempotency key, for 24 hours. Answers may carry secrets, and hashes of
 * requests may be of passwords: both are sealed. The key itself, which may be a name of the customer's, is not kept.
 */
import { createHash } from 'node:crypto';
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Sealer } from '#src/keys/sealing.ts';
import type { Database } from './database.ts';
import { removeExpired } from './row-pages.ts';
import { ownRows } from './tenancy.ts';

const p = defineEntity.properties;

export const IdempotentAnswerEntity = defineEntity({
  name: 'IdempotentAnswer',
  tableName: 'idempotent_answer',
  policies: ownRows('idempotent_answer_tenant', 'organization_id'),
  indexes: [{ name: 'idempotent_answer_expired', properties: ['expiresAt'] }],
  properties: {
    organizationId: p.uuid().primary(),
    actor: p.text().primary(),
    operation: p.text().primary(),
    keySha256: p.text().primary(),
    /** The hash of the request, sealed: the same key with another request is a mistake of the caller. */
    request: p.text(),
    /** Sealed; null until the first request has its answer. */
    answer: p.text().nullable(),
    begunAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

/** One use of a key: by whom, and for which operation. */
export interface IdempotencyScope {
  readonly organizationId: string;
  /** The member or the API key that calls: nobody gets an answer that was another's. */
  readonly actor: string;
  readonly operation: string;
  readonly key: string;
}

export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Null for an answer without body. */
  readonly body: string | null;
}

/** The facts about a key. */
export interface KnownUse {
  readonly isSameRequest: boolean;
  readonly begunAt: Date;
  readonly answer: KeptAnswer | null;
}

export type IdempotentAnswers = ReturnType<typeof idempotentAnswers>;

const LIFE = `interval '24 hours'`;

/** One statement, so that of two uses at a time one waits for the other and then finds its row. */
const CLAIM = `
  insert into idempotent_answer as known
    (organization_id, actor, operation, key_sha256, request, begun_at, expires_at)
  values (?, ?, ?, ?, ?, now(), now() + ${LIFE})
  on conflict (organization_id, actor, operation, key_sha256) do update set
    request = excluded.request, answer = null, begun_at = excluded.begun_at, expires_at = excluded.expires_at
  where known.expires_at <= now()
  returning 1`;

export function idempotentAnswers(db: Database, sealer: Sealer) {
  const find = (scope: IdempotencyScope) =>
    db
      .tenant(scope.organizationId)
      .findOne(IdempotentAnswerEntity, { ...rowOf(scope), expiresAt: { $gt: new Date() } });
  return {
    /** Looks without claiming. */
    isKnown: async (scope: IdempotencyScope): Promise<boolean> => (await find(scope)) !== null,

    /** Null when this is the first use, which the key now stands for: of two at a time one gets null. */
    async claim(scope: IdempotencyScope, request: string): Promise<KnownUse | null> {
      const { organizationId, actor, operation, keySha256 } = rowOf(scope);
      const owner = ownerOf(scope);
      const sealed = sealer.seal(sha256(request), owner);
      const values = [organizationId, actor, operation, keySha256, sealed];
      for (;;) {
        const claimed = await db.tenant(organizationId).execute(CLAIM, values);
        if (claimed.length > 0) return null;
        const row = await find(scope);
        // It may have been released between the two.
        if (row) return knownUse(row, sha256(request), owner, sealer);
      }
    },

    async keep(scope: IdempotencyScope, answer: KeptAnswer): Promise<void> {
      const sealed = sealer.seal(Buffer.from(JSON.stringify(answer)), ownerOf(scope));
      await db.tenant(scope.organizationId).nativeUpdate(IdempotentAnswerEntity, rowOf(scope), { answer: sealed });
    },

    /** The next use is a first one again. */
    async release(scope: IdempotencyScope): Promise<void> {
      await db.tenant(scope.organizationId).nativeDelete(IdempotentAnswerEntity, rowOf(scope));
    },
  };
}

function knownUse(
  row: InferEntity<typeof IdempotentAnswerEntity>,
  request: Buffer,
  owner: string,
  sealer: Sealer,
): KnownUse {
  return {
    isSameRequest: sealer.open(row.request, owner).equals(request),
    begunAt: row.begunAt,
    answer: row.answer ? JSON.parse(sealer.open(row.answer, owner).toString()) : null,
  };
}

/** The answers that an organization has got so far; requests that are under way have none yet. */
export async function forgetAnswers(em: EntityManager, organizationId: string): Promise<void> {
  await em.nativeDelete(IdempotentAnswerEntity, { organizationId, answer: { $ne: null } });
}

/** Removes those whose day is over; they are not looked at any more either way. Answers how many. */
export function sweepAnswers(db: Database): Promise<number> {
  return removeExpired(db, 'idempotent_answer', 'expires_at <= ?', [new Date()]);
}

function rowOf({ organizationId, actor, operation, key }: IdempotencyScope) {
  return { organizationId, actor, operation, keySha256: sha256(key).toString('hex') };
}

/** An encrypted value can be decrypted only for the same purpose. */
function ownerOf(scope: IdempotencyScope): string {
  return Object.values(rowOf(scope)).join(' ');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
