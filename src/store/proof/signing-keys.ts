/**
 * The public halves of all signing keys of the service. Retired keys stay published, because their signatures stay
 * valid. Only workers have the private key.
 */
import { defineEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PublicJwk } from '#domain/attestation.ts';
import type { Database } from '#store/database/database.ts';

const p = defineEntity.properties;

export const SigningKeyEntity = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_key',
  properties: {
    kid: p.text().primary(),
    publicJwk: p.json<PublicJwk>().columnType('json'),
    createdAt: p.datetime(),
    /** Null while workers sign with it. */
    retiredAt: p.datetime().nullable(),
  },
});

export interface PublishedKey {
  readonly publicJwk: PublicJwk;
  /** A worker announces its key before its first signature. */
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
}

export function signingKeyStore(db: Database) {
  return {
    /** A worker calls this before its first signature: this key becomes current, and the others are retired. */
    announce: (publicJwk: PublicJwk): Promise<void> =>
      db.system().transactional(async (em) => {
        const { kid } = publicJwk;
        await oneAtATime(em);
        const now = new Date();
        await em.nativeUpdate(SigningKeyEntity, { kid: { $ne: kid }, retiredAt: null }, { retiredAt: now });
        await em.upsert(
          SigningKeyEntity,
          { kid, publicJwk, createdAt: now, retiredAt: null },
          { onConflictFields: ['kid'], onConflictMergeFields: ['retiredAt'] },
        );
      }),

    /** The current key first, then from the newest to the oldest. */
    async list(): Promise<PublishedKey[]> {
      const rows = await db.system().find(SigningKeyEntity, {}, { orderBy: { createdAt: 'desc', kid: 'asc' } });
      const keys = rows.map(({ publicJwk, createdAt, retiredAt }) => ({
        publicJwk,
        createdAt,
        retiredAt: retiredAt ?? null,
      }));
      return keys.toSorted((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null));
    },
  };
}

/** Workers of a rollout start together, some with the old key: each must see what the one before it has done. */
async function oneAtATime(em: EntityManager): Promise<void> {
  await em.execute(`lock table "signing_key" in share row exclusive mode`);
}
