/**
 * Saves round trips to PostgreSQL. Nobody reads the answers of the statements that open a transaction, so they go
 * together with the first statement whose answer is read. `executeUnread` does the same within a transaction. A single
 * statement of an organization carries its role along, in an implicit transaction.
 */
import type { Transaction } from '@mikro-orm/core';
import { type AbstractSqlConnection, EntityManager } from '@mikro-orm/postgresql';

type Query = (...input: unknown[]) => unknown;

/** The answer of node-postgres to a statement without rows. */
const NOTHING = { command: null, rowCount: 0, rows: [] };

/**
 * Executes a write within a transaction without reading its answer. The statement and its failure go with the next
 * question, at the latest with COMMIT. Do not use it for an effect that must exist now, such as a lock.
 */
export async function executeUnread(em: EntityManager, statement: string, values: unknown[] = []): Promise<void> {
  if (!em.isInTransaction()) throw new Error('Outside of a transaction nothing would send it.');
  await em.execute(UNREAD + statement, values);
}

/** No ordinary statement begins like this. */
const UNREAD = '/* unread */ ';

/**
 * Wraps the `query` of a connection: it holds back BEGIN, the settings after it and unread statements until the next
 * question. A transaction without a question never begins. For several statements in one text it returns the answer of
 * the last one.
 */
export function withFewerTrips(query: Query): Query {
  let kept: string[] = [];
  return (...input) => {
    const [statement, values] = input;
    const isText = typeof statement === 'string';
    if (isText && isKeptBack(statement, kept)) {
      kept.push(statement);
      return Promise.resolve(NOTHING);
    }
    const before = kept;
    kept = [];
    const [first] = before;
    if (first === undefined) return isText ? lastOf(query(...input)) : query(...input);
    if (isText && ENDS.test(statement) && (statement !== 'commit' || !before.some(isUnread))) {
      // The transaction is rolled back, or it was empty.
      return BEGINS.test(first) ? Promise.resolve(NOTHING) : query(...input);
    }
    // Only text without values can have several statements.
    if (isText && !hasValues(values)) return lastOf(query([...before, statement].join('; '), ...input.slice(1)));
    // If a statement fails, the later ones fail too, with less useful errors.
    const opened = Promise.resolve(query(before.join('; ')));
    const asked = Promise.resolve(query(...input));
    asked.catch(() => undefined);
    return opened.then(() => asked);
  };
}

function isKeptBack(statement: string, kept: readonly string[]): boolean {
  if (isUnread(statement)) return true;
  return kept.length === 0 ? BEGINS.test(statement) : SETS.test(statement);
}

function isUnread(statement: string): boolean {
  return statement.startsWith(UNREAD);
}

const BEGINS = /^(begin|start transaction[^;]*)$/;
/** The form in which MikroORM sets the session of a manager. */
const SETS = /^select set_config\(/;
/** A return to a savepoint drops the statements held back since. */
const ENDS = /^(commit|rollback( to .*)?)$/;

function hasValues(values: unknown): boolean {
  return Array.isArray(values) && values.length > 0;
}

function lastOf(answer: unknown): unknown {
  if (!(answer instanceof Promise)) return answer;
  return answer.then((results: unknown) => (Array.isArray(results) ? results.at(-1) : results));
}

/**
 * What `execute` and the native calls ask outside of a transaction is one question, with whom it is for in front. (What
 * `find` and its like ask, MikroORM puts into a transaction of its own: two.)
 */
export class RoundTripManager extends EntityManager {
  override async withSessionContext<T>(ctx: Transaction, ask: (ctx?: Transaction) => Promise<T>): Promise<T> {
    const session = ctx === undefined ? this.getContext(false).getTransactionSessionContext() : undefined;
    if (session === undefined) return ask(ctx);
    const settings = Object.entries(session.variables ?? {});
    const sets = `select ${settings.map(() => 'set_config(?, ?, true)').join(', ')}`;
    const opening = this.getPlatform().formatQuery(sets, settings.flat());
    // oxlint-disable-next-line no-restricted-properties -- role and tenant are in front of each question
    const client = this.getConnection('write').getClient();
    const executeQuery = (query: Compiled, options?: Options) =>
      client.executeQuery({ ...query, sql: `${opening}; ${query.sql}` }, options);
    return ask({ executeQuery });
  }
}

type Client = ReturnType<AbstractSqlConnection['getClient']>;
type Compiled = Extract<Parameters<Client['executeQuery']>[0], { readonly sql: string }>;
type Options = Parameters<Client['executeQuery']>[1];
