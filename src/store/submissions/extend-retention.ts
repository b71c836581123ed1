/**
 * A longer retention period also applies to stored data. A better plan extends their life, and a smaller plan shortens
 * no promised period.
 */
import { PLANS } from '#domain/billing/plan.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';

/**
 * Sets `expires_at` of all unexpired rows to at least this long after the submission's end. Rows of a smaller plan are
 * younger than its period, so older rows need no check.
 */
const SUBMISSIONS = `update "submission" set "expires_at" = "completed_at" + make_interval(days => ?)
  where "id" in (select "id" from "submission" where "organization_id" = ?
    and "created_at" > now() - make_interval(days => ?) and "expires_at" > now()
    and "expires_at" < "completed_at" + make_interval(days => ?) limit ?)
  returning "id"`;

const OF_THESE = `from "submission" s where s."organization_id" = ? and s."id" = any(?::uuid[])`;

const THEIRS = [
  `update "report" r set "expires_at" = greatest(r."expires_at", s."expires_at")
    ${OF_THESE} and r."submission_id" = s."id"`,
  `update "original_ref" r set "expires_at" = greatest(r."expires_at", s."expires_at")
    ${OF_THESE} and r."organization_id" = s."organization_id" and r."region" = s."region"
    and r."sha256" = s."original_sha256" and r."expires_at" > now()`,
  `update "artifact_ref" r set "expires_at" = greatest(r."expires_at", s."expires_at")
    ${OF_THESE} and r."organization_id" = s."organization_id" and r."region" = s."region" and r."expires_at" > now()
    and r."sha256" = s."report" #>> '{normalized,sha256}'`,
  `update "attestation" a set "expires_at" = greatest(a."expires_at", s."expires_at")
    ${OF_THESE} and a."organization_id" = s."organization_id" and a."original_sha256" = s."original_sha256"
    and a."normalized_sha256" = s."report" #>> '{normalized,sha256}'`,
];

/** A submission runs for a day at most, with an outage in between. */
const LONGEST_RUN_DAYS = 2;

/** Extends the retention of up to `limit` submissions and of what belongs to them; answers how many it found. */
export async function extendRetention(db: Database, organizationId: string, limit: number): Promise<number> {
  return db.system().transactional(async (em) => {
    const organization = await em.findOne(OrganizationEntity, { id: organizationId });
    if (!organization) return 0;
    const days = PLANS[organization.planTier].retentionDays;
    const shorter = Object.values(PLANS).map(({ retentionDays }) => (retentionDays < days ? retentionDays : 0));
    const since = Math.max(...shorter) + LONGEST_RUN_DAYS;
    const run = (statement: string, values: unknown[]): Promise<{ id: string }[]> => em.execute(statement, values);
    const extended = await run(SUBMISSIONS, [days, organizationId, since, days, limit]);
    const ids = `{${extended.map(({ id }) => id).join(',')}}`;
    if (extended.length > 0) for (const statement of THEIRS) await run(statement, [organizationId, ids]);
    return extended.length;
  });
}
