/**
 * Compares the counters of the running periods with the ledger. The same transactions change both, so they differ only
 * after a manual change or a partial restore.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '#store/database/database.ts';

/** Counters of unsuccessful documents are absent, because the ledger does not distinguish failures from rejections. */
const COUNTERS = ['used', 'reserved', 'succeeded'] as const;
type Counters = Readonly<Record<(typeof COUNTERS)[number], number>>;

export interface UsageDifference {
  readonly organizationId: string;
  readonly startsAt: Date;
  readonly counted: Counters;
  /** The sums of the ledger's entries, which outlive their documents. */
  readonly entered: Counters;
}

interface Period {
  readonly organizationId: string;
  readonly startsAt: Date;
}

const PAGE = 500;
const RUNNING = `select organization_id as "organizationId", starts_at as "startsAt" from usage_period
  where ends_at > now() and (organization_id, starts_at) > (?, ?) order by organization_id, starts_at limit ${PAGE}`;
/** The lock makes concurrent changes wait, so that they add to this result. */
const COUNTED = `select ${COUNTERS.join(', ')} from usage_period where organization_id = ? and starts_at = ? for update`;
const ENTERED = `select coalesce(sum(units) filter (where state = 'used'), 0)::int as used,
    coalesce(sum(units) filter (where state = 'reserved'), 0)::int as reserved,
    count(*) filter (where state = 'used' and kind = 'submission')::int as succeeded
  from quota_entry where organization_id = ? and period_starts_at = ?`;

/** Reads one period after the other. With `mend` it sets the counters to the sums of the ledger. */
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
  // A separate statement sees the commits during the wait of the first one.
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
