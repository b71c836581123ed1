/** The last step of every end of an object: it goes when nobody refers to it any more. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type ArtifactStore, artifactKey, originalKey } from './artifacts.ts';
import type { Database } from '#store/database/database.ts';
import { lockObject, type ObjectKind, type StoredObject } from './references.ts';

export const REFERENCE_TABLES: Readonly<Record<ObjectKind, string>> = {
  artifact: 'artifact_ref',
  original: 'original_ref',
};

const KEYS: Readonly<Record<ObjectKind, (sha256: string) => string>> = { artifact: artifactKey, original: originalKey };

/** The lock must not end before the call to the store does, which may put off its answer. */
const MAY_WAIT = `set local idle_in_transaction_session_timeout = '5min'`;

/** Removes an object to which nobody refers; answers false when an organization does. */
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

/** Runs within a transaction that holds the object's lock. Answers false when an organization still refers to it. */
export async function removeUnheld(
  em: EntityManager,
  artifacts: ArtifactStore,
  kind: ObjectKind,
  { region, sha256 }: StoredObject,
): Promise<boolean> {
  const held = `select from ${REFERENCE_TABLES[kind]} where region = ? and sha256 = ? limit 1`;
  const holders: unknown[] = await em.execute(held, [region, sha256]);
  if (holders.length > 0) return false;
  await em.execute(MAY_WAIT);
  await artifacts.purge(region, KEYS[kind](sha256));
  return true;
}
