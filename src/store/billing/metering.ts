/**
 * Usage to report to the payment provider: delivered units under a subscription. The entry of the ledger is the
 * outbox: it is due from the transaction that settles it (`quota.ts`).
 */
import type { Database } from '#store/database/database.ts';
import { QuotaEntryEntity } from './quota.ts';

export interface DueUsage {
  /** The submission's, or the comparison's. */
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly units: number;
  readonly settledAt: Date;
}

export type MeteringStore = ReturnType<typeof meteringStore>;

/** A row of the values, because PostgreSQL compares `(a, b) > (c, d)` along the index. */
const DUE = `select q."id", q."organization_id" as "organizationId", o."payment_customer_id" as "customerId",
    q."units", q."settled_at" as "settledAt"
  from "quota_entry" q join "organization" o on o."id" = q."organization_id"
  where q."metering" = 'due' and (q."settled_at", q."id") > (?::timestamptz, ?::uuid)
    and o."payment_customer_id" is not null and (?::uuid is null or q."organization_id" = ?::uuid)
  order by q."settled_at", q."id" limit ?`;

const EXPIRE = `with "expired" as (
    update "quota_entry" set "metering" = 'expired' where "metering" = 'due' and "settled_at" < ? returning "units")
  select coalesce(sum("units"), 0)::int as "units" from "expired"`;

const SUM = `select coalesce(sum("units"), 0)::int as "units" from "quota_entry"
  where "organization_id" = ? and "metering" = 'reported' and "settled_at" >= ? and "settled_at" < ?`;

const BEFORE_ALL = { settledAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

export function meteringStore(db: Database) {
  return {
    /** The next ones after the given one, the oldest first; of one organization, or of all. */
    async listDue(
      after: Pick<DueUsage, 'settledAt' | 'id'> | null,
      limit: number,
      organizationId?: string,
    ): Promise<DueUsage[]> {
      const { settledAt, id } = after ?? BEFORE_ALL;
      const of = organizationId ?? null;
      const rows = await db.system().execute<DueRow[]>(DUE, [settledAt, id, of, of, limit]);
      return rows.map((row) => ({ ...row, settledAt: new Date(row.settledAt) }));
    },

    async markReported(organizationId: string, id: string): Promise<void> {
      const due = { organizationId, id, metering: 'due' } as const;
      await db.system().nativeUpdate(QuotaEntryEntity, due, { metering: 'reported' });
    },

    /** Gives up older units, because the provider would refuse them. Returns their number. */
    async expire(olderThanMs: number): Promise<number> {
      const [expired] = await db.system().execute<Units[]>(EXPIRE, [new Date(Date.now() - olderThanMs)]);
      return expired?.units ?? 0;
    },

    /** Units that were delivered from one moment up to another, and told to the provider. */
    async reportedBetween(organizationId: string, from: Date, to: Date): Promise<number> {
      const [sum] = await db.system().execute<Units[]>(SUM, [organizationId, from, to]);
      return sum?.units ?? 0;
    },
  };
}

interface Units {
  readonly units: number;
}

/** Drivers give times as text or as dates. */
type DueRow = Omit<DueUsage, 'settledAt'> & { readonly settledAt: Date | string };
