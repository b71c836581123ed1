/** Allows one run in one folder. Only one of two runs that start together gets the lock, and a killed run loses it. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCK_FILE = 'run.lock';
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;
/** The garbage collector would close an unreferenced database. */
const held = new Set<DatabaseSync>();

/**
 * Returns a function that releases the lock; null while another process holds it. SQLite locks the file, and the system
 * releases the lock at any end of the process. Only one of several immediate transactions can start.
 */
export function lock(directory: string): (() => void) | null {
  const database = new DatabaseSync(join(directory, LOCK_FILE));
  const release = (): void => {
    held.delete(database);
    database.close();
  };
  held.add(database);
  try {
    // The journal stays in memory, so nothing is written.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return release;
  } catch (error) {
    release();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
}
