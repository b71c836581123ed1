/** A small file system for tests of a full disk. Only root can mount one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MountedDisk {
  readonly path: string;
  /** Uses up all free space. */
  fill(): void;
  /** Frees this space. */
  clear(): void;
  remove(): void;
}

export type SmallDisk = MountedDisk | { readonly missing: string };

/** @param path an empty directory; a new one by default */
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
      // The size must be at least that of the content, which grows meanwhile, and a size of 0 means no limit.
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
