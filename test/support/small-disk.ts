/** A file system that is soon full, for tests of what happens then. Only root may mount one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MountedDisk {
  readonly path: string;
  /** Takes all that is free of it away. */
  fill(): void;
  /** Gives that back. */
  clear(): void;
  remove(): void;
}

export type SmallDisk = MountedDisk | { readonly missing: string };

/** @param path an empty directory; one of its own unless given */
export function smallDisk(sizeMiB: number, path = mkdtempSync(join(tmpdir(), 'fixpoint-disk-'))): SmallDisk {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m,mode=0700`, 'tmpfs', path]);
  if (mounted.status !== 0) {
    rmdirSync(path);
    return { missing: `no tmpfs can be mounted here: ${mounted.error?.message ?? mounted.stderr.toString().trim()}` };
  }
  const resize = (size: string) => spawnSync('mount', ['-o', `remount,size=${size}`, path]).status === 0;
  return {
    path,
    fill() {
      // It refuses to be smaller than what is in it, which grows meanwhile; and a size of 0 is no limit at all.
      while (!resize(String(usedBytes(path)))) continue;
    },
    clear: () => void resize(`${sizeMiB}m`),
    remove() {
      spawnSync('umount', [path]);
      rmdirSync(path);
    },
  };
}

function usedBytes(path: string): number {
  const { blocks, bfree, bsize } = statfsSync(path);
  return Math.max(1, blocks - bfree) * bsize;
}
