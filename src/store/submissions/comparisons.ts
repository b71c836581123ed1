/**
 * Comparisons leave nothing behind but what they cost: units reserved while one is made, used when it was delivered.
 */
import { claimKey, type IdempotentUse, releaseKey } from './idempotency.ts';
import { activeOrganization } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { organizationLock } from './concurrency-slots.ts';
import { type Quota, QuotaEntryEntity, quotaOf, reserveQuota, settleUnits } from '#store/billing/quota.ts';

export interface AcceptedComparison {
  /** An earlier request with this idempotency key has paid. */
  readonly replayed: boolean;
  readonly quota: Quota;
}

export interface ComparisonStore {
  /** Reserves the units. With a key that is known the caller compares once more, since no report is kept, free. */
  accept(
    organizationId: string,
    comparison: { readonly id: string; readonly units: number },
    idempotent: IdempotentUse | null,
  ): Promise<AcceptedComparison>;
  /** Uses the units of a comparison whose report is delivered, or gives them back, and its key with them. */
  end(organizationId: string, id: string, delivered: boolean): Promise<void>;
  /** Ends what killed processes have left; answers how many. */
  endAbandoned(): Promise<number>;
}

/** This is far beyond the minute that a comparison may take. */
const ABANDONED_AFTER_MS = 10 * 60_000;
const PAGE = 100;

export function comparisonStore(db: Database): ComparisonStore {
  const locked = organizationLock(db);
  const end = (organizationId: string, id: string, delivered: boolean) =>
    locked(organizationId, async (em) => {
      await settleUnits(em, id, delivered ? 'used' : 'released');
      if (!delivered) await releaseKey(em, id);
    });
  return {
    end,

    accept: (organizationId, { id, units }, idempotent) =>
      locked(organizationId, async (em) => {
        const organization = await activeOrganization(em, organizationId);
        const earlier = idempotent && (await claimKey(em, organizationId, idempotent, id));
        if (earlier !== null) return { replayed: true, quota: await quotaOf(em, organization) };
        return { replayed: false, quota: await reserveQuota(em, organization, { id, kind: 'comparison', units }) };
      }),

    async endAbandoned() {
      const before = new Date(Date.now() - ABANDONED_AFTER_MS);
      const abandoned = { kind: 'comparison', state: 'reserved', createdAt: { $lt: before } } as const;
      const entries = await db.system().find(QuotaEntryEntity, abandoned, { limit: PAGE });
      for (const { organizationId, id } of entries) await end(organizationId, id, false);
      return entries.length;
    },
  };
}
