/** In production no process works with keys of the store that may do more than they are for. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { excessPrivileges } from './store/objects/least-privilege.ts';

class PrivilegeError extends Error {
  override readonly name = 'PrivilegeError';

  constructor(found: readonly string[]) {
    super(
      `The keys of the S3 store may do too much (docs/operations.md):\n${found.map((text) => `  ${text}`).join('\n')}`,
    );
  }
}

const RETRY_MS = 10_000;

/** Throws PrivilegeError. A store that cannot be asked now is asked later, and the process then ends if it must. */
export async function requireLeastPrivilege({ env, s3 }: Config, log: Log): Promise<void> {
  if (env !== 'production') return;
  const error = await firstAnswer(s3, log);
  if (error === 'unknown') void askAgain(s3, log);
  else if (error !== null) throw error;
}

async function askAgain(s3: Config['s3'], log: Log): Promise<void> {
  for (;;) {
    await delay(RETRY_MS, undefined, { ref: false });
    const error = await firstAnswer(s3, log);
    if (error === 'unknown') continue;
    if (error === null) return;
    log.fatal({ err: error }, 'ended: the keys of the store may do too much');
    process.exit(1);
  }
}

async function firstAnswer(s3: Config['s3'], log: Log): Promise<PrivilegeError | 'unknown' | null> {
  try {
    const found = await excessPrivileges(s3);
    return found.length === 0 ? null : new PrivilegeError(found);
  } catch (err) {
    log.warn({ err }, 'what the keys of the store may do is not known yet');
    return 'unknown';
  }
}
