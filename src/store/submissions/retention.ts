/**
 * The end of the retention period: references first, and with each its object; then the rows. Counters
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
import type { ObjectKind, StoredObject } from '#store/objects/object-key.ts';
import { CLAIM_MS } from '#store/objects/references.ts';
import {
  discardUnheld,
  endReference,
  type Reference,
  REFERENCE_COLUMNS,
  REFERENCE_TABLES,
} from '#store/objects/release.ts';

export type RetentionStore = ReturnType<typeof retentionStore>;

export function retentionStore(db: Database, artifacts: ArtifactStore) {
  return {
    /** Ends up to `limit` expired references and removes their objects; answers how many it found. */
    async releaseObjects(kind: ObjectKind, limit: number): Promise<number> {
      const references = await expiredReferences(db.system(), kind, limit);
      for (const reference of references) await release(db, artifacts, kind, reference);
      return references.length;
    },

    /** Deletes up to `limit` expired rows of each kind; answers how many in all. */
    async deleteRows(limit: number): Promise<number> {
      let deleted = await sweepCrossTenantProbes(db);
      for (const statement of DELETIONS) deleted += (await db.system().execute(statement, [limit])).length;
      return deleted + (await sweepBatches(db, limit)) + (await endOldLedger(db, limit));
    },

    /** Removes what a process that was killed has left in the store a day ago; answers how many objects. */
    removeTemporary: (): Promise<number> => artifacts.removeTemporary(new Date(Date.now() - DAY_MS)),

    /** Removes an object that no submission uses after all. */
    discard: async (kind: ObjectKind, object: StoredObject): Promise<void> =>
      void (await discardUnheld(db, artifacts, kind, object)),
  };
}

/** A recent claim is about to be held, and a submission needs its original until its end. */
const EXPIRED: Readonly<Record<ObjectKind, string>> = {
  artifact: `r.expires_at < ?`,
  original: `r.expires_at < ? and not exists (
    select from submission s where s.organization_id = r.organization_id and s.completed_at is null
      and not s.stateless and s.region = r.region and s.original_sha256 = r.sha256)`,
};

async function expiredReferences(em: EntityManager, kind: ObjectKind, limit: number): Promise<Reference[]> {
  const found = `select ${REFERENCE_COLUMNS} from ${REFERENCE_TABLES[kind]} r where ${EXPIRED[kind]} limit ?`;
  return em.execute<Reference[]>(found, [claimedBefore(), limit]);
}

/**
 * The object goes before the transaction ends: when that fails, an expired reference is left, which shows nothing, and
 * the next round meets it again. A claim of the object waits for the lock in the meantime, and puts it anew.
 */
async function release(db: Database, artifacts: ArtifactStore, kind: ObjectKind, reference: Reference): Promise<void> {
  const expired = { sql: EXPIRED[kind], values: [claimedBefore()] };
  await db.system().transactional((em) => endReference(em, artifacts, kind, reference, expired));
}

function claimedBefore(): Date {
  return new Date(Date.now() - CLAIM_MS);
}

/** The order counts: a report refers to its submission, and a submission that has one stays as long. */
const DELETIONS = [
  // A long document has more rows here than a statement should delete with its submission.
  `delete from page_fingerprint where ctid = any(array(
    select f.ctid from page_fingerprint f
    join submission s on s.organization_id = f.organization_id and s.id = f.submission_id
    where s.expires_at < now() limit ?)) returning 1`,
  `delete from report where submission_id in (
    select submission_id from report where expires_at < now() limit ?) returning 1`,
  `delete from attestation where id in (
    select id from attestation where expires_at < now() limit ?) returning 1`,
  `delete from submission where id in (
    select s.id from submission s where s.expires_at < now()
      and not exists (select from report r where r.submission_id = s.id) limit ?) returning 1`,
];
