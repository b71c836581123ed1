/**
 * Work of parsers for which nobody pays, by organization: one sum that loses half of itself after a while, so that all workers of all
 * hosts put the same organizations behind the others.
 */
import { HOUR_MS } from '#domain/duration.ts';
import { UNPAID_WORK_HALF_LIFE_MS } from '#domain/submission.ts';
import type { Database } from '#store/database/database.ts';

export type UnpaidWorkStore = ReturnType<typeof unpaidWorkStore>;

/** SQL of what is left of the work of an organization `o`. PostgreSQL refuses powers that are too small for a number. */
export const UNPAID_WORK_LEFT = `coalesce(o."unpaid_work_ms" * power(2,
  greatest(-100, extract(epoch from o."unpaid_work_at" - now()) * 1000 / ${UNPAID_WORK_HALF_LIFE_MS})), 0)`;

/** A whole hour of work that is older than this is less than two seconds. */
const FORGOTTEN_AFTER_MS = 2 * HOUR_MS;

const ADD = `update "organization" o
  set "unpaid_work_ms" = ${UNPAID_WORK_LEFT} + ?, "unpaid_work_at" = now() where o."id" = ?`;

const LIST = `select o."id", ${UNPAID_WORK_LEFT} as "ms" from "organization" o where o."unpaid_work_at" > ?`;

export function unpaidWorkStore(db: Database) {
  return {
    async add(organizationId: string, ms: number): Promise<void> {
      await db.system().execute(ADD, [ms, organizationId]);
    },
    /** Answers the milliseconds that are left now, by organization. */
    async list(): Promise<ReadonlyMap<string, number>> {
      const since = new Date(Date.now() - FORGOTTEN_AFTER_MS);
      const rows = await db.system().execute<{ id: string; ms: number }[]>(LIST, [since]);
      return new Map(rows.map(({ id, ms }) => [id, ms]));
    },
  };
}
