/** Documents by the day on which they ended: counters that outlive what they counted. */
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY_MS } from '#domain/duration.ts';
import type { Database } from '#store/database/database.ts';
import { executeUnread } from '#store/database/round-trips.ts';
import { ownRows } from '#store/database/tenancy.ts';
import type { SubmissionRow } from '#store/submissions/submission-row.ts';

const p = defineEntity.properties;

export const UsageDayEntity = defineEntity({
  name: 'UsageDay',
  tableName: 'usage_day',
  policies: ownRows('usage_day_tenant', 'organization_id'),
  properties: {
    organizationId: p.uuid().primary(),
    /** `2026-11-23`, in UTC. */
    day: p.date().primary(),
    succeeded: p.integer(),
    failed: p.integer(),
    rejected: p.integer(),
    /** The time of successful documents. */
    processingMs: p.bigint('number'),
    /** The size of all documents, and of the outputs of successful ones. */
    inputBytes: p.bigint('number'),
    outputBytes: p.bigint('number'),
  },
});

export type UsageOfDay = Omit<InferEntity<typeof UsageDayEntity>, 'organizationId'>;

export type DailyUsageStore = ReturnType<typeof dailyUsageStore>;

const NOTHING = { succeeded: 0, failed: 0, rejected: 0, processingMs: 0, inputBytes: 0, outputBytes: 0 };

export function dailyUsageStore(db: Database) {
  return {
    /** Every day from the first to the last, also those without documents. */
    async read(organizationId: string, first: string, last: string): Promise<UsageOfDay[]> {
      const between = { organizationId, day: { $gte: first, $lte: last } };
      const counted = await db.tenant(organizationId).find(UsageDayEntity, between);
      const byDay = new Map(counted.map((row) => [row.day, row]));
      return daysBetween(first, last).map((day) => ({ ...NOTHING, ...byDay.get(day), day }));
    },
  };
}

function daysBetween(first: string, last: string): string[] {
  const begin = Date.parse(first);
  const count = (Date.parse(last) - begin) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) => dayOf(new Date(begin + index * DAY_MS)));
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

const COUNTERS = ['succeeded', 'failed', 'rejected', 'processing_ms', 'input_bytes', 'output_bytes'];

const COUNT = `insert into "usage_day" as d ("organization_id", "day", ${COUNTERS.join(', ')})
  values (?, ?, ?, ?, ?, ?, ?, ?) on conflict ("organization_id", "day") do update set
  ${COUNTERS.map((counter) => `${counter} = d.${counter} + excluded.${counter}`).join(', ')}`;

/** Runs in the transaction that writes the end of the submission, and so once. */
export async function countOnDay(em: EntityManager, row: SubmissionRow, completedAt: Date): Promise<void> {
  const { organizationId, status, processingTimeMs, sizeBytes, report } = row;
  const is = (wanted: SubmissionRow['status']) => (status === wanted ? 1 : 0);
  const ends = [is('SUCCESS'), is('FAILED'), is('REJECTED'), is('SUCCESS') * (processingTimeMs ?? 0)];
  const bytes = [sizeBytes, report?.normalized?.sizeBytes ?? 0];
  await executeUnread(em, COUNT, [organizationId, dayOf(completedAt), ...ends, ...bytes]);
}
