/**
 * The address of a validator that starts later. Until then each request is answered with 503 and `Retry-After`, so that
 * documents that declare PDF/A wait. After the start connections are forwarded.
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
  /** Forwards connections to this port after the call. */
  open(port: number): void;
  /** Refuses connections after the call, because there will be no validator. */
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

/** The end or failure of one side ends the other one. */
function passOn(client: Socket, validator: Socket): void {
  client.pipe(validator).pipe(client);
  validator.on('error', () => client.destroy());
  client.on('close', () => validator.destroy());
}
