/**
 * Room in the spool directory, claimed before the bytes come: what is taken in has a place to lie, and who comes too
 * many is told so before sending anything. A claim is the size of a file whose blocks are still to be written, so every
 * process that shares the directory sees it, and it is gone with the file.
 */
import { type FileHandle, open, readdir, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MAX_FILE_BYTES } from '#domain/billing/plan.ts';
import { keyedMutex } from '#src/keyed-mutex.ts';
import { entryKinds, type SpoolEntry, spoolEntries, statAll } from './entries.ts';

/** It passes when documents under way are done; its code is that of a full disk. */
export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
  readonly code = 'ENOSPC';
}

/**
 * Nothing can be written there: it is gone, read-only or somebody else's. It passes when an operator has repaired it.
 */
class SpoolUnusable extends Error {
  override readonly name = 'SpoolUnusable';
  readonly code = 'EROFS';
}

export function unusable(cause: unknown): never {
  throw new SpoolUnusable('The spool directory cannot be written to.', { cause });
}

/** A claim in a worker's directory: its size is what the other files in there may grow to together. */
const CLAIM = 'room';
/** The unit of `blocks` (stat(2)). */
const BLOCK_BYTES = 512;
/** Directories and lists need a little too: a fiftieth of a small file system, no more than this of a large one. */
const MAX_SPARE_BYTES = 16 * 1024 * 1024;
const SPARE_SHARE = 0.02;

/** Claims that come at once are let in one after the other, for as long as there is room. */
const mutex = keyedMutex();

/** Claims room for an empty file of the spool directory; whoever has written it sets its size to what it holds. */
function claimRoom(file: FileHandle, sizeBytes: number, spoolDir: string): Promise<void> {
  return mutex(spoolDir, () => claimNow(file, sizeBytes, spoolDir));
}

/** Room is claimed first, then judged: two processes at once may both be refused, and are never both let in. */
async function claimNow(file: FileHandle, sizeBytes: number, spoolDir: string): Promise<void> {
  await file.truncate(sizeBytes);
  if (sizeBytes <= MOST_OWED.work && (await isRoomForAny(spoolDir))) return;
  if ((await unclaimedBytes(spoolDir)) >= 0) return;
  await file.truncate(0);
  throw new SpoolFull('The spool directory has no room.');
}

/** Claims room for all that a worker is to write into its directory. */
export async function claimRoomIn(directory: string, sizeBytes: number): Promise<void> {
  await using file = await open(join(directory, CLAIM), 'wx', 0o600).catch(unusable);
  await claimRoom(file, sizeBytes, dirname(directory));
}

/**
 * The most that is claimed for an entry: an upload is a document, and in a worker's directory are two, which are compared
 * (`plan.ts`). An output has no limit.
 */
const MOST_OWED = { upload: MAX_FILE_BYTES, work: 2 * MAX_FILE_BYTES, output: Infinity } as const;

/** Whether there is room whatever the entries may hold: seen by their names, without a look at each of them. */
async function isRoomForAny(spoolDir: string): Promise<boolean> {
  const kinds = await entryKinds(spoolDir);
  return (await freeBytes(spoolDir)) >= kinds.reduce((sum, kind) => sum + MOST_OWED[kind], 0);
}

/** The bytes that are free on the file system and claimed by nobody; below zero when more is claimed than there is. */
async function unclaimedBytes(spoolDir: string): Promise<number> {
  const owed = await Promise.all((await spoolEntries(spoolDir)).map(owedBytes));
  return (await freeBytes(spoolDir)) - owed.reduce((sum, bytes) => sum + bytes, 0);
}

async function freeBytes(spoolDir: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(spoolDir);
  return bavail * bsize - Math.min(MAX_SPARE_BYTES, blocks * bsize * SPARE_SHARE);
}

/** What is claimed for an entry and not written yet. */
async function owedBytes({ path, stats }: SpoolEntry): Promise<number> {
  if (!stats.isDirectory()) return Math.max(0, stats.size - stats.blocks * BLOCK_BYTES);
  const files = await statAll(path, await readdir(path).catch(() => []));
  const claimed = files.find((file) => basename(file.path) === CLAIM)?.stats.size ?? 0;
  return Math.max(0, claimed - files.reduce((sum, file) => sum + file.stats.blocks * BLOCK_BYTES, 0));
}

/** A file of the spool directory with room for so much; none is left when there is not. */
export async function openWithRoom(path: string, flags: 'w' | 'wx', sizeBytes: number): Promise<FileHandle> {
  const file = await open(path, flags, 0o600).catch(unusable);
  try {
    await claimRoom(file, sizeBytes, dirname(path));
    return file;
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}
