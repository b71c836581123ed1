/**
 * Whether the counters of the running periods are what the ledger says. Both are changed in the same transactions, so that they
 * differ only after somebody has changed rows by hand, or restored a part of them.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '#store/database/database.ts';

const COUNTERS = ['used', 'reserved', 'succeeded', 'failed', 'rejected'] as const;
type Counters = Readonly<Record<(typeof COUNTERS)[number], number>>;

export interface UsageDifference {
  readonly organizationId: string;
  readonly startsAt: Date;
  readonly counted: Counters;
  /** By the entries of the ledger, and the documents that they are of. */
  readonly entered: Counters;
}

interface Period {
  readonly organizationId: string;
  readonly startsAt: Date;
}

const PAGE = 500;
const RUNNING = `select organization_id as "organizationId", starts_at as "startsAt" from usage_period
  where ends_at > now() and organization_id > ? order by organization_id limit ${PAGE}`;
/** What changes the counters waits, and then adds to what stands here. */
const COUNTED = `select ${COUNTERS.join(', ')} from usage_period where organization_id = ? and starts_at = ? for update`;
const ENTERED = `select coalesce(sum(e.units) filter (where e.state = 'used'), 0)::int as used,
    coalesce(sum(e.units) filter (where e.state = 'reserved'), 0)::int as reserved,
    count(*) filter (where s.status = 'SUCCESS')::int as succeeded,
    count(*) filter (where s.status = 'FAILED')::int as failed,
    count(*) filter (where s.status = 'REJECTED')::int as rejected
  from quota_entry e left join submission s on s.id = e.id and e.kind = 'submission'
  where e.organization_id = ? and e.period_starts_at = ?`;

/** Period after period. With `mend` the counters become what the ledger says. */
export async function* auditUsage(db: Database, { mend }: { readonly mend: boolean }): AsyncGenerator<UsageDifference> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const periods = await db.system().execute<Period[]>(RUNNING, [after]);
    for (const period of periods) {
      const difference = await db.system().transactional((em) => compare(em, period, mend));
      if (difference !== null) yield difference;
    }
    const last = periods.at(-1);
    if (last === undefined || periods.length < PAGE) return;
    after = last.organizationId;
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
