/** A file system that is soon full, for tests of what happens then. Only root may mount one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = { readonly path: string; readonly remove: () => void } | { readonly missing: string };

/** @param path an empty directory; one of its own unless given */
export function smallDisk(sizeMiB: number, path = mkdtempSync(join(tmpdir(), 'fixpoint-disk-'))): SmallDisk {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m,mode=0700`, 'tmpfs', path]);
  if (mounted.status !== 0) {
    rmdirSync(path);
    return { missing: `no tmpfs can be mounted here: ${mounted.error?.message ?? mounted.stderr.toString().trim()}` };
  }
  const remove = () => {
    spawnSync('umount', [path]);
    rmdirSync(path);
  };
  return { path, remove };
}
