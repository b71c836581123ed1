/** The object layout of earlier versions, in which organizations share an object, made from objects of this version. */
import { OBJECT_KINDS, objectKey, type StoredObject } from '#store/objects/object-key.ts';
import { SharedLayoutEntity } from '#store/objects/references.ts';
import { REFERENCE_TABLES } from '#store/objects/release.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import type { Database } from '#store/database/database.ts';

/** New objects use the shared layout, as in an installation without the migration. */
export async function shareNewObjects(database: Database): Promise<void> {
  await database.system().insert(SharedLayoutEntity, { since: new Date(), movingSince: null });
}

export async function separateNewObjects(database: Database): Promise<void> {
  await database.system().nativeDelete(SharedLayoutEntity, {});
}

/** Moves every object to its place in earlier versions and updates the references. */
export async function shareAllObjects(database: Database, artifacts: ArtifactStore): Promise<void> {
  await shareNewObjects(database);
  for (const kind of OBJECT_KINDS) {
    const table = REFERENCE_TABLES[kind];
    const separate = `select region, sha256, folder from ${table} where folder is not null`;
    for (const object of await database.system().execute<StoredObject[]>(separate)) {
      const { region, sha256 } = object;
      const bytes = await artifacts.getBytes(region, objectKey(kind, object));
      await artifacts.putBytes(region, objectKey(kind, { folder: null, sha256 }), bytes, 'application/pdf');
      await artifacts.purge(region, objectKey(kind, object));
    }
    await database.system().execute(`update ${table} set folder = null`);
  }
}
