/** Folders and files of ours: made, or a sentence why they cannot be. */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DevFailure, explain, reasonOf } from './failure.ts';

export function makeDirectory(path: string, mode = 0o777): void {
  try {
    makeMissing(resolve(path), mode);
  } catch (cause) {
    throw new DevFailure(explain(cause), { cause });
  }
}

/** Also one in which a process that ends right now still writes. */
export function removeDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** For its owner only; nothing is left of what there is no room for. */
export function writePrivate(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (cause) {
    rmSync(path, { force: true });
    throw new DevFailure(`${path} cannot be written: ${reasonOf(cause)}.`, { cause });
  }
}

/** Folder by folder: Node's own `recursive` never ends where a folder that exists answers ENOENT, as those of /proc do. */
function makeMissing(path: string, mode: number): void {
  if (isDirectory(path)) return;
  makeMissing(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another start may have been quicker.
    if (!isDirectory(path)) throw error;
  }
}

function isDirectory(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) throw new DevFailure(`${path} cannot be used: it is not a folder.`);
  return stat?.isDirectory() ?? false;
}
