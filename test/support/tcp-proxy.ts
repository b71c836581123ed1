/** A way to a server that a test can cut, slow down, or lose an answer on, or through which nothing moves any more. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface TcpProxy {
  readonly host: string;
  readonly endpoint: string;
  /** Cuts what is open and refuses what comes. */
  shut(): void;
  reopen(): Promise<void>;
  /** Behaves as if one side's host had vanished: connections stay, new ones are accepted, and nothing comes through. */
  freeze(): void;
  thaw(): void;
  /** Breaks what is open as a host does that knows nothing of it any more: with RST, and without an orderly end. */
  reset(): void;
  /** From now on whatever is sent arrives so many milliseconds later; 0 ends it. */
  delay(ms: number): void;
  /** The server gets the next request that matches, and its answer is lost, with the connection. */
  loseAnswerTo(request: RegExp): LostAnswer;
  close(): Promise<void>;
}

export interface LostAnswer {
  /** Resolves when an answer was lost. */
  readonly lost: Promise<void>;
  /** Whatever comes from now on is answered. */
  forget(): void;
}

/** A connection from both sides, and what goes up to the server and down from it. */
interface Link {
  readonly inbound: Socket;
  readonly outbound: Socket;
  readonly up: Transform;
  readonly down: Transform;
}

/** A port of our own in front of a server, since the server itself is shared with other tests. */
export async function startTcpProxy(target: Pick<URL, 'hostname' | 'port'>): Promise<TcpProxy> {
  const links = new Set<Link>();
  let isFrozen = false;
  let delayMs = 0;
  let trap: { readonly request: RegExp; readonly onLost: () => void } | null = null;

  /** Passes on what `isPassing` lets through, later where there is a delay. */
  const hop = (isPassing: (chunk: Buffer) => boolean) =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const pass = () => (isPassing(chunk) ? done(null, chunk) : done());
        if (delayMs === 0) pass();
        else setTimeout(pass, delayMs);
      },
    });

  const server: Server = createServer((inbound) => {
    const outbound = connect(Number(target.port), target.hostname);
    const sockets = [inbound, outbound];
    const breakOff = () => sockets.forEach((socket) => socket.resetAndDestroy());
    let loses: (() => void) | null = null;
    const up = hop((chunk) => {
      if (trap?.request.test(chunk.toString('latin1')) === true) {
        loses = trap.onLost;
        trap = null;
      }
      return true;
    });
    const down = hop(() => {
      if (loses === null) return true;
      breakOff();
      loses();
      return false;
    });
    const link = { inbound, outbound, up, down };
    links.add(link);
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.on('close', (isByError) => {
        links.delete(link);
        // Whoever is at the other end would wait for ever: a pipe passes on an end, and no error.
        if (isByError) for (const other of sockets) other.destroy();
      });
    }
    up.pipe(outbound);
    down.pipe(inbound);
    if (!isFrozen) flow(link);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const sockets = () => [...links].flatMap(({ inbound, outbound }) => [inbound, outbound]);
  const shut = () => {
    server.close();
    for (const socket of sockets()) socket.destroy();
  };
  return {
    host: `127.0.0.1:${port}`,
    endpoint: `http://127.0.0.1:${port}`,
    shut,
    reopen: async () => void (await once(server.listen(port, '127.0.0.1'), 'listening')),
    freeze: () => {
      isFrozen = true;
      for (const { inbound, outbound, up, down } of links) {
        inbound.unpipe(up);
        outbound.unpipe(down);
      }
    },
    thaw: () => {
      if (!isFrozen) return; // a second pipe would send everything twice
      isFrozen = false;
      for (const link of links) flow(link);
    },
    reset: () => {
      for (const socket of sockets()) socket.resetAndDestroy();
    },
    delay: (ms) => void (delayMs = ms),
    loseAnswerTo: (request) => {
      const { promise: lost, resolve: onLost } = Promise.withResolvers<void>();
      const own = { request, onLost };
      trap = own;
      return { lost, forget: () => void (trap === own && (trap = null)) };
    },
    close: async () => shut(),
  };
}

function flow({ inbound, outbound, up, down }: Link): void {
  inbound.pipe(up);
  outbound.pipe(down);
}

/** The same database by way of the proxy. */
export function throughProxy(databaseUrl: string, { host }: Pick<TcpProxy, 'host'>): string {
  const url = new URL(databaseUrl);
  url.host = host;
  return url.href;
}
