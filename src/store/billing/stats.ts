/** The usage of an organization from the counters of its billing periods, which outlive the documents. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SubmissionStatus } from '#domain/submission.ts';
import type { Organization } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { NEWEST_FIRST } from '#store/database/pages.ts';
import { type Quota, quotaOf, UsagePeriodEntity } from './quota.ts';
import { SubmissionEntity, unexpired } from '#store/submissions/submission-row.ts';

/** Documents that have ended; comparisons are none. */
export interface DocumentCounts {
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly rejected: number;
}

export interface Stats {
  readonly allTime: DocumentCounts;
  /** Documents of the billing period. */
  readonly currentMonth: DocumentCounts;
  readonly quota: Quota;
  /** The average of the period's successful documents; null without any. */
  readonly averageProcessingMs: number | null;
  readonly recent: readonly RecentSubmission[];
}

export interface RecentSubmission {
  readonly submissionId: string;
  readonly status: SubmissionStatus;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly erasedAt: Date | null;
}

export type StatsStore = ReturnType<typeof statsStore>;

const RECENT = 10;

export function statsStore(db: Database) {
  return {
    read: (organization: Organization): Promise<Stats> =>
      db.tenant(organization.id).transactional(async (em) => {
        const { id: organizationId } = organization;
        const quota = await quotaOf(em, organization);
        // One row a month, and no scan of anything that grows with use.
        const periods = await em.find(UsagePeriodEntity, { organizationId });
        const current = periods.filter(({ startsAt }) => startsAt.getTime() === quota.startsAt.getTime());
        const recent = await recentOf(em, organizationId);
        return {
          allTime: countsOf(periods),
          currentMonth: countsOf(current),
          quota,
          averageProcessingMs: averageOf(current),
          recent,
        };
      }),
  };
}

interface Counters {
  readonly succeeded: number;
  readonly failed: number;
  readonly rejected: number;
  readonly processingMs: number;
}

function countsOf(periods: readonly Counters[]): DocumentCounts {
  const sum = (count: (period: Counters) => number) => periods.reduce((before, period) => before + count(period), 0);
  const success = sum(({ succeeded }) => succeeded);
  const failed = sum((period) => period.failed);
  const rejected = sum((period) => period.rejected);
  return { total: success + failed + rejected, success, failed, rejected };
}

function averageOf([period]: readonly Counters[]): number | null {
  if (!period || period.succeeded === 0) return null;
  return Math.round(period.processingMs / period.succeeded);
}

async function recentOf(em: EntityManager, organizationId: string): Promise<RecentSubmission[]> {
  const fields = ['id', 'status', 'createdAt', 'completedAt', 'erasedAt'] as const;
  const newest = { orderBy: NEWEST_FIRST, limit: RECENT, fields };
  const rows = await em.find(SubmissionEntity, { organizationId, ...unexpired() }, newest);
  return rows.map(({ id, status, createdAt, completedAt, erasedAt }) => {
    return { submissionId: id, status, createdAt, completedAt: completedAt ?? null, erasedAt: erasedAt ?? null };
  });
}
