/** Folders and files of ours: made, or a sentence why they cannot be. */
import { rmSync, writeFileSync } from 'node:fs';
import { makeDirectory as make } from '#src/directory.ts';
import { DevFailure, explain } from './failure.ts';
import { isSystemError, messageOf, reasonOf } from '#src/system-error.ts';

export function makeDirectory(path: string, mode = 0o777): void {
  try {
    make(path, mode);
  } catch (cause) {
    throw new DevFailure(isSystemError(cause) ? explain(cause) : messageOf(cause), { cause });
  }
}

/** It goes even while a process that ends right now still writes in it. */
export function removeDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** The file is for its owner only; nothing is left of what there is no room for. */
export function writePrivate(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (cause) {
    rmSync(path, { force: true });
    throw new DevFailure(`${path} cannot be written: ${reasonOf(cause)}.`, { cause });
  }
}
