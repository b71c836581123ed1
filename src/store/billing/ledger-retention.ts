/**
 * Removes old entries of the ledger. The counters of the period bill a document and stay. An entry only names the
 * document of a unit, which matters while a bill can be disputed.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY_MS } from '#domain/duration.ts';
import type { Database } from '#store/database/database.ts';
import { deletePage } from '#store/database/row-pages.ts';

/** A year to look back at, and a month more, from the end of the period. */
export const LEDGER_DAYS = 400;

/** All units of a period are settled this long after its end. */
const SETTLED_DAYS = 30;

interface EndedPeriod {
  readonly organizationId: string;
  readonly startsAt: Date | string;
  readonly endsAt: Date | string;
}

const OLDEST = `select organization_id as "organizationId", starts_at as "startsAt", ends_at as "endsAt" from usage_period
  where ledger_kept and ends_at < ? order by ends_at limit 1 for update skip locked`;
const DONE = `update usage_period set ledger_kept = false where organization_id = ? and starts_at = ?`;

/**
 * Deletes up to `limit` entries of the oldest period whose ledger is kept too long.
 *
 * @returns how many rows it deleted or changed; 0 where there is nothing left to do
 */
export function endOldLedger(db: Database, limit: number): Promise<number> {
  return db.system().transactional(async (em) => {
    const [period] = await em.execute<EndedPeriod[]>(OLDEST, [new Date(Date.now() - LEDGER_DAYS * DAY_MS)]);
    if (period === undefined) return 0;
    const deleted = await deleteEntries(em, period, limit);
    if (deleted === limit) return deleted;
    await em.execute(DONE, [period.organizationId, period.startsAt]);
    return deleted + 1;
  });
}

/** The index is by organization and time of settling, so that the period's own start is compared after it. */
function deleteEntries(em: EntityManager, { organizationId, startsAt, endsAt }: EndedPeriod, limit: number) {
  const settledBefore = new Date(new Date(endsAt).getTime() + SETTLED_DAYS * DAY_MS);
  const condition = 'organization_id = ? and settled_at < ? and period_starts_at = ?';
  return deletePage(em, 'quota_entry', condition, [organizationId, settledBefore, startsAt], limit);
}
