/** Counts the statements of a service with the statement log of PostgreSQL, which is on only during the measurement. */
import { readFileSync, statSync } from 'node:fs';
import { openAdministratorSession } from '#test/support/database-administrator.ts';
import type { Instance } from './instance.ts';

export interface Statements {
  /** Each statement is one round trip. */
  readonly statements: number;
  /** Transactions with several statements. A single statement is not counted. */
  readonly transactions: number;
  /** The count of each kind by its first words, the most frequent first. */
  readonly kinds: readonly (readonly [string, number])[];
}

export async function countStatements(
  { administratorUrl, postgresLog }: Instance,
  work: () => Promise<unknown>,
): Promise<Statements> {
  const session = await openAdministratorSession(administratorUrl);
  const setting = async (value: string): Promise<void> => {
    await session.ask(`alter system set log_statement = '${value}'`);
    await session.ask('select pg_reload_conf()');
    // Sessions apply the setting before their next statement.
    await session.ask('select pg_sleep(0.2)');
  };
  try {
    await setting('all');
    const before = statSync(postgresLog).size;
    await work();
    const log = readFileSync(postgresLog).subarray(before).toString('utf8');
    await setting('none');
    return countIn(log);
  } finally {
    await session.close();
  }
}

const KIND = /(?:statement|execute [^:]*): +(.*)/;
const KIND_CHARACTERS = 60;

function countIn(log: string): Statements {
  const made = log.split('\n').flatMap((line) => (line.includes('LOG:') ? (KIND.exec(line)?.[1] ?? []) : []));
  const kinds = Map.groupBy(made, (statement) =>
    statement
      .replaceAll(/'[^']*'/g, '?')
      .slice(0, KIND_CHARACTERS)
      .toLowerCase(),
  );
  const counted = [...kinds].map(([kind, { length }]) => [kind, length] as const);
  return {
    statements: made.length,
    transactions: made.filter((statement) => /^(begin|start transaction)/i.test(statement)).length,
    kinds: counted.toSorted(([, a], [, b]) => b - a),
  };
}
