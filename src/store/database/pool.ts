/**
 * Behaviour that the layers above leave to users of node-postgres. Kysely returns a connection only after a successful
 * COMMIT or ROLLBACK (its issue 1990). A connection whose answer is late would go to the next caller, who waits behind
 * the unanswered statement. Here a useless connection leaves the pool at once. Its slot is free again, and PostgreSQL
 * rolls back the open transaction.
 */
import type { EventEmitter } from 'node:events';
import { withFewerTrips } from './round-trips.ts';

/** The used part of node-postgres, which has no types. */
interface Client extends EventEmitter {
  connect(): Promise<unknown>;
  query(...input: unknown[]): unknown;
  end(): Promise<void>;
}

interface PooledClient extends Client {
  /** Destroys the connection when it is called with true. It is called once. */
  release(destroy?: boolean): void;
}

export interface Pool extends EventEmitter {
  /** Whether it was told to end. */
  readonly ending: boolean;
  readonly Client: new (options: object) => Client;
  readonly options: object;
}

export interface PoolWatch {
  /**
   * When the server last answered a statement, by `performance.now()`; before the first one the beginning of the watch.
   */
  readonly answeredAt: () => number;
  /** Asks the database over a separate connection, independent of the pool. */
  readonly askOutside: () => Promise<void>;
}

/** Makes the hook for `onPoolCreated` of MikroORM's PostgreSQL connection. */
export function watchPool(): PoolWatch & { readonly attach: (pool: Pool) => void } {
  let answeredAt = performance.now();
  let attached: Pool | null = null;
  return {
    answeredAt: () => answeredAt,
    async askOutside() {
      if (attached === null) throw new Error('The pool is made with the first question.');
      await askOutside(attached);
    },
    attach(pool) {
      attached = pool;
      const discard = discarder(pool);
      // A caller who waits for a connection at the end of the pool gets one and drops it, because PostgresDriver of
      // Kysely has given up the pool by then. Without this the pool would wait for it for ever.
      pool.on('acquire', (client: PooledClient) => void (pool.ending && setImmediate(discard, client)));
      pool.on('connect', (client: PooledClient) => {
        client.once('end', () => discard(client));
        const query = client.query.bind(client);
        client.query = withFewerTrips((...input) => {
          const answer = query(...input);
          const answered = () => void (answeredAt = performance.now());
          const failed = (error: unknown) => {
            if (isRefusal(error)) answered();
            if (isUnanswered(error) || isTransactionControl(input[0], error)) discard(client);
          };
          if (answer instanceof Promise) answer.then(answered, failed);
          return answer;
        });
      });
    },
  };
}

/** Destroys a connection that somebody else holds. */
function discarder(pool: Pool): (client: PooledClient) => void {
  const held = new WeakSet<PooledClient>();
  pool.on('acquire', (client: PooledClient) => held.add(client));
  pool.on('release', (_error: unknown, client: PooledClient) => held.delete(client));
  return (client) => {
    if (!held.has(client)) return;
    client.release(true);
    client.release = () => undefined; // its holder may do it once more
  };
}

/** The server has answered, and goes on with the connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'severity') === 'ERROR';
}

/** The server may still be at the statement: whatever is sent next waits behind it. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * After a failure of one of these, the state of the connection is unknown. A BEGIN goes with the statement behind it,
 * and a COMMIT with the writes before it. A refused COMMIT is followed by a ROLLBACK.
 */
function isTransactionControl(statement: unknown, error: unknown): boolean {
  if (typeof statement !== 'string') return false;
  return /^(commit|rollback(?! to\b))/.test(statement) || (statement.endsWith('; commit') && !isRefusal(error));
}

async function askOutside({ Client, options }: Pool): Promise<void> {
  const client = new Client(options);
  client.on('error', () => undefined); // the call that it broke tells of it
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    void client.end();
  }
}
