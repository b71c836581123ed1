/**
 * Whether the counters of the running periods are what the ledger says. Both are changed in the same transactions, so that they
 * differ only after somebody has changed rows by hand, or restored a part of them.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '#store/database/database.ts';

/** Not those of documents that were no use: nothing of the ledger tells one that failed from one that was rejected. */
const COUNTERS = ['used', 'reserved', 'succeeded'] as const;
type Counters = Readonly<Record<(typeof COUNTERS)[number], number>>;

export interface UsageDifference {
  readonly organizationId: string;
  readonly startsAt: Date;
  readonly counted: Counters;
  /** By the entries of the ledger, which stay when the documents that they are of have outlived their retention. */
  readonly entered: Counters;
}

interface Period {
  readonly organizationId: string;
  readonly startsAt: Date;
}

const PAGE = 500;
const RUNNING = `select organization_id as "organizationId", starts_at as "startsAt" from usage_period
  where ends_at > now() and (organization_id, starts_at) > (?, ?) order by organization_id, starts_at limit ${PAGE}`;
/** What changes the counters waits, and then adds to what stands here. */
const COUNTED = `select ${COUNTERS.join(', ')} from usage_period where organization_id = ? and starts_at = ? for update`;
const ENTERED = `select coalesce(sum(units) filter (where state = 'used'), 0)::int as used,
    coalesce(sum(units) filter (where state = 'reserved'), 0)::int as reserved,
    count(*) filter (where state = 'used' and kind = 'submission')::int as succeeded
  from quota_entry where organization_id = ? and period_starts_at = ?`;

/** Period after period. With `mend` the counters become what the ledger says. */
export async function* auditUsage(db: Database, { mend }: { readonly mend: boolean }): AsyncGenerator<UsageDifference> {
  for (let after: Period = { organizationId: '00000000-0000-0000-0000-000000000000', startsAt: new Date(0) }; ;) {
    const periods = await db.system().execute<Period[]>(RUNNING, [after.organizationId, after.startsAt]);
    for (const period of periods) {
      const difference = await db.system().transactional((em) => compare(em, period, mend));
      if (difference !== null) yield difference;
    }
    const last = periods.at(-1);
    if (last === undefined || periods.length < PAGE) return;
    after = last;
  }
}

async function compare(em: EntityManager, period: Period, mend: boolean): Promise<UsageDifference | null> {
  const { organizationId, startsAt } = period;
  const where = [organizationId, startsAt];
  const [counted] = await em.execute<Counters[]>(COUNTED, where);
  // A statement of its own, which sees what was committed while the first one waited.
  const [entered] = await em.execute<Counters[]>(ENTERED, where);
  if (counted === undefined || entered === undefined) return null;
  if (COUNTERS.every((counter) => counted[counter] === entered[counter])) return null;
  if (mend) {
    const sets = COUNTERS.map((counter) => `${counter} = ?`).join(', ');
    const values = COUNTERS.map((counter) => entered[counter]);
    await em.execute(`update usage_period set ${sets} where organization_id = ? and starts_at = ?`, [
      ...values,
      ...where,
    ]);
  }
  return { organizationId, startsAt, counted, entered };
}
