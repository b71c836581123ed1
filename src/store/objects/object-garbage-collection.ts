/**
 * References of an organization that none of its submissions has a use for any more, once those were erased. A
 * reference is looked at under the lock of its row: what is accepted or recorded at the same moment either finds its
 * claim ended and puts the object once more, or is seen here and keeps it.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Region } from '#domain/region.ts';
import type { ArtifactStore } from './artifacts.ts';
import type { Database } from '#store/database/database.ts';
import { lockObject, type ObjectKind, type StoredObject } from './references.ts';
import { REFERENCE_TABLES, removeUnheld } from './release.ts';

export interface Released {
  readonly kind: ObjectKind;
  readonly region: Region;
  /** False when another organization refers to the object, and keeps it. */
  readonly removed: boolean;
}

export interface OrphanWishes {
  readonly kind: ObjectKind;
  /** Claims of later than this, which nothing holds yet, are of requests on their way. */
  readonly claimedBefore: Date;
  readonly limit: number;
  /** Runs within the transaction that ends the reference. */
  readonly tally: (em: EntityManager, released: Released) => Promise<void>;
}

/** Ends up to `limit` of them and removes the objects nobody else has; answers how many it ended. */
export async function collectGarbage(
  db: Database,
  artifacts: ArtifactStore,
  organizationId: string,
  { kind, claimedBefore, limit, tally }: OrphanWishes,
): Promise<number> {
  const found = `select r.region, r.sha256 from ${REFERENCE_TABLES[kind]} r
    where r.organization_id = ? and (r.expires_at > now() or r.created_at <= ?) and not exists (${USE[kind]}) limit ?`;
  const orphans = await db.system().execute<StoredObject[]>(found, [organizationId, claimedBefore, limit]);
  let ended = 0;
  for (const object of orphans) {
    const removed = await db.system().transactional(async (em) => {
      const isRemoved = await release(em, artifacts, organizationId, kind, object);
      if (isRemoved !== null) await tally(em, { kind, region: object.region, removed: isRemoved });
      return isRemoved;
    });
    if (removed !== null) ended += 1;
  }
  return ended;
}

/** Answers null when it was ended by others, or is used again. */
async function release(
  em: EntityManager,
  artifacts: ArtifactStore,
  organizationId: string,
  kind: ObjectKind,
  object: StoredObject,
): Promise<boolean | null> {
  const table = REFERENCE_TABLES[kind];
  const reference = [organizationId, object.region, object.sha256];
  const which = 'where r.organization_id = ? and r.region = ? and r.sha256 = ?';
  await lockObject(em, kind, object);
  // Two statements: the second one sees what was committed while the first one waited.
  await em.execute(`select from ${table} r ${which} for update`, reference);
  const ended = await em.execute(
    `delete from ${table} r ${which} and not exists (${USE[kind]}) returning 1`,
    reference,
  );
  return ended.length === 0 ? null : removeUnheld(em, artifacts, kind, object);
}

/** What still needs the object of the reference `r`. */
const USE: Readonly<Record<ObjectKind, string>> = {
  original: `select from submission s where s.organization_id = r.organization_id and s.original_sha256 = r.sha256
    and s.region = r.region and not s.stateless`,
  artifact: `select from report o join submission s on s.id = o.submission_id
    where o.organization_id = r.organization_id and o.output_sha256 = r.sha256 and s.region = r.region`,
};
