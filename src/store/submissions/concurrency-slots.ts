/**
 * The concurrency slots of an organization: as many submissions are under way at a time as its plan has concurrent
 * jobs. A submission holds a slot from `grantedAt` to its end; the others wait in the order they came, as rows without
 * workflow.
 */
import type { EntityData } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PLANS } from '#domain/billing/plan.ts';
import { OrganizationEntity, type Organization } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { SUBMISSION_COLUMNS, submissionOf, type SubmissionRecord, toRecord } from './submission-row.ts';
import { keyedMutex } from '#src/keyed-mutex.ts';

/**
 * Only one transaction at a time may accept or end submissions of an organization. The holder of this lock takes
 * further locks of submission rows only with SKIP LOCKED, because a commit locks its row first.
 */
export async function lockOrganization(em: EntityManager, organizationId: string): Promise<void> {
  await em.execute(LOCK, [organizationId]);
}

const LOCK = 'select pg_advisory_xact_lock(hashtextextended(?, 0))';
/** One statement locks and reads. Its answer is from after the lock. */
const LOCK_AND_READ = `${LOCK}; select * from "organization" where "id" = ?`;

type Locked = <T>(
  organizationId: string,
  work: (em: EntityManager, organization: Organization) => Promise<T>,
) => Promise<T>;

/**
 * Runs work in a transaction of the organization that holds its lock. Within this process callers wait without a
 * connection, because a burst of one organization must not occupy all of them.
 */
export function organizationLock(db: Database): Locked {
  const mutex = keyedMutex();
  return (organizationId, work) =>
    mutex(organizationId, () =>
      db.tenant(organizationId).transactional(async (em) => {
        const values = [organizationId, organizationId];
        const [organization] = await em.execute<[EntityData<Organization>]>(LOCK_AND_READ, values);
        return work(em, em.map(OrganizationEntity, organization));
      }),
    );
}

/** Materialized: what is looked for once more would be other rows, for those that are locked now are skipped. */
const GRANT = `with "waiting" as materialized (
    select "id" from "submission" where "organization_id" = ? and "granted_at" is null and "completed_at" is null
    order by "created_at", "id" limit greatest(0, ? - (
      select count(*) from "submission"
      where "organization_id" = ? and "granted_at" is not null and "completed_at" is null))
    for update skip locked),
  "granted" as (
    update "submission" as s set "granted_at" = ? from "waiting" as w
    where s."organization_id" = ? and s."id" = w."id" returning ${SUBMISSION_COLUMNS})
  select * from "granted" order by "created_at", "id"`;

/** Grants free slots to the oldest waiting submissions, within a transaction that holds the organization's lock. */
export async function grantWaiting(em: EntityManager, organizationId: string): Promise<SubmissionRecord[]> {
  await em.flush(); // the count includes the changes of this transaction
  const { planTier, isActive } = await em.findOneOrFail(OrganizationEntity, { id: organizationId });
  if (!isActive) return [];
  const { concurrentJobs } = PLANS[planTier];
  const values = [organizationId, concurrentJobs, organizationId, new Date(), organizationId];
  return (await em.execute(GRANT, values)).map((row) => toRecord(submissionOf(em, row)));
}

/**
 * Grants slots in every organization with waiting submissions, because nobody else does so after a crash or a change
 * of plan.
 */
export async function grantDue(db: Database): Promise<SubmissionRecord[]> {
  const waiting = `select distinct "organization_id" as "id" from "submission"
    where "granted_at" is null and "completed_at" is null`;
  const organizations: { id: string }[] = await db.system().execute(waiting);
  const granted: SubmissionRecord[] = [];
  for (const { id } of organizations) {
    const grants = await db.system().transactional(async (em) => {
      await lockOrganization(em, id);
      return grantWaiting(em, id);
    });
    granted.push(...grants);
  }
  return granted;
}
