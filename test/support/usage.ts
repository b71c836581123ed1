/** Reads the usage of an organization from the ledger, and sets it for tests. */
import { periodOf } from '#store/billing/billing-period.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { UsagePeriodEntity } from '#store/billing/quota.ts';

export interface Usage {
  readonly reserved: number;
  readonly used: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly rejected: number;
}

const NONE: Usage = { reserved: 0, used: 0, succeeded: 0, failed: 0, rejected: 0 };

/** The sum of all periods. Tests use few of them. */
export async function usageOf(database: Database, organizationId: string): Promise<Usage> {
  const periods = await database.system().find(UsagePeriodEntity, { organizationId });
  return periods.reduce(
    (sum, { reserved, used, succeeded, failed, rejected }) => ({
      reserved: sum.reserved + reserved,
      used: sum.used + used,
      succeeded: sum.succeeded + succeeded,
      failed: sum.failed + failed,
      rejected: sum.rejected + rejected,
    }),
    NONE,
  );
}

export async function setUsage(database: Database, organizationId: string, usage: Partial<Usage>): Promise<void> {
  const em = database.system();
  const organization = await em.findOneOrFail(OrganizationEntity, { id: organizationId });
  const period = { organizationId, ...periodOf(organization, new Date()) };
  await em.upsert(UsagePeriodEntity, { ...period, ...NONE, processingMs: 0, ...usage });
}
