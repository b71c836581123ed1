/**
 * The end of the retention period: references first, and with the last reference the object; then the rows. Counters
 * of billing periods stay, and entries of the ledger for longer than documents. Every step may be repeated, and leaves
 * nothing that points to what is gone.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY_MS } from '#domain/duration.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { endOldLedger } from '#store/billing/ledger-retention.ts';
import { sweepBatches } from './batches.ts';
import { sweepCrossTenantProbes } from '#store/organizations/cross-tenant-probes.ts';
import type { Database } from '#store/database/database.ts';
import { CLAIM_MS, lockObject, type ObjectKind, type StoredObject } from '#store/objects/references.ts';
import { discardUnheld, REFERENCE_TABLES, removeUnheld } from '#store/objects/release.ts';

export interface RetentionStore {
  /** Ends up to `limit` expired references and removes the objects nobody holds any more; answers how many it ended. */
  releaseObjects(kind: ObjectKind, limit: number): Promise<number>;
  /** Deletes up to `limit` expired rows of each kind; answers how many in all. */
  deleteRows(limit: number): Promise<number>;
  /** Removes an object that was put, as it turned out, for nobody. */
  discard(kind: ObjectKind, object: StoredObject): Promise<void>;
  /** Removes what a process that was killed has left in the store a day ago; answers how many objects. */
  removeTemporary(): Promise<number>;
}

export function retentionStore(db: Database, artifacts: ArtifactStore): RetentionStore {
  return {
    async releaseObjects(kind, limit) {
      const objects = await expiredObjects(db.system(), kind, limit);
      for (const object of objects) await release(db, artifacts, kind, object);
      return objects.length;
    },

    async deleteRows(limit) {
      let deleted = await sweepCrossTenantProbes(db);
      for (const statement of DELETIONS) deleted += (await db.system().execute(statement, [limit])).length;
      return deleted + (await sweepBatches(db, limit)) + (await endOldLedger(db, limit));
    },

    removeTemporary: () => artifacts.removeTemporary(new Date(Date.now() - DAY_MS)),

    discard: async (kind, object) => void (await discardUnheld(db, artifacts, kind, object)),
  };
}

/** What was claimed a moment ago is about to be held, and an original is needed until its submissions have ended. */
const EXPIRED: Readonly<Record<ObjectKind, string>> = {
  artifact: `r.expires_at < ?`,
  original: `r.expires_at < ? and not exists (
    select from submission s where s.organization_id = r.organization_id and s.completed_at is null
      and not s.stateless and s.region = r.region and s.original_sha256 = r.sha256)`,
};

async function expiredObjects(em: EntityManager, kind: ObjectKind, limit: number): Promise<StoredObject[]> {
  const table = REFERENCE_TABLES[kind];
  const found = `select distinct r.region, r.sha256 from ${table} r where ${EXPIRED[kind]} limit ?`;
  return em.execute<StoredObject[]>(found, [claimedBefore(), limit]);
}

/**
 * The object goes before the transaction ends: when that fails, expired references are left, which show nothing, and
 * the next round meets them again. Whoever claims the object in the meantime waits for the lock, and puts it anew.
 */
async function release(db: Database, artifacts: ArtifactStore, kind: ObjectKind, object: StoredObject): Promise<void> {
  const table = REFERENCE_TABLES[kind];
  const { region, sha256 } = object;
  await db.system().transactional(async (em) => {
    await lockObject(em, kind, object);
    const ended = `delete from ${table} r where r.region = ? and r.sha256 = ? and ${EXPIRED[kind]}`;
    await em.execute(ended, [region, sha256, claimedBefore()]);
    await removeUnheld(em, artifacts, kind, object);
  });
}

function claimedBefore(): Date {
  return new Date(Date.now() - CLAIM_MS);
}

/** The order counts: a report refers to its submission, and a submission that has one stays as long. */
const DELETIONS = [
  `delete from report where submission_id in (
    select submission_id from report where expires_at < now() limit ?) returning 1`,
  `delete from attestation where id in (
    select id from attestation where expires_at < now() limit ?) returning 1`,
  `delete from submission where id in (
    select s.id from submission s where s.expires_at < now()
      and not exists (select from report r where r.submission_id = s.id) limit ?) returning 1`,
];
