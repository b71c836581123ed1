/** Where runs of this clone keep their data: noted beside the packages, so that what was started with `DATA_DIR` is found without. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeDirectory } from '#src/directory.ts';
import { DevFailure } from './failure.ts';
import { stateFile } from './state.ts';

interface Places {
  /** The data directory of a start without `DATA_DIR`. */
  readonly usual: string;
  readonly notes: string;
}

export const PLACES: Places = {
  usual: resolve('.data'),
  notes: resolve(import.meta.dirname, '../node_modules/.cache/fixpoint/runs'),
};

/** A convenience: where it cannot be written, `DATA_DIR` has to say again what it said at the start. */
export function noteRun(dataDir: string, notes = PLACES.notes): void {
  try {
    makeDirectory(notes);
    writeFileSync(noteOf(dataDir, notes), dataDir);
  } catch {
    // Somebody else's tree.
  }
}

function noteOf(dataDir: string, notes: string): string {
  return join(notes, createHash('sha256').update(dataDir).digest('hex').slice(0, 32));
}

/**
 * The data directory that is meant: that of `DATA_DIR`, else the usual one where something runs there or nothing runs elsewhere,
 * else the one that a run of this clone was started with.
 */
export function meantDataDir(env: NodeJS.ProcessEnv, { usual, notes }: Places = PLACES): string {
  if (env['DATA_DIR']) return resolve(env['DATA_DIR']);
  if (isRunning(usual)) return usual;
  const [run, ...others] = runsNoted(notes);
  if (others.length === 0) return run ?? usual;
  const list = [run, ...others].map((dataDir) => `\n  DATA_DIR=${dataDir}`).join('');
  throw new DevFailure(`Nothing is running in ${usual}, and several services run elsewhere. Name one of them:${list}`);
}

/** Notes of what has ended are taken away. */
function runsNoted(notes: string): string[] {
  return namesIn(notes).flatMap((name) => {
    const path = join(notes, name);
    const dataDir = readOrNull(path);
    if (dataDir !== null && isRunning(dataDir)) return [dataDir];
    rmSync(path, { force: true });
    return [];
  });
}

function isRunning(dataDir: string): boolean {
  try {
    return Object.keys(stateFile(dataDir).running()).length > 0;
  } catch {
    // It belongs to somebody else, or is damaged, which whoever names it is told.
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
