/**
 * Room in the spool directory, claimed before the bytes come: what is taken in has a place to lie, and who comes too
 * many is told so before sending anything. A claim is the size of a file whose blocks are still to be written, so every
 * process that shares the directory sees it, and it is gone with the file.
 */
import { statfsSync, type StatsFs } from 'node:fs';
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

/** How much a file of the spool directory claims. */
interface Claim {
  readonly sizeBytes: number;
  /** The file's size as it is, which stays when the claim is refused. */
  readonly heldBytes: number;
  /** Bytes that are to be free beside the claim: it is refused without them, and does not hold them. */
  readonly aheadBytes: number;
}

/** Claims space for a file of the spool directory. Its writer sets its size to what it holds at the end. */
function claimRoom(file: FileHandle, claim: Claim, spoolDir: string): Promise<void> {
  return mutex(spoolDir, () => claimNow(file, claim, spoolDir));
}

/** The space is claimed before it is counted: two processes at once may both be refused, and both never get in. */
async function claimNow(file: FileHandle, claim: Claim, spoolDir: string): Promise<void> {
  const { sizeBytes, heldBytes, aheadBytes } = claim;
  await file.truncate(sizeBytes);
  if (sizeBytes + aheadBytes <= MOST_OWED.work && (await isRoomForAny(spoolDir))) return;
  if ((await unclaimedBytes(spoolDir)) >= aheadBytes) return;
  await file.truncate(heldBytes);
  throw new SpoolFull('The spool directory has no room.');
}

/** Makes the claim of an open file larger, before the bytes are written that it is for. */
export async function claimMore(
  file: FileHandle,
  path: string,
  claim: Pick<Claim, 'sizeBytes' | 'heldBytes'>,
): Promise<void> {
  await claimRoom(file, { ...claim, aheadBytes: 0 }, dirname(path));
}

/** Claims room for all that a worker is to write into its directory. */
export async function claimRoomIn(directory: string, sizeBytes: number): Promise<void> {
  await using file = await open(join(directory, CLAIM), 'wx', 0o600).catch(unusable);
  await claimRoom(file, { sizeBytes, heldBytes: 0, aheadBytes: 0 }, dirname(directory));
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
  const stats = await statfs(spoolDir);
  return stats.bavail * stats.bsize - spareBytes(stats);
}

/** The bytes that the spool directory has when nothing is in its file system. */
export function spoolCapacity(spoolDir: string): number {
  const stats = statsOf(spoolDir);
  return stats.blocks * stats.bsize - spareBytes(stats);
}

function statsOf(spoolDir: string): StatsFs {
  try {
    return statfsSync(spoolDir);
  } catch (cause) {
    return unusable(cause);
  }
}

function spareBytes({ blocks, bsize }: StatsFs): number {
  return Math.min(MAX_SPARE_BYTES, blocks * bsize * SPARE_SHARE);
}

/** Claimed but unwritten bytes of an entry. */
async function owedBytes({ path, stats }: SpoolEntry): Promise<number> {
  if (!stats.isDirectory()) return Math.max(0, stats.size - stats.blocks * BLOCK_BYTES);
  const files = await statAll(path, await readdir(path).catch(() => []));
  const claimed = files.find((file) => basename(file.path) === CLAIM)?.stats.size ?? 0;
  return Math.max(0, claimed - files.reduce((sum, file) => sum + file.stats.blocks * BLOCK_BYTES, 0));
}

/** A file of the spool directory with a claim of so many bytes; none is left when they are not free. */
export async function openWithRoom(
  path: string,
  flags: 'w' | 'wx',
  sizeBytes: number,
  aheadBytes = 0,
): Promise<FileHandle> {
  const file = await open(path, flags, 0o600).catch(unusable);
  try {
    await claimRoom(file, { sizeBytes, heldBytes: 0, aheadBytes }, dirname(path));
    return file;
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}
