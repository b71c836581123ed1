/**
 * The end of a process that has lost its way to the database for itself alone. Whoever started it starts it again: compose
 * by its restart policy, which looks at processes that end and not at health, an orchestrator, or `npm start`.
 */
import type { Database } from '#store/orm.ts';
import { watchDatabase } from '#store/watchdog.ts';
import type { Log } from './log.ts';

/** Longer than an orderly end takes, which a stuck process may not come to. */
const FORCE_AFTER_MS = 40_000;

/** `end` begins an orderly end. Answers whether the process lives. */
export function endWhenStuck(database: Database, log: Log, end: () => Promise<void>): () => boolean {
  let isAlive = true;
  watchDatabase(database, () => {
    isAlive = false;
    log.fatal({ alarm: 'database_stuck' }, 'ending: PostgreSQL answers, but none of the connections of this process');
    process.exitCode = 1;
    setTimeout(() => process.exit(), FORCE_AFTER_MS).unref();
    void end();
  });
  return () => isAlive;
}
