/**
 * The limits after which we, or the server, give up a connection to PostgreSQL. Each session passes the server's
 * limits at its start. Without them a host that vanishes in a transaction keeps its locks until the kernel of the
 * server notices it, two hours later by default.
 */
import { SECOND_MS } from '#domain/duration.ts';

/** This is also the longest that a request waits for a free connection of the pool before it answers 503. */
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
/** The limit is for a server that has gone silent: a little later than it would have given up the statement itself. */
const QUERY_TIMEOUT_MS = 6 * SECOND_MS;
const STATEMENT_TIMEOUT_MS = 5 * SECOND_MS;
/** The lock timeout ends before the statement timeout, so that the error names the lock. */
const LOCK_TIMEOUT_MS = 4 * SECOND_MS;
/**
 * This is far longer than the pause between two statements. Longer waits within a transaction set their own limit: see
 * `release.ts`.
 */
const IDLE_IN_TRANSACTION_MS = 15 * SECOND_MS;
/**
 * A peer that is silent on a connection that is idle, or does not confirm what it is sent, counts as gone after 30
 * seconds.
 */
const KEEPALIVE = { idleSeconds: 15, intervalSeconds: 5, count: 3 } as const;

const SESSION = {
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  tcp_keepalives_idle: KEEPALIVE.idleSeconds,
  tcp_keepalives_interval: KEEPALIVE.intervalSeconds,
  tcp_keepalives_count: KEEPALIVE.count,
  tcp_user_timeout: (KEEPALIVE.idleSeconds + KEEPALIVE.intervalSeconds * KEEPALIVE.count) * SECOND_MS,
} as const;

const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEPALIVE.idleSeconds * SECOND_MS } as const;

/** The role is the connection's from its first moment: it costs no question. */
export function connectionsAs(role: string): object {
  return {
    ...KEPT_ALIVE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    options: startupOptions({ role, statement_timeout: STATEMENT_TIMEOUT_MS, ...SESSION }),
  };
}

/**
 * The connections of whoever owns the tables. A migration may take its time; but not let everybody wait while it waits
 * for a lock.
 */
export function ownersConnections(): object {
  return { ...KEPT_ALIVE, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, options: startupOptions(SESSION) };
}

function startupOptions(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
