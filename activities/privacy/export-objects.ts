/**
 * The documents in an export. Each object is fetched and verified before it enters the archive. The export leaves out
 * and reports a lost or damaged object.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Region } from '#domain/region.ts';
import type { Payload } from '#src/export/bag.ts';
import { pieceMemory, readPieces, type ScratchFile } from '#src/export/scratch.ts';
import { type ArtifactStore, isMissing } from '#store/objects/artifacts.ts';
import type { ExportContent, ExportedObject } from '#store/privacy/export-content.ts';
import { type ObjectKind, objectKey, type StoredObject } from '#store/objects/object-key.ts';
import type { ActivityLog } from '#activities/run-activity.ts';

export interface ExportObjectsDeps {
  readonly exportContent: Pick<ExportContent, 'objects' | 'held'>;
  readonly artifacts: ArtifactStore;
  readonly log: ActivityLog;
}

export interface ExportScratch {
  /** The place of the object during its check. */
  readonly path: string;
  /** The lines of problems.ndjson. */
  readonly problems: ScratchFile;
}

/** An object is missing, has another hash, or cannot be read although the store answers; or a row cannot be read. */
type Problem = 'missing' | 'damaged' | 'unreadable';

/** `fetched`: the object is at the path. `gone`: its period ended or it was erased after the page was read. */
type Fate = 'fetched' | 'gone' | Problem;

export async function* exportedObjects(
  deps: ExportObjectsDeps,
  organizationId: string,
  kind: ObjectKind,
  { path, problems }: ExportScratch,
): AsyncGenerator<Payload> {
  const memory = pieceMemory();
  for await (const object of deps.exportContent.objects(organizationId, kind)) {
    const name = `${kind}s/${object.sha256}.pdf`;
    const fate = await fetchOne(deps, organizationId, kind, object, path);
    if (fate === 'fetched') yield { name, content: readPieces(path, memory) };
    else if (fate !== 'gone') await problems.append(problemLine(name, fate));
  }
}

/** The line of problems.ndjson about a file that is not in the export. */
export function problemLine(name: string, problem: Problem): string {
  return `${JSON.stringify({ file: `data/${name}`, problem })}\n`;
}

/** Fetches the object from the first of its regions that has it as it should be. */
async function fetchOne(
  { exportContent, artifacts, log }: ExportObjectsDeps,
  organizationId: string,
  kind: ObjectKind,
  { sha256, places }: ExportedObject,
  path: string,
): Promise<Fate> {
  let fate: Fate = 'gone';
  for (const { region, folder } of places) {
    let found = await fetchFrom(artifacts, { region, folder, sha256 }, kind, path);
    if (found === 'fetched') return found;
    const held = await exportContent.held(organizationId, kind, { region, sha256 });
    if (held === null) continue;
    // It was moved since the page was read.
    if (held.folder !== folder) found = await fetchFrom(artifacts, held, kind, path);
    if (found === 'fetched') return found;
    const facts = { organizationId, kind, region, sha256, problem: found, alarm: 'object_lost' };
    log.warn(facts, 'an object of the store is not what its key says');
    fate = found;
  }
  return fate;
}

const ATTEMPTS = 3;
const PAUSE_MS = 1_000;

async function fetchFrom(
  artifacts: ArtifactStore,
  object: StoredObject,
  kind: ObjectKind,
  path: string,
): Promise<'fetched' | Problem> {
  for (let attempt = 1; ; attempt++) {
    try {
      const found = await download(artifacts, object, kind, path);
      return found === object.sha256 ? 'fetched' : 'damaged';
    } catch (error) {
      if (!(error instanceof ReadFailed)) throw error;
      if (isMissing(error.cause)) return 'missing';
      if (attempt < ATTEMPTS) {
        await setTimeout(PAUSE_MS * attempt);
        continue;
      }
      // A store that is away fails here, and the export waits for it.
      await artifacts.ready();
      return 'unreadable';
    }
  }
}

/** The store could not be read; a full disk is another matter. */
class ReadFailed extends Error {
  override readonly name = 'ReadFailed';
}

/** Answers the hash of what has come, in hex. */
async function download(
  artifacts: ArtifactStore,
  object: StoredObject,
  kind: ObjectKind,
  path: string,
): Promise<string> {
  const hash = createHash('sha256');
  await using file = await open(path, 'w', 0o600);
  for await (const piece of piecesOf(artifacts, object.region, objectKey(kind, object))) {
    hash.update(piece);
    await file.writeFile(piece);
  }
  return hash.digest('hex');
}

async function* piecesOf(artifacts: ArtifactStore, region: Region, key: string): AsyncGenerator<Uint8Array> {
  try {
    yield* await artifacts.stream(region, key);
  } catch (cause) {
    throw new ReadFailed('The object could not be read.', { cause });
  }
}
