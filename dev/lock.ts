/** One supervisor for one folder: of two that start at the same time, one gets it; one that was killed does not keep it. */
import { linkSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { isSystemError } from '#src/system-error.ts';
import { writePrivate } from './files.ts';
import { processIdentity } from './process.ts';

const NAME = /^supervisor\.lock(?:\.(?<generation>\d+))?$/;

/**
 * Answers how to give it back, or null while another process holds it.
 *
 * A lock is never taken away from its place and never used again: whoever finds that of a dead process makes the next one,
 * which one of many can. So nobody who was slow takes away what another has got meanwhile.
 */
export function lock(directory: string): (() => void) | null {
  // A link is there at once and with all it says: nobody finds a lock whose holder is not written down yet.
  const own = join(directory, `supervisor.lock-${process.pid}`);
  try {
    writePrivate(own, `${process.pid} ${processIdentity(process.pid)}`);
    for (;;) {
      const last = newest(directory);
      if (last !== null && isHeld(last.path)) return null;
      const next = (last?.generation ?? 0) + 1;
      const path = join(directory, `supervisor.lock.${next}`);
      if (!succeeds(() => linkSync(own, path), 'EEXIST')) continue;
      // This place was free because a later one had been taken and this one cleared away.
      if (newest(directory)?.generation !== next) {
        rmSync(path, { force: true });
        continue;
      }
      for (const { path: older, generation } of locks(directory)) if (generation < next) rmSync(older, { force: true });
      // The file stays, so that the next generation is a later one.
      return () => void succeeds(() => truncateSync(path), 'ENOENT');
    }
  } finally {
    rmSync(own, { force: true });
  }
}

interface Lock {
  readonly path: string;
  readonly generation: number;
}

function locks(directory: string): readonly Lock[] {
  return readdirSync(directory).flatMap((name) => {
    const match = NAME.exec(name);
    return match ? [{ path: join(directory, name), generation: Number(match.groups?.['generation'] ?? 0) }] : [];
  });
}

function newest(directory: string): Lock | null {
  return locks(directory).reduce<Lock | null>(
    (last, one) => (last && last.generation > one.generation ? last : one),
    null,
  );
}

/** The pid alone may be another process by now. */
function isHeld(path: string): boolean {
  let said = '';
  succeeds(() => (said = readFileSync(path, 'utf8')), 'ENOENT');
  const [, pid, identity] = /^(\d+) (.+)$/.exec(said) ?? [];
  return identity !== undefined && processIdentity(Number(pid)) === identity;
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
