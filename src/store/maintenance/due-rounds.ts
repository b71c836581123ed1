/**
 * Which rounds of maintenance have something to do, asked in one statement. A condition may be wider than what its round then
 * takes: a round that finds nothing costs little, and what no condition sees would never be done.
 */
import { LEDGER_DAYS } from '#store/billing/ledger-retention.ts';
import type { Database } from '#store/database/database.ts';

/** Rounds by the ids of their workflows. */
export type DueRound = keyof typeof CONDITIONS;

export type DueRounds = ReturnType<typeof dueRounds>;

const CONDITIONS = {
  'acceptance-sweep': `exists (select from idempotency where expires_at <= now())
    or exists (select from idempotent_answer where expires_at <= now())
    or exists (select from quota_entry where kind = 'comparison' and state = 'reserved'
      and created_at < now() - interval '10 minutes')`,
  'batch-sweep': `exists (select from batch where settling and ended_at < now() - interval '1 minute')`,
  'data-sweep': `exists (select from data_export where status = 'pending' and requested_at < now() - interval '15 seconds')
    or exists (select from data_export where status = 'completed' and expires_at < now())
    or exists (select from erasure where status = 'scheduled' and requested_at < now() - interval '15 seconds')
    or exists (select from account_deletion where status in ('pending', 'executing')
      and requested_at < now() - interval '15 seconds')
    or exists (select from deletion_tombstone where certificate is not null and certificate_until < now())`,
  'delivery-sweep': `exists (select from webhook_delivery where status = 'pending' and seen_at is null
      and due_at < now() - interval '15 seconds')
    or exists (select from webhook_delivery where status = 'pending' and seen_at < now() - interval '1 hour'
      and due_at < now() - interval '1 hour')
    or exists (select from webhook_event e where e.expires_at < now() and not exists (
      select from webhook_delivery d where d.event_id = e.id and d.status = 'pending'))`,
  'mail-sweep': `exists (select from mail where created_at < now() - interval '30 seconds')`,
  meter: `exists (select from quota_entry q join organization o on o.id = q.organization_id
      where q.metering = 'due' and o.payment_customer_id is not null)
    or exists (select from quota_entry where metering = 'due' and settled_at < now() - interval '34 days')`,
  'payment-sweep': `exists (select from payment_event where applied_at is null and received_at < now() - interval '1 minute')
    or exists (select from payment_event where applied_at < now() - interval '30 days')
    or exists (select from organization where not is_active and payment_subscription_id is not null)`,
  reaper: `exists (select from submission where completed_at is null and granted_at < now() - interval '1 minute')`,
  // Of periods the oldest: the planner takes the many old ones for kept ones, and would read them all in search of any.
  retention: `exists (select from artifact_ref where expires_at < now())
    or exists (select from original_ref where expires_at < now())
    or exists (select from report where expires_at < now())
    or exists (select from attestation where expires_at < now())
    or exists (select from submission where expires_at < now())
    or (select min(ends_at) from usage_period where ledger_kept) < now() - interval '${LEDGER_DAYS} days'
    or exists (select from foreign_hit where hour < now() - interval '1 hour')
    or exists (select from batch b where b.total = 0 and b.created_at < now() - interval '1 day')`,
  'start-sweep': `exists (select from submission where completed_at is null and granted_at is null)
    or exists (select from submission where status = 'PENDING' and not stateless
      and granted_at < now() - interval '15 seconds')
    or exists (select from submission s join organization o on o.id = s.organization_id
      where s.status = 'PENDING' and not o.is_active)`,
} as const;

const NAMES = Object.entries(CONDITIONS).map(([name, condition]) => `case when ${condition} then '${name}' end`);
const STATEMENT = `select name from unnest(array[${NAMES.join(', ')}]) as due(name) where name is not null`;

export function dueRounds(db: Database) {
  return {
    async find(): Promise<DueRound[]> {
      const rows = await db.system().execute<{ name: DueRound }[]>(STATEMENT);
      return rows.map(({ name }) => name);
    },
  };
}
