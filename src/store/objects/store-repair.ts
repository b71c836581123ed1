/** Makes missing objects again where possible, and removes objects without a row. */
import type { RestorationInput, RestorationOutcome } from '#domain/restoration.ts';
import type { Database } from '#store/database/database.ts';
import type { ArtifactStore } from './artifacts.ts';
import { parseObjectKey } from './object-key.ts';
import { discardUnheld } from './release.ts';
import { auditStore, type AuditOptions, type Flaw } from './store-audit.ts';

export interface Repaired {
  readonly flaw: Flaw;
  /** `left`: what no row knows and is to stay; `not rebuilt`: originals, which nothing gives again, and archives of exports. */
  readonly end: RestorationOutcome | 'removed' | 'left' | 'not rebuilt';
}

export interface RepairOptions extends AuditOptions {
  /** Has an output made again from its original. */
  readonly restore: (input: RestorationInput) => Promise<RestorationOutcome>;
  readonly removeUnreferenced: boolean;
}

export async function* repairStore(
  db: Database,
  artifacts: ArtifactStore,
  requested: RepairOptions,
): AsyncGenerator<Repaired> {
  for await (const flaw of auditStore(db, artifacts, requested))
    yield { flaw, end: await repair(db, artifacts, flaw, requested) };
}

async function repair(
  db: Database,
  artifacts: ArtifactStore,
  { kind, region, key }: Flaw,
  { restore, removeUnreferenced }: RepairOptions,
): Promise<Repaired['end']> {
  const named = parseObjectKey(key);
  if (kind !== 'unreferenced') {
    if (named?.kind !== 'artifact') return 'not rebuilt';
    return restore({ region, folder: named.folder, sha256: named.sha256 });
  }
  if (!removeUnreferenced) return 'left';
  if (named === null) {
    await artifacts.purge(region, key);
    return 'removed';
  }
  // Somebody may have begun to refer to it meanwhile.
  const object = { region, folder: named.folder, sha256: named.sha256 };
  return (await discardUnheld(db, artifacts, named.kind, object)) ? 'removed' : 'left';
}
