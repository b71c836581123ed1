/** How a process lives with a database that is away, and how it ends when only its own way there is lost. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './store/database/database.ts';
import { isOutage } from './store/database/outage.ts';
import { watchDatabase } from './store/database/watchdog.ts';
import type { Log } from './log.ts';

const RETRY_MS = 2_000;

/** What a process needs of the database before it begins: one that is away is waited for, and not started again for. */
export async function outlastOutage<T>(log: Log, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (err) {
      if (!isOutage(err)) throw err;
      log.warn({ err }, 'waiting for PostgreSQL');
      await delay(RETRY_MS);
    }
  }
}

/** This is longer than an orderly end takes, which a stuck process may not come to. */
const FORCE_AFTER_MS = 40_000;

/**
 * For a process that alone has lost its way to the database. Whoever started it starts it again: compose by its restart
 * policy, which looks at processes that end and not at health, an orchestrator, or `npm start`. `end` begins an orderly
 * end. Answers whether the process lives.
 */
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
