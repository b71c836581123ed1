/** Submissions that hold a slot, for the sweep that checks their workflows. */
import type { Database } from '#store/database/database.ts';
import { SubmissionEntity, type SubmissionRecord, toRecord } from './submission-row.ts';

export type UnderWayStore = ReturnType<typeof underWayStore>;

export function underWayStore(db: Database) {
  return {
    /**
     * Answers the submissions without an end and with a slot since before the given time; a page in the order of ids,
     * beginning after `afterId`.
     */
    async list(grantedBefore: Date, afterId: string | null, limit: number): Promise<SubmissionRecord[]> {
      const held = { completedAt: null, grantedAt: { $lt: grantedBefore } };
      const page = afterId === null ? held : { ...held, id: { $gt: afterId } };
      const rows = await db.system().find(SubmissionEntity, page, { orderBy: { id: 'asc' }, limit });
      return rows.map(toRecord);
    },
  };
}
