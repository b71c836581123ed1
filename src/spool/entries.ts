/** What is ours in the spool directory, known by its name and its owner: others may use the directory too. */
import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Uploads of the API, and the outputs of stateless ones, which a worker leaves there for it. */
const UPLOAD = /^fixpoint-upload-[0-9a-f-]{36}\.pdf$/;
const OUTPUT = /^fixpoint-output-[0-9a-f-]{36}\.pdf$/;

/** A worker's private directory for what it is at work on. */
export const WORK_PREFIX = 'fixpoint-open-';

export interface SpoolEntry {
  readonly path: string;
  readonly stats: Stats;
}

type EntryKind = 'upload' | 'output' | 'work';

/** Null for what is not ours. */
function kindOf(name: string): EntryKind | null {
  if (UPLOAD.test(name)) return 'upload';
  if (OUTPUT.test(name)) return 'output';
  return name.startsWith(WORK_PREFIX) ? 'work' : null;
}

/** By their names alone, whoever owns them. */
export async function spoolNames(spoolDir: string): Promise<{ path: string; kind: EntryKind }[]> {
  return (await readdir(spoolDir)).flatMap((name) => {
    const kind = kindOf(name);
    return kind === null ? [] : { path: join(spoolDir, name), kind };
  });
}

export async function spoolEntries(spoolDir: string): Promise<SpoolEntry[]> {
  const paths = (await spoolNames(spoolDir)).map(({ path }) => path);
  const user = process.getuid?.();
  return (await statAll(paths)).filter(({ stats }) => user === undefined || stats.uid === user);
}

/** Answers the entries that are still there: their owners remove them at any time. */
export async function statAll(paths: readonly string[]): Promise<SpoolEntry[]> {
  const found = await Promise.all(paths.map((path) => lstat(path).catch(() => null)));
  return paths.flatMap((path, index) => {
    const stats = found[index];
    return stats ? [{ path, stats }] : [];
  });
}
