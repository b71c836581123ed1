/** In production no process uses keys of the store or a login of the database with excessive rights. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { type Risk, wayOut } from './risks.ts';
import type { Database } from './store/database/database.ts';
import { excessRights } from './store/database/least-privilege.ts';
import { excessPrivileges } from './store/objects/least-privilege.ts';

class PrivilegeError extends Error {
  override readonly name = 'PrivilegeError';

  constructor(found: readonly string[]) {
    super(
      `The login of this process may do too much (docs/operate/operations.md):\n${found.map((text) => `  ${text}`).join('\n')}`,
    );
  }
}

/** Returns one sentence for each excessive right. */
type Question = () => Promise<readonly string[]>;

const RETRY_MS = 10_000;

/**
 * Throws PrivilegeError with all excessive rights. If a part cannot be reached now, the check repeats later and may
 * end the process then.
 */
export async function requireLeastPrivilege(
  { env, s3, acceptedRisks }: Pick<Config, 'env' | 's3' | 'acceptedRisks'>,
  database: Database,
  log: Log,
): Promise<void> {
  if (env !== 'production') return;
  const questions: Question[] = [
    () => excessPrivileges(s3),
    async () => unlessAccepted(await excessRights(database), 'database-login', acceptedRisks, log),
  ];
  const answers = await Promise.all(questions.map((question) => answerTo(question, log)));
  const found = answers.flatMap((answer) => answer ?? []);
  if (found.length > 0) throw new PrivilegeError(found);
  for (const [index, question] of questions.entries()) if (answers[index] === null) void askAgain(question, log);
}

function unlessAccepted(found: readonly string[], risk: Risk, accepted: readonly Risk[], log: Log): readonly string[] {
  if (!accepted.includes(risk))
    return found.map((text) => `${text} Make one of its own for the service, ${wayOut(risk)}.`);
  for (const text of found) log.warn({ risk }, text);
  return [];
}

async function askAgain(question: Question, log: Log): Promise<void> {
  for (;;) {
    await delay(RETRY_MS, undefined, { ref: false });
    const found = await answerTo(question, log);
    if (found === null) continue;
    if (found.length === 0) return;
    log.fatal({ err: new PrivilegeError(found) }, 'ended: what this process logs in with may do too much');
    process.exit(1);
  }
}

/** Returns null if the part cannot be reached. */
async function answerTo(question: Question, log: Log): Promise<readonly string[] | null> {
  try {
    return await question();
  } catch (err) {
    log.warn({ err }, 'what the keys of the store or the login of the database may do is not known yet');
    return null;
  }
}
