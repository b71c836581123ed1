/**
 * The move out of the shared layout (`object-key.ts`), for an installation of a version before. New objects go to the folders of
 * their organizations from its first step on. Then each organization gets a copy of each object that it refers to, and its
 * reference points to the copy once the store has verified it. The old objects go when no reference and no download link leads
 * to them. It may be killed anywhere and run again, beside a service that works.
 */
import { type Region, REGIONS } from '#domain/region.ts';
import type { Database } from '#store/database/database.ts';
import { type ArtifactStore, isMissing, ObjectCorrupt } from './artifacts.ts';
import { OBJECT_KINDS, type ObjectKind, objectKey, parseObjectKey, prefixOf, type StoredObject } from './object-key.ts';
import { lockObject, SharedLayoutEntity } from './references.ts';
import { discardUnheld, MAY_WAIT, type Reference, REFERENCE_COLUMNS, REFERENCE_TABLES } from './release.ts';
import { HELD } from './store-audit.ts';

export interface MoveStep {
  /** `missing` and `corrupt` objects stay where they are, with the references to them. */
  readonly kind: 'moved' | 'removed' | 'missing' | 'corrupt';
  readonly region: Region;
  /** The new key of a moved object, otherwise the old one. */
  readonly key: string;
}

export interface MoveOptions {
  /** Resolves when the download links that were made until now have expired. */
  readonly untilLinksExpire: () => Promise<void>;
}

export async function* moveObjects(
  db: Database,
  artifacts: ArtifactStore,
  { untilLinksExpire }: MoveOptions,
): AsyncGenerator<MoveStep> {
  await db.system().nativeUpdate(SharedLayoutEntity, { movingSince: null }, { movingSince: new Date() });
  for await (const step of moveReferences(db, artifacts)) if (step.kind === 'moved') yield step;
  const { done: isNothingStored } = await sharedObjects(artifacts).next();
  // An upload that has claimed its object may not have put it yet.
  if (!isNothingStored || (await hasSharedReferences(db))) await untilLinksExpire();
  // All uploads that began before the first step have now put their objects.
  yield* moveReferences(db, artifacts);
  for await (const { kind, region, sha256 } of sharedObjects(artifacts)) {
    const object = { region, sha256, folder: null };
    if (!(await discardUnheld(db, artifacts, kind, object))) continue;
    yield { kind: 'removed', region, key: objectKey(kind, object) };
  }
  await db.system().nativeDelete(SharedLayoutEntity, {});
}

async function hasSharedReferences(db: Database): Promise<boolean> {
  const found: unknown[] = await db.system().execute(`(select from artifact_ref where folder is null limit 1)
    union all (select from original_ref where folder is null limit 1)`);
  return found.length > 0;
}

/** Whether a move is to be made, or to be completed. */
export async function sharesObjects(db: Database): Promise<boolean> {
  return (await db.system().count(SharedLayoutEntity, {})) > 0;
}

const PAGE = 200;
/** The number of concurrent moves, each with its own transaction. */
const AT_ONCE = 4;

async function* moveReferences(db: Database, artifacts: ArtifactStore): AsyncGenerator<MoveStep> {
  for (const kind of OBJECT_KINDS) {
    for await (const page of sharedReferences(db, kind)) {
      for (let at = 0; at < page.length; at += AT_ONCE) {
        const steps = page.slice(at, at + AT_ONCE).map((reference) => move(db, artifacts, kind, reference));
        for (const step of await Promise.all(steps)) if (step !== null) yield step;
      }
    }
  }
}

interface SharedReference extends Reference {
  /** False of a claim whose object may not have been put yet, and of what has expired. */
  readonly isHeld: boolean;
}

async function* sharedReferences(db: Database, kind: ObjectKind): AsyncGenerator<readonly SharedReference[]> {
  const statement = `select ${REFERENCE_COLUMNS}, ${HELD[kind]} as "isHeld" from ${REFERENCE_TABLES[kind]} r
    where r.folder is null and (r.organization_id, r.region, r.sha256) > (?::uuid, ?, ?)
    order by r.organization_id, r.region, r.sha256 limit ${PAGE}`;
  for (let after = ['00000000-0000-0000-0000-000000000000', '', '']; ;) {
    const page = await db.system().execute<SharedReference[]>(statement, after);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = [last.organizationId, last.region, last.sha256];
  }
}

const ONE = 'organization_id = ? and region = ? and sha256 = ? and folder is null';

/**
 * The lock keeps the reference alive, so that no copy of an erased object is left. Returns null for an ended or moved
 * reference, and when there is nothing to move.
 */
function move(
  db: Database,
  artifacts: ArtifactStore,
  kind: ObjectKind,
  { organizationId, region, sha256, isHeld }: SharedReference,
): Promise<MoveStep | null> {
  const table = REFERENCE_TABLES[kind];
  const reference = [organizationId, region, sha256];
  const from = objectKey(kind, { folder: null, sha256 });
  const own: StoredObject = { region, sha256, folder: organizationId };
  const to = objectKey(kind, own);
  return db.system().transactional(async (em) => {
    await lockObject(em, kind, own);
    const locked = `select size_bytes as "sizeBytes" from ${table} where ${ONE} for update`;
    const [found] = await em.execute<{ sizeBytes: string }[]>(locked, reference);
    if (!found) return null;
    await em.execute(MAY_WAIT);
    try {
      await artifacts.copy(region, from, to, { sha256, sizeBytes: Number(found.sizeBytes) }, 'application/pdf');
    } catch (error) {
      const kindOfFlaw = isMissing(error) ? 'missing' : error instanceof ObjectCorrupt ? 'corrupt' : null;
      if (kindOfFlaw === null) throw error;
      return isHeld ? { kind: kindOfFlaw, region, key: from } : null;
    }
    await em.execute(`update ${table} set folder = organization_id where ${ONE} returning 1`, reference);
    return { kind: 'moved', region, key: to };
  });
}

async function* sharedObjects(artifacts: ArtifactStore): AsyncGenerator<StoredObject & { readonly kind: ObjectKind }> {
  for (const region of REGIONS) {
    for (const kind of OBJECT_KINDS) {
      for await (const { key } of artifacts.list(region, prefixOf(kind))) {
        const object = parseObjectKey(key);
        if (object?.folder === null) yield { ...object, region };
      }
    }
  }
}
