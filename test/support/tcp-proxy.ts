/** A connection to a server that a test can cut, delay or freeze, or on which it can lose an answer. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface TcpProxy {
  readonly host: string;
  readonly endpoint: string;
  /** Cuts open connections and refuses new ones. */
  shut(): void;
  reopen(): Promise<void>;
  /** Simulates the loss of a host: connections stay, new ones are accepted, and no data pass. */
  freeze(): void;
  thaw(): void;
  /** Breaks open connections like a host that has lost its state: with RST and without an orderly end. */
  reset(): void;
  /** Delays all data by this many milliseconds after the call; 0 ends the delay. */
  delay(ms: number): void;
  /** The server gets the next matching request, and its answer is lost with the connection. */
  loseAnswerTo(request: RegExp): LostAnswer;
  close(): Promise<void>;
}

export interface LostAnswer {
  /** Resolves when an answer was lost. */
  readonly lost: Promise<void>;
  /** Later requests get their answers. */
  forget(): void;
}

/** A connection with both sockets and both directions. */
interface Link {
  readonly inbound: Socket;
  readonly outbound: Socket;
  readonly up: Transform;
  readonly down: Transform;
}

/** A port before a server, since other tests share the server. */
export async function startTcpProxy(target: Pick<URL, 'hostname' | 'port'>): Promise<TcpProxy> {
  const links = new Set<Link>();
  let isFrozen = false;
  let delayMs = 0;
  let trap: { readonly request: RegExp; readonly onLost: () => void } | null = null;

  /** Forwards the data that `isPassing` accepts, after the delay. */
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
        // The other end would wait for ever, because a pipe forwards an end but no error.
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

/** The address of the same database through the proxy. */
export function throughProxy(databaseUrl: string, { host }: Pick<TcpProxy, 'host'>): string {
  const url = new URL(databaseUrl);
  url.host = host;
  return url.href;
}
