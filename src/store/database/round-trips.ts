/**
 * Fewer round trips to PostgreSQL. The statements that open a transaction are answered with nothing anybody reads: they
 * go together with the first statement whose answer somebody does. And what is executed in the name of an organization
 * outside of a transaction takes its role along, in a transaction that PostgreSQL makes of the question.
 */
import type { Transaction } from '@mikro-orm/core';
import { type AbstractSqlConnection, EntityManager } from '@mikro-orm/postgresql';

type Query = (...input: unknown[]) => unknown;

/** What a statement without rows is answered by node-postgres. */
const NOTHING = { command: null, rowCount: 0, rows: [] };

/**
 * The `query` of a connection that keeps back BEGIN, and what sets variables behind it, until something else is asked;
 * a transaction in which nothing is asked never begins. Where several statements are asked in one text, the answer is
 * that of the last one.
 */
export function withFewerTrips(query: Query): Query {
  let opening: string[] = [];
  return (...input) => {
    const [statement, values] = input;
    const isText = typeof statement === 'string';
    if (isText && (opening.length === 0 ? BEGINS : SETS).test(statement)) {
      opening.push(statement);
      return Promise.resolve(NOTHING);
    }
    const opened = opening;
    opening = [];
    if (opened.length === 0) return isText ? lastOf(query(...input)) : query(...input);
    if (isText && ENDS.test(statement)) return Promise.resolve(NOTHING);
    // Only text without values can have several statements.
    if (isText && !hasValues(values)) return lastOf(query([...opened, statement].join('; '), ...input.slice(1)));
    // Where it fails, what comes behind it does too.
    Promise.resolve(query(opened.join('; '))).catch(() => undefined);
    return query(...input);
  };
}

const BEGINS = /^(begin|start transaction[^;]*)$/;
/** As MikroORM writes it for the session of a manager. */
const SETS = /^select set_config\(/;
const ENDS = /^(commit|rollback)$/;

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
