/** One supervisor for one folder: of two that start at the same time, one gets it; one that was killed does not keep it. */
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isSystemError } from '#src/system-error.ts';
import { writePrivate } from './files.ts';
import { processIdentity } from './process.ts';

const LOCK_FILE = 'supervisor.lock';

/** Answers how to give it back, or null while another process holds it. */
export function lock(directory: string): (() => void) | null {
  const path = join(directory, LOCK_FILE);
  // A link is there at once and with all it says: nobody finds a lock whose holder is not written down yet.
  const own = `${path}.${process.pid}`;
  try {
    writePrivate(own, `${process.pid} ${processIdentity(process.pid)}`);
    while (!links(own, path)) {
      if (isHeld(path)) return null;
      removeStale(path);
    }
    return () => rmSync(path, { force: true });
  } finally {
    rmSync(own, { force: true });
  }
}

function links(own: string, path: string): boolean {
  return succeeds(() => linkSync(own, path), 'EEXIST');
}

/** The pid alone may be another process by now. */
function isHeld(path: string): boolean {
  let said = '';
  succeeds(() => (said = readFileSync(path, 'utf8')), 'ENOENT');
  const [, pid, identity] = /^(\d+) (.+)$/.exec(said) ?? [];
  return identity !== undefined && processIdentity(Number(pid)) === identity;
}

/** Looked at once more where nobody else can take it: it may be that of another start, which was quicker. */
function removeStale(path: string): void {
  const aside = `${path}.${process.pid}.stale`;
  if (!succeeds(() => renameSync(path, aside), 'ENOENT')) return;
  if (isHeld(aside)) links(aside, path);
  rmSync(aside);
}

/** False when it fails with the code that is expected; throws whatever else it fails with. */
function succeeds(act: () => void, expected: string): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === expected) return false;
    throw error;
  }
}
