/**
 * How often a key has met hashes that another organization holds: "403, not yours" confirms that somebody has that very
 * document, and must not be asked of thousands of hashes.
 */
import { defineEntity } from '@mikro-orm/core';
import type { Database } from './orm.ts';

const p = defineEntity.properties;

export const ForeignHitEntity = defineEntity({
  name: 'ForeignHit',
  tableName: 'foreign_hit',
  properties: {
    apiKeyId: p.uuid().primary(),
    /** The full hour of the hit. */
    hour: p.datetime().primary(),
    sha256: p.text().primary(),
  },
});

export interface ForeignHitStore {
  /** Distinct hashes of this hour. */
  count(apiKeyId: string): Promise<number>;
  record(apiKeyId: string, sha256: string): Promise<void>;
}

export function foreignHitStore(db: Database): ForeignHitStore {
  return {
    count: (apiKeyId) => db.system().count(ForeignHitEntity, { apiKeyId, hour: thisHour() }),
    async record(apiKeyId, sha256) {
      await db
        .system()
        .upsert(
          ForeignHitEntity,
          { apiKeyId, hour: thisHour(), sha256 },
          { onConflictFields: ['apiKeyId', 'hour', 'sha256'], onConflictAction: 'ignore' },
        );
    },
  };
}

const HOUR_MS = 60 * 60 * 1000;

function thisHour(): Date {
  return new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
}

/** Those of earlier hours count no more. */
export async function sweepForeignHits(db: Database): Promise<number> {
  return db.system().nativeDelete(ForeignHitEntity, { hour: { $lt: thisHour() } });
}
