/**
 * The address of a validator that is not there yet. Until it is, each request is answered with 503 and `Retry-After`, so that documents
 * which declare PDF/A wait for it; then connections are passed on.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { DevFailure } from '#dev/failure.ts';
import { LOOPBACK } from '#dev/network.ts';

const STARTING = [
  'HTTP/1.1 503 Service Unavailable',
  'Retry-After: 2',
  'Content-Length: 0',
  'Connection: close',
  '',
  '',
];

export interface ValidatorGate {
  readonly url: string;
  /** Connections lead to this port from now on. */
  open(port: number): void;
  /** There will be no validator: connections are refused from now on. */
  close(): void;
}

export async function validatorGate(): Promise<ValidatorGate> {
  let target: number | null = null;
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    if (target === null) client.once('data', () => client.end(STARTING.join('\r\n')));
    else passOn(client, connect({ host: LOOPBACK, port: target }));
  });
  server.listen({ host: LOOPBACK, port: 0 });
  await once(server, 'listening');
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new DevFailure(`No port is free on ${LOOPBACK}.`);
  return {
    url: `http://${LOOPBACK}:${address.port}`,
    open: (port) => void (target = port),
    close: () => void server.close(),
  };
}

/** Whichever side ends or fails takes the other one along. */
function passOn(client: Socket, validator: Socket): void {
  client.pipe(validator).pipe(client);
  validator.on('error', () => client.destroy());
  client.on('close', () => validator.destroy());
}
