/**
 * References of an organization whose submissions were erased and no longer use them. The check runs under the lock of
 * the row: a concurrent acceptance either finds its claim ended and puts the object again, or is visible here and
 * preserves it.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Region } from '#domain/region.ts';
import type { ArtifactStore } from './artifacts.ts';
import type { Database } from '#store/database/database.ts';
import type { ObjectKind } from './object-key.ts';
import { endReference, type Reference, REFERENCE_COLUMNS, REFERENCE_TABLES } from './release.ts';

export interface Released {
  readonly kind: ObjectKind;
  readonly region: Region;
  /** False when another organization shares the object, in the shared layout alone. */
  readonly removed: boolean;
}

export interface OrphanOptions {
  readonly kind: ObjectKind;
  /** Claims of later than this, which nothing holds yet, are of requests on their way. */
  readonly claimedBefore: Date;
  readonly limit: number;
  /** Runs within the transaction that ends the reference. */
  readonly tally: (em: EntityManager, released: Released) => Promise<void>;
}

/** Ends up to `limit` of them and removes their objects; returns their number. */
export async function collectGarbage(
  db: Database,
  artifacts: ArtifactStore,
  organizationId: string,
  { kind, claimedBefore, limit, tally }: OrphanOptions,
): Promise<number> {
  const unused = `not exists (${USE[kind]})`;
  const found = `select ${REFERENCE_COLUMNS} from ${REFERENCE_TABLES[kind]} r
    where r.organization_id = ? and (r.expires_at > now() or r.created_at <= ?) and ${unused} limit ?`;
  const orphans = await db.system().execute<Reference[]>(found, [organizationId, claimedBefore, limit]);
  let ended = 0;
  for (const orphan of orphans) {
    const removed = await db.system().transactional(async (em) => {
      const isRemoved = await endReference(em, artifacts, kind, orphan, { sql: unused, values: [] });
      if (isRemoved !== null) await tally(em, { kind, region: orphan.region, removed: isRemoved });
      return isRemoved;
    });
    if (removed !== null) ended += 1;
  }
  return ended;
}

/** The users of the object of the reference `r`. */
const USE: Readonly<Record<ObjectKind, string>> = {
  original: `select from submission s where s.organization_id = r.organization_id and s.original_sha256 = r.sha256
    and s.region = r.region and not s.stateless`,
  artifact: `select from report o join submission s on s.id = o.submission_id
    where o.organization_id = r.organization_id and o.output_sha256 = r.sha256 and s.region = r.region`,
};
