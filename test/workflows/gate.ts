/** A way to a server that a test can cut. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Gate {
  readonly host: string;
  readonly endpoint: string;
  /** Cuts what is open and refuses what comes. */
  shut(): void;
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** A port of our own in front of a server, since the server itself is shared with other tests. */
export async function openGate(target: Pick<URL, 'hostname' | 'port'>): Promise<Gate> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((inbound) => {
    const outbound = connect(Number(target.port), target.hostname);
    for (const socket of [inbound, outbound]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    inbound.pipe(outbound).pipe(inbound);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const shut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    host: `127.0.0.1:${port}`,
    endpoint: `http://127.0.0.1:${port}`,
    shut,
    reopen: async () => void (await once(server.listen(port, '127.0.0.1'), 'listening')),
    close: async () => shut(),
  };
}
