/** One run for one folder: of two that start at the same time, one gets the lock; one that was killed does not keep it. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCK_FILE = 'run.lock';
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;
/** The garbage collector would close a database that nobody refers to. */
const held = new Set<DatabaseSync>();

/**
 * Answers how to release the lock, or null while another process holds it. SQLite locks the file, and the system releases
 * the lock when the process ends, however it ends. Of several immediate transactions exactly one begins.
 */
export function lock(directory: string): (() => void) | null {
  const database = new DatabaseSync(join(directory, LOCK_FILE));
  const release = (): void => {
    held.delete(database);
    database.close();
  };
  held.add(database);
  try {
    // The journal stays in memory, so that nothing is written.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return release;
  } catch (error) {
    release();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
}
