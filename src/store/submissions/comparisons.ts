/**
 * Comparisons leave nothing behind but what they cost: units reserved while one is made, used when it was delivered.
 */
import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { claimKey, type IdempotentUse, releaseKey } from './idempotency.ts';
import { requireActive } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { organizationLock } from './concurrency-slots.ts';
import { type Quota, QuotaEntryEntity, quotaOf, reserveQuota, settleUnits } from '#store/billing/quota.ts';

export interface AcceptedComparison {
  /** An earlier request with this idempotency key was accepted before: the units are its own. */
  readonly replayed: boolean;
  readonly quota: Quota;
}

interface Comparison {
  readonly id: string;
  readonly units: number;
}

export type ComparisonStore = ReturnType<typeof comparisonStore>;

/** This is far beyond the minute that a comparison may take. */
const ABANDONED_AFTER_MS = 10 * 60_000;
const PAGE = 100;

export function comparisonStore(db: Database) {
  const locked = organizationLock(db);
  /** Returns the units of an uncharged comparison, and frees its key. */
  const giveBack = (organizationId: string, id: string): Promise<void> =>
    locked(organizationId, async (em) => {
      if ((await stateOf(em, id)) !== 'reserved') return;
      await settleUnits(em, id, 'released');
      await releaseKey(em, id);
    });
  return {
    giveBack,

    /** Reserves the units. A known key compares again, because no report is stored. */
    accept: (
      organizationId: string,
      { id, units }: Comparison,
      idempotent: IdempotentUse | null,
    ): Promise<AcceptedComparison> =>
      locked(organizationId, async (em, organization) => {
        requireActive(organization);
        const earlier = idempotent && (await claimKey(em, organizationId, idempotent, id));
        if (earlier !== null) return { replayed: true, quota: await quotaOf(em, organization) };
        return { replayed: false, quota: await reserveQuota(em, organization, { id, kind: 'comparison', units }) };
      }),

    /**
     * Uses the units before the report is delivered, once for a key among all its requests. If an earlier request
     * returned them, it reserves them again, and throws `quota_exceeded` when none are left.
     */
    charge: (organizationId: string, { id, units }: Comparison, idempotent: IdempotentUse | null): Promise<void> =>
      locked(organizationId, async (em, organization) => {
        const anew = randomUUID();
        const charged = idempotent === null ? id : ((await claimKey(em, organizationId, idempotent, anew)) ?? anew);
        const state = await stateOf(em, charged);
        if (state === 'used') return;
        if (state === 'reserved') return settleUnits(em, charged, 'used');
        requireActive(organization);
        await reserveQuota(em, organization, { id: anew, kind: 'comparison', units });
        await settleUnits(em, anew, 'used');
      }),

    /** Returns the units of killed processes, and their number. */
    async endAbandoned(): Promise<number> {
      const before = new Date(Date.now() - ABANDONED_AFTER_MS);
      const abandoned = { kind: 'comparison', state: 'reserved', createdAt: { $lt: before } } as const;
      const entries = await db.system().find(QuotaEntryEntity, abandoned, { limit: PAGE });
      for (const { organizationId, id } of entries) await giveBack(organizationId, id);
      return entries.length;
    },
  };
}

/** Null where nothing was reserved. It changes beside the manager, by statements. */
async function stateOf(em: EntityManager, id: string) {
  const entry = await em.findOne(QuotaEntryEntity, { id }, { disableIdentityMap: true });
  return entry?.state ?? null;
}
