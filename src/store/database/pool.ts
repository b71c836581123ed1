/**
 * Behaviour that the layers above leave to users of node-postgres. Kysely gives a connection back only after a
 * successful
 * COMMIT or ROLLBACK (its issue 1990), and a connection whose answer did not come in time would go to the next caller,
 * who waits behind the unanswered statement. Here a connection that is of no use any more leaves the pool at once,
 * whoever holds it: its slot is free again, and PostgreSQL rolls back what was open.
 */
import type { EventEmitter } from 'node:events';
import { withFewerTrips } from './round-trips.ts';

/** What is used of node-postgres, which brings no types. */
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
  /** Asks the database over a connection of its own: whether it is there, whatever has become of the pool. */
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
      // Whoever waited for a connection when the pool was told to end gets one and drops it (PostgresDriver of Kysely
      // asks the pool it has given up by then): the pool would wait for it for ever.
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

/** Destroys a connection in place of whoever holds it. */
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
 * When one of these fails nobody knows what the connection is in the middle of. (A BEGIN goes with the statement behind
 * it, and a COMMIT with what was written ahead of it: when that is refused, a ROLLBACK follows.)
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
