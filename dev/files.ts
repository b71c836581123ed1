/** Makes folders and files, or explains in a sentence why it cannot. */
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

/** The removal succeeds even while an ending process still writes there. */
export function removeDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Only the owner can read the file. A file that does not fit on the disk is removed. */
export function writePrivate(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (cause) {
    rmSync(path, { force: true });
    throw new DevFailure(`${path} cannot be written: ${reasonOf(cause)}.`, { cause });
  }
}
