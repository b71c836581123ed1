/**
 * The concurrency slots of an organization: as many submissions are under way at a time as its plan has concurrent
 * jobs. A submission holds a slot from `grantedAt` to its end; the others wait in the order they came, as rows without
 * workflow.
 */
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PLANS } from '#domain/billing/plan.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { SubmissionEntity, type SubmissionRecord, toRecord } from './submission-row.ts';
import { keyedMutex } from '#src/keyed-mutex.ts';

/**
 * One transaction at a time may accept or end submissions of an organization. Whoever holds this lock takes further
 * locks of submission rows with SKIP LOCKED only: a commit has its row before it comes here.
 */
export async function lockOrganization(em: EntityManager, organizationId: string): Promise<void> {
  const lock = 'select pg_advisory_xact_lock(hashtextextended(?, 0))';
  await em.execute(lock, [organizationId]);
}

type Locked = <T>(organizationId: string, work: (em: EntityManager) => Promise<T>) => Promise<T>;

/**
 * Runs work in a transaction of the organization that holds its lock. Within this process one waits for another without
 * a connection: a burst of one organization must not keep all of them waiting for a lock of its own.
 */
export function organizationLock(db: Database): Locked {
  const mutex = keyedMutex();
  return (organizationId, work) =>
    mutex(organizationId, () =>
      db.tenant(organizationId).transactional(async (em) => {
        await lockOrganization(em, organizationId);
        return work(em);
      }),
    );
}

/** Gives free slots to the oldest of those that wait; within a transaction that holds the organization's lock. */
export async function grantWaiting(em: EntityManager, organizationId: string): Promise<SubmissionRecord[]> {
  await em.flush(); // what this transaction has accepted or ended counts
  const { planTier, isActive } = await em.findOneOrFail(OrganizationEntity, { id: organizationId });
  if (!isActive) return [];
  const held = { organizationId, grantedAt: { $ne: null }, completedAt: null };
  const limit = PLANS[planTier].concurrentJobs - (await em.count(SubmissionEntity, held));
  if (limit <= 0) return [];
  const waiting = await em.find(
    SubmissionEntity,
    { organizationId, grantedAt: null, completedAt: null },
    { orderBy: { createdAt: 'asc', id: 'asc' }, limit, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
  );
  const now = new Date();
  for (const row of waiting) row.grantedAt = now;
  await em.flush();
  return waiting.map(toRecord);
}

/** The same for every organization in which somebody waits: after a crash or a change of plan nobody else does it. */
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
