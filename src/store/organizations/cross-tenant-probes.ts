/**
 * How often an organization has met hashes that another organization holds: "403, not yours" confirms that somebody has that very
 * document, and must not be asked of thousands of hashes.
 */
import { defineEntity } from '@mikro-orm/core';
import { removeExpired } from '#store/database/row-pages.ts';
import type { Database } from '#store/database/database.ts';
import { ownRows } from '#store/database/tenancy.ts';
import { HOUR_MS } from '#domain/duration.ts';

const p = defineEntity.properties;

export const CrossTenantProbeEntity = defineEntity({
  name: 'CrossTenantProbe',
  tableName: 'foreign_hit',
  policies: ownRows('foreign_hit_tenant', 'organization_id'),
  indexes: [{ name: 'foreign_hit_organization', properties: ['organizationId', 'hour'] }],
  properties: {
    /** A key or a member; the column is named by what alone could ask at first. */
    callerId: p.uuid().primary().name('api_key_id'),
    /** The full hour of the hit. */
    hour: p.datetime().primary(),
    sha256: p.text().primary(),
    organizationId: p.uuid(),
  },
});

const COUNT = `select count(distinct sha256)::int as count from foreign_hit where organization_id = ? and hour = ?`;

export function crossTenantProbeStore(db: Database) {
  return {
    /** Distinct hashes of this hour, of all callers of the organization together. */
    async count(organizationId: string): Promise<number> {
      const em = db.tenant(organizationId);
      const [found] = await em.execute<{ count: number }[]>(COUNT, [organizationId, thisHour()]);
      return found?.count ?? 0;
    },

    async record(organizationId: string, callerId: string, sha256: string): Promise<void> {
      const hit = { callerId, hour: thisHour(), sha256, organizationId };
      const em = db.tenant(organizationId);
      await em.upsert(CrossTenantProbeEntity, hit, {
        onConflictFields: ['callerId', 'hour', 'sha256'],
        onConflictAction: 'ignore',
      });
    },
  };
}

function thisHour(): Date {
  return new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
}

/** Removes the probes of earlier hours, which count no more. */
export async function sweepCrossTenantProbes(db: Database): Promise<number> {
  return removeExpired(db, 'foreign_hit', 'hour < ?', [thisHour()]);
}
