/**
 * Notes the data folders of runs of this clone beside the packages, so that commands find a run that was started with
 * `DATA_DIR`.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeDirectory } from '#src/directory.ts';
import { DevFailure } from './failure.ts';
import { stateFile } from './state.ts';

interface Places {
  /** The data folder of a start without `DATA_DIR`. */
  readonly usual: string;
  readonly notes: string;
}

export const PLACES: Places = {
  usual: resolve('.data'),
  notes: resolve(import.meta.dirname, '../node_modules/.cache/fixpoint/runs'),
};

/** The note is optional: if it cannot be written, commands need `DATA_DIR` again. */
export function noteRun(dataDir: string, notes = PLACES.notes): void {
  try {
    makeDirectory(notes);
    writeFileSync(noteOf(dataDir, notes), dataDir);
  } catch {
    // The folder belongs to another user.
  }
}

function noteOf(dataDir: string, notes: string): string {
  return join(notes, createHash('sha256').update(dataDir).digest('hex').slice(0, 32));
}

/**
 * The data folder of a command: that of `DATA_DIR`, else the usual one if something runs there or nothing runs
 * elsewhere, else the folder of another run of this clone.
 */
export function meantDataDir(env: NodeJS.ProcessEnv, { usual, notes }: Places = PLACES): string {
  if (env['DATA_DIR']) return resolve(env['DATA_DIR']);
  if (isRunning(usual)) return usual;
  const [run, ...others] = runsNoted(notes);
  if (others.length === 0) return run ?? usual;
  const list = [run, ...others].map((dataDir) => `\n  DATA_DIR=${dataDir}`).join('');
  throw new DevFailure(`Nothing is running in ${usual}, and several services run elsewhere. Name one of them:${list}`);
}

/** Removes notes of ended runs. */
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
    // The file belongs to another user or is damaged. A command that names the folder reports it.
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
