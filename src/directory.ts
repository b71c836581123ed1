/** This module makes the folders for what we write. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * The folder and whatever is missing above it, one by one: Node's own `recursive` never ends where a folder that exists
 * answers ENOENT, as those of /proc do.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  makeMissing(resolve(path), mode);
}

function makeMissing(path: string, mode: number): void {
  if (isDirectory(path)) return;
  makeMissing(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have been quicker.
    if (!isDirectory(path)) throw error;
  }
}

function isDirectory(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) throw new Error(`${path} cannot be used: it is not a folder.`);
  return stat !== undefined;
}
