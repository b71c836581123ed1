/** The last step of every end of an object: it goes when no reference points to it any more. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ArtifactStore } from './artifacts.ts';
import type { Database } from '#store/database/database.ts';
import { type ObjectKind, objectKey, type StoredObject } from './object-key.ts';
import { lockObject } from './references.ts';

export const REFERENCE_TABLES: Readonly<Record<ObjectKind, string>> = {
  artifact: 'artifact_ref',
  original: 'original_ref',
};

export interface Reference extends StoredObject {
  readonly organizationId: string;
}

/** The columns of a reference `r`. */
export const REFERENCE_COLUMNS = 'r.organization_id as "organizationId", r.region, r.sha256, r.folder';

/** The lock must not end before the call to the store does, which may put off its answer. */
export const MAY_WAIT = `set local idle_in_transaction_session_timeout = '5min'`;

/** Removes an object to which no reference points; answers false when one does. */
export function discardUnheld(
  db: Database,
  artifacts: ArtifactStore,
  kind: ObjectKind,
  object: StoredObject,
): Promise<boolean> {
  return db.system().transactional(async (em) => {
    await lockObject(em, kind, object);
    return removeUnheld(em, artifacts, kind, object);
  });
}

const ONE = 'where r.organization_id = ? and r.region = ? and r.sha256 = ?';

/**
 * Ends the reference `r` with its object within a transaction, if the condition still holds. Returns null when
 * somebody else has ended it or it is in use again, and false when another organization shares the object.
 */
export async function endReference(
  em: EntityManager,
  artifacts: ArtifactStore,
  kind: ObjectKind,
  { organizationId, ...object }: Reference,
  condition: { readonly sql: string; readonly values: readonly unknown[] },
): Promise<boolean | null> {
  const own = { ...object, folder: organizationId };
  const shared = { ...object, folder: null };
  const mayBeShared = object.folder === null || (await isLayoutShared(em));
  await lockObject(em, kind, own);
  if (mayBeShared) await lockObject(em, kind, shared);
  const table = REFERENCE_TABLES[kind];
  const reference = [organizationId, object.region, object.sha256];
  // Two statements: the second one sees what was committed while the first one waited.
  await em.execute(`select from ${table} r ${ONE} for update`, reference);
  const isLocked = mayBeShared ? 'true' : 'r.folder is not null';
  const [ended] = await em.execute<Pick<Reference, 'folder'>[]>(
    `delete from ${table} r ${ONE} and ${isLocked} and ${condition.sql} returning r.folder`,
    [...reference, ...condition.values],
  );
  if (!ended) return null;
  // A move under way has both objects, and one that was killed may have left either.
  const isOwnRemoved = await removeUnheld(em, artifacts, kind, own);
  if (!mayBeShared) return isOwnRemoved;
  const isSharedRemoved = await removeUnheld(em, artifacts, kind, shared);
  // The caller read the reference before the locks, and a move may have come between.
  return ended.folder === null ? isSharedRemoved : isOwnRemoved;
}

async function isLayoutShared(em: EntityManager): Promise<boolean> {
  const found: unknown[] = await em.execute('select from shared_layout limit 1');
  return found.length > 0;
}

/** Runs within a transaction that holds the object's lock. Answers false when a reference still points to it. */
async function removeUnheld(
  em: EntityManager,
  artifacts: ArtifactStore,
  kind: ObjectKind,
  object: StoredObject,
): Promise<boolean> {
  const { region, sha256, folder } = object;
  const held = `select from ${REFERENCE_TABLES[kind]} where region = ? and sha256 = ? and folder is not distinct from ? limit 1`;
  const holders: unknown[] = await em.execute(held, [region, sha256, folder]);
  if (holders.length > 0) return false;
  await em.execute(MAY_WAIT);
  await artifacts.purge(region, objectKey(kind, object));
  return true;
}
