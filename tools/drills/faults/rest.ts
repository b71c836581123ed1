/** Waits until the service is idle, and names the work that prevents it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Database } from '#store/database/database.ts';
import { SCHEDULES } from '#temporal/schedules.ts';

/** Periodic workflows repair the effects of a crash between two systems. The slowest run every few minutes. */
const PATIENCE_MS = 300_000;
const LOOK_EVERY_MS = 500;
const SWEEP_EVERY_MS = 6_000;
const SWEEPS = SCHEDULES.map(({ id }) => id).filter((id) => /-(sweep|meter|reaper)$/.test(id));
/** The workflow of an export lives as long as its archive. The table records the end of the writing. */
const LASTING = new Set<string>([...SCHEDULES.map(({ workflow }) => workflow), 'dataExport']);

/** The amount of work in progress, by kind. */
const UNDER_WAY = {
  'submissions without an end': 'select count(*)::int as n from submission where completed_at is null',
  'units reserved': `select count(*)::int as n from quota_entry where state = 'reserved'`,
  'units to be told to the provider': `select count(*)::int as n from quota_entry where metering = 'due'`,
  'deliveries pending': `select count(*)::int as n from webhook_delivery where status = 'pending'`,
  'batches without a notice': 'select count(*)::int as n from batch where settling',
  'mails waiting': 'select count(*)::int as n from mail',
  'exports pending': `select count(*)::int as n from data_export where status = 'pending'`,
  'payment events not applied': 'select count(*)::int as n from payment_event where applied_at is null',
} as const;

/**
 * Work that may wait longer: the units of a comparison whose API was killed return after ten minutes. No comparison
 * runs now, so they may return at once.
 */
const ABANDONED_COMPARISONS = `update quota_entry set created_at = created_at - interval '11 minutes'
  where kind = 'comparison' and state = 'reserved' and created_at > now() - interval '10 minutes'`;
/** Unused claims end after an hour. */
const ABANDONED_CLAIMS = ['artifact_ref', 'original_ref'].map(
  (table) => `update ${table} set expires_at = expires_at - interval '2 hours' where expires_at <= now()`,
);
const CLAIMS_LEFT = `select ((select count(*) from artifact_ref where expires_at <= now())
  + (select count(*) from original_ref where expires_at <= now()))::int as n`;

export interface Rest {
  /** The duration in milliseconds. */
  readonly afterMs: number;
  /** The remaining work; empty if all has ended. */
  readonly stuck: readonly string[];
}

export async function comeToRest(database: Database, client: Client): Promise<Rest> {
  const startedAt = performance.now();
  let sweptAt = -Infinity;
  for (;;) {
    const stuck = await underWay(database, client).catch((error: unknown) => [String(error)]);
    const afterMs = performance.now() - startedAt;
    if (stuck.length === 0 || afterMs > PATIENCE_MS) return { afterMs, stuck };
    if (performance.now() - sweptAt > SWEEP_EVERY_MS) {
      sweptAt = performance.now();
      await sweep(database, client).catch(() => undefined);
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Ends unused claims with their objects, as an hour of waiting would. */
export async function endAbandonedClaims(database: Database, client: Client): Promise<number> {
  for (const statement of ABANDONED_CLAIMS) await database.system().execute(statement);
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const left = await countOf(database, CLAIMS_LEFT);
    if (left === 0 || performance.now() > until) return left;
    await client.schedule.getHandle('sched-retention').trigger();
    await sleep(2 * LOOK_EVERY_MS);
  }
}

async function underWay(database: Database, client: Client): Promise<string[]> {
  const found: string[] = [];
  for (const [what, statement] of Object.entries(UNDER_WAY)) {
    const count = await countOf(database, statement);
    if (count > 0) found.push(`${count} ${what}`);
  }
  for await (const { type, workflowId } of client.workflow.list({ query: `ExecutionStatus = 'Running'` })) {
    if (!LASTING.has(type) && !type.startsWith('temporal-sys-')) found.push(`workflow ${workflowId}`);
  }
  return found;
}

async function sweep(database: Database, client: Client): Promise<void> {
  await database.system().execute(ABANDONED_COMPARISONS);
  for (const id of SWEEPS) await client.schedule.getHandle(id).trigger();
}

async function countOf(database: Database, statement: string): Promise<number> {
  const [row] = await database.system().execute<{ n: number }[]>(statement);
  return row?.n ?? 0;
}
