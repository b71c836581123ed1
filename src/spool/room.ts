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
import { type SpoolEntry, spoolEntries, spoolNames, statAll } from './entries.ts';

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

/** The claims of this process by the path of their entry: the size of an entry that is named here need not be read. */
const ownClaims = new Map<string, number>();

/** How much a file of the spool directory claims. */
interface Claim {
  readonly sizeBytes: number;
  /** The file's size as it is, which stays when the claim is refused. */
  readonly heldBytes: number;
  /** Bytes that are to be free beside the claim: it is refused without them, and does not hold them. */
  readonly aheadBytes: number;
}

/** Claims space for an entry of the spool directory by the size of a file, which its writer sets to what it holds at the end. */
function claimRoom(file: FileHandle, entry: string, claim: Claim): Promise<void> {
  return mutex(dirname(entry), () => claimNow(file, entry, claim));
}

/** The space is claimed before it is counted: two processes at once may both be refused, and both never get in. */
async function claimNow(file: FileHandle, entry: string, claim: Claim): Promise<void> {
  const { sizeBytes, heldBytes, aheadBytes } = claim;
  const spoolDir = dirname(entry);
  const set = async (bytes: number) => {
    await file.truncate(bytes);
    ownClaims.set(entry, bytes);
  };
  await set(sizeBytes);
  for (const owed of [mostOwedBytes, owedBytes]) {
    const owes = await owed(spoolDir);
    if ((await freeBytes(spoolDir)) - owes >= aheadBytes) return;
  }
  await set(heldBytes);
  throw new SpoolFull('The spool directory has no room.');
}

/** Makes the claim of an open file larger, before the bytes are written that it is for. */
export async function claimMore(
  file: FileHandle,
  path: string,
  claim: Pick<Claim, 'sizeBytes' | 'heldBytes'>,
): Promise<void> {
  await claimRoom(file, path, { ...claim, aheadBytes: 0 });
}

/** Claims room for all that a worker is to write into its directory. */
export async function claimRoomIn(directory: string, sizeBytes: number): Promise<void> {
  await using file = await open(join(directory, CLAIM), 'wx', 0o600).catch(unusable);
  await claimRoom(file, directory, { sizeBytes, heldBytes: 0, aheadBytes: 0 });
}

/**
 * The most that is claimed for an entry: an upload is a document, and in a worker's directory are two, which are compared
 * (`plan.ts`). An output has no limit.
 */
const MOST_OWED = { upload: MAX_FILE_BYTES, work: 2 * MAX_FILE_BYTES, output: Infinity } as const;

/** The most that all entries may still write, by their names and the claims of this process: no entry is opened for it. */
async function mostOwedBytes(spoolDir: string): Promise<number> {
  const entries = await spoolNames(spoolDir);
  const paths = new Set(entries.map(({ path }) => path));
  for (const path of ownClaims.keys()) if (dirname(path) === spoolDir && !paths.has(path)) ownClaims.delete(path);
  return entries.reduce((sum, { path, kind }) => sum + (ownClaims.get(path) ?? MOST_OWED[kind]), 0);
}

/** Claimed but unwritten bytes of all entries. */
async function owedBytes(spoolDir: string): Promise<number> {
  const owed = await Promise.all((await spoolEntries(spoolDir)).map(owedBytesOf));
  return owed.reduce((sum, bytes) => sum + bytes, 0);
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

async function owedBytesOf({ path, stats }: SpoolEntry): Promise<number> {
  if (!stats.isDirectory()) return Math.max(0, stats.size - stats.blocks * BLOCK_BYTES);
  const names = await readdir(path).catch(() => []);
  const files = await statAll(names.map((name) => join(path, name)));
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
    await claimRoom(file, path, { sizeBytes, heldBytes: 0, aheadBytes });
    return file;
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}
