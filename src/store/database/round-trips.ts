/**
 * Fewer round trips to PostgreSQL. The statements that open a transaction are answered with nothing anybody reads: they
 * go together with the first statement whose answer somebody does. So does, within a transaction, what is asked by
 * `executeUnread`. And what is executed in the name of an organization outside of a transaction takes its role along, in
 * a transaction that PostgreSQL makes of the question.
 */
import type { Transaction } from '@mikro-orm/core';
import { type AbstractSqlConnection, EntityManager } from '@mikro-orm/postgresql';

type Query = (...input: unknown[]) => unknown;

/** The answer of node-postgres to a statement without rows. */
const NOTHING = { command: null, rowCount: 0, rows: [] };

/**
 * Within a transaction: executes what writes and whose answer nobody reads. It goes to the server in front of the next
 * question, the last of which is COMMIT, and so does its failure. What has to have happened by now, as a lock that keeps
 * others from what is no row, is nothing for it.
 */
export async function executeUnread(em: EntityManager, statement: string, values: unknown[] = []): Promise<void> {
  if (!em.isInTransaction()) throw new Error('Outside of a transaction nothing would send it.');
  await em.execute(UNREAD + statement, values);
}

/** As no statement begins that is asked to be read. */
const UNREAD = '/* unread */ ';

/**
 * The `query` of a connection that keeps back BEGIN, what sets variables behind it, and what nobody reads the answer of,
 * until something else is asked; a transaction in which nothing is asked never begins. Where several statements are
 * asked in one text, the answer is that of the last one.
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
      // Nothing of it is wanted any more, or there never was anything.
      return BEGINS.test(first) ? Promise.resolve(NOTHING) : query(...input);
    }
    // Only text without values can have several statements.
    if (isText && !hasValues(values)) return lastOf(query([...before, statement].join('; '), ...input.slice(1)));
    // Where it fails, what comes behind it does too, and knows less of why.
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
/** As MikroORM writes it for the session of a manager. */
const SETS = /^select set_config\(/;
/** A return to a savepoint takes back what was kept since it was made. */
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
