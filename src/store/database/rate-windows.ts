/**
 * Fixed windows in which something is counted, by the database's clock, for all processes together. Whom it is counted
 * for lies in the table as a hash, and no longer than its window.
 */
import { createHash } from 'node:crypto';
import { defineEntity } from '@mikro-orm/core';
import type { Database } from './database.ts';

const p = defineEntity.properties;

export const RateWindowEntity = defineEntity({
  name: 'RateWindow',
  tableName: 'rate_window',
  indexes: [{ name: 'rate_window_reset', properties: ['resetsAt'] }],
  properties: {
    key: p.text().primary(),
    count: p.integer(),
    resetsAt: p.datetime(),
  },
});

export interface RateWindow {
  /** The count with this call. */
  readonly count: number;
  readonly resetsInSeconds: number;
}

export type RateWindows = ReturnType<typeof rateWindows>;

const COUNT = `
  insert into rate_window (key, count, resets_at) values (?, 1, now() + make_interval(secs => ?))
  on conflict (key) do update set
    count = case when rate_window.resets_at <= now() then 1 else rate_window.count + 1 end,
    resets_at = case when rate_window.resets_at <= now() then excluded.resets_at else rate_window.resets_at end
  returning count, greatest(1, ceil(extract(epoch from resets_at - now())))::int as "resetsInSeconds"`;

/** More than one new window brings, so that the table never grows for long; rows that others hold are left to them. */
const CLEAR = `
  delete from rate_window where key in (
    select key from rate_window where resets_at <= now() order by resets_at limit 10 for update skip locked)`;

export function rateWindows(db: Database) {
  return {
    /** Counts one more; the first one opens a window of this length. */
    async count(policy: string, subject: string, windowSeconds: number): Promise<RateWindow> {
      const em = db.system();
      const [window] = await em.execute<RateWindow[]>(COUNT, [keyOf(policy, subject), windowSeconds]);
      if (!window) throw new Error('The count is not there.');
      if (window.count === 1) await em.execute(CLEAR);
      return window;
    },

    async forget(policy: string, subject: string): Promise<void> {
      await db.system().nativeDelete(RateWindowEntity, { key: keyOf(policy, subject) });
    },
  };
}

function keyOf(policy: string, subject: string): string {
  return createHash('sha256').update(`${policy} ${subject}`).digest('hex');
}
