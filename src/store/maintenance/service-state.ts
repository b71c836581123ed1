/** Gauges of the whole service, without any organization, from one statement that uses only indexes. */
import type { Database } from '#store/database/database.ts';

/** Counts, and ages in seconds: 0 where there is nothing. */
export interface ServiceState {
  readonly oldestPendingSeconds: number;
  readonly submissionsUnderWay: number;
  readonly webhookBacklog: number;
  readonly webhookOldestDueSeconds: number;
  readonly mailOldestSeconds: number;
  readonly deletionOverdueSeconds: number;
  readonly erasureOldestSeconds: number;
  readonly usageUntoldSeconds: number;
  readonly workersLive: number;
  readonly signingKeyAgeSeconds: number;
}

export type ServiceStates = ReturnType<typeof serviceState>;

const age = (since: string): string => `coalesce(extract(epoch from now() - ${since}), 0)::float8`;

/** A document without a slot waits for its own organization. A document with a slot waits for the service. */
const STATEMENT = `
  select
    (select ${age('min(granted_at)')} from submission where completed_at is null and status = 'PENDING')
      as "oldestPendingSeconds",
    (select count(*)::int from submission where completed_at is null) as "submissionsUnderWay",
    webhook.*,
    (select ${age('min(created_at)')} from mail) as "mailOldestSeconds",
    (select ${age('min(cancellable_until)')} from account_deletion
      where status in ('pending', 'executing') and cancellable_until < now()) as "deletionOverdueSeconds",
    (select ${age('min(requested_at)')} from erasure where status = 'scheduled') as "erasureOldestSeconds",
    (select ${age('min(q.settled_at)')} from quota_entry q join organization o on o.id = q.organization_id
      where q.metering = 'due' and o.payment_customer_id is not null) as "usageUntoldSeconds",
    (select count(*)::int from worker_heartbeat where seen_at > now() - interval '30 seconds') as "workersLive",
    (select ${age('max(created_at)')} from signing_key where retired_at is null) as "signingKeyAgeSeconds"
  from (
    select count(*)::int as "webhookBacklog", ${age('min(due_at)')} as "webhookOldestDueSeconds"
    from webhook_delivery where status = 'pending' and due_at < now()
  ) webhook`;

export function serviceState(db: Database) {
  return {
    async find(): Promise<ServiceState> {
      const [state] = await db.system().execute<ServiceState[]>(STATEMENT);
      if (state === undefined) throw new Error('PostgreSQL answered no row.');
      return state;
    },
  };
}
