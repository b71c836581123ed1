/** A way to a server that a test can cut, or through which nothing moves any more. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface TcpProxy {
  readonly host: string;
  readonly endpoint: string;
  /** Cuts what is open and refuses what comes. */
  shut(): void;
  reopen(): Promise<void>;
  /** Behaves as if one side's host had vanished: connections stay, new ones are accepted, and nothing comes through. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** A port of our own in front of a server, since the server itself is shared with other tests. */
export async function startTcpProxy(target: Pick<URL, 'hostname' | 'port'>): Promise<TcpProxy> {
  const links = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  const server: Server = createServer((inbound) => {
    const outbound = connect(Number(target.port), target.hostname);
    const link = [inbound, outbound] as const;
    links.add(link);
    for (const socket of link) {
      socket.on('error', () => undefined);
      socket.on('close', (isByError) => {
        links.delete(link);
        // Whoever is at the other end would wait for ever: a pipe passes on an end, and no error.
        if (isByError) for (const other of link) other.destroy();
      });
    }
    if (!isFrozen) inbound.pipe(outbound).pipe(inbound);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const shut = () => {
    server.close();
    for (const socket of [...links].flat()) socket.destroy();
  };
  return {
    host: `127.0.0.1:${port}`,
    endpoint: `http://127.0.0.1:${port}`,
    shut,
    reopen: async () => void (await once(server.listen(port, '127.0.0.1'), 'listening')),
    freeze: () => {
      isFrozen = true;
      for (const [inbound, outbound] of links) inbound.unpipe(outbound.unpipe(inbound));
    },
    thaw: () => {
      if (!isFrozen) return; // a second pipe would send everything twice
      isFrozen = false;
      for (const [inbound, outbound] of links) inbound.pipe(outbound).pipe(inbound);
    },
    close: async () => shut(),
  };
}

/** The same database by way of the proxy. */
export function throughProxy(databaseUrl: string, { host }: Pick<TcpProxy, 'host'>): string {
  const url = new URL(databaseUrl);
  url.host = host;
  return url.href;
}
