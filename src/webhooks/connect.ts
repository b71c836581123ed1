/**
 * A socket to one vetted address. The name is never resolved again: it only says whose certificate is expected (SNI)
 * and which host is asked for. Proxies of the environment are not known here.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isAllowedAddress, type ReceiverRules } from './addresses.ts';
import { DeliveryFailure } from './failure.ts';
import { hostOf } from './url.ts';

/** The limit is for one address: the time of the whole attempt is for more than the first of them. */
const CONNECT_TIMEOUT_MS = 5_000;

export interface Destination {
  readonly url: URL;
  readonly addresses: readonly string[];
  readonly rules: ReceiverRules;
  /** Certificates to trust besides the well-known authorities; for tests. */
  readonly ca?: string;
}

/** Tries the addresses in turn; answers the first connection, ready for HTTP. */
export async function openSocket(destination: Destination, signal: AbortSignal): Promise<Socket> {
  let last = new DeliveryFailure('connection_failed');
  for (const address of destination.addresses) {
    try {
      const socket = await connectTo(address, destination, signal);
      return destination.url.protocol === 'https:' ? await secure(socket, destination, signal) : socket;
    } catch (error) {
      if (signal.aborted) throw new DeliveryFailure('timeout', { cause: error });
      if (!(error instanceof DeliveryFailure) || error.reason === 'blocked_address') throw error;
      last = error;
    }
  }
  throw last;
}

async function connectTo(address: string, { url, rules }: Destination, signal: AbortSignal): Promise<Socket> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const socket = connectTcp({ host: address, port, lookup: refuseLookup });
  await untilEvent(socket, 'connect', signal, 'connection_failed');
  // What is connected counts, whatever was asked for.
  const { remoteAddress = '' } = socket;
  if (remoteAddress === address && isAllowedAddress(remoteAddress, rules)) return socket;
  socket.destroy();
  throw new DeliveryFailure('blocked_address');
}

/** It is never called for an address; a name must not get this far. */
const refuseLookup = () => {
  throw new DeliveryFailure('blocked_address');
};

async function secure(socket: Socket, { url, ca }: Destination, signal: AbortSignal): Promise<Socket> {
  const host = hostOf(url);
  // RFC 6066, section 3: an address is no server name. The certificate is checked against the host either way.
  const named = isIP(host) === 0 ? { servername: host } : {};
  const trust = ca === undefined ? {} : { ca };
  const secured = connectTls({ socket, host, ...named, ...trust, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] });
  await untilEvent(secured, 'secureConnect', signal, 'tls_error');
  return secured;
}

/** Destroys the socket unless the event comes, in time. */
async function untilEvent(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  otherwise: 'connection_failed' | 'tls_error',
): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = () => reject(new DeliveryFailure(event === 'connect' ? 'connect_timeout' : otherwise));
  const failed = (cause: Error) => reject(new DeliveryFailure(otherwise, { cause }));
  limit.addEventListener('abort', late, { once: true });
  socket
    .once(event, () => resolve())
    .on('error', failed)
    .once('close', () => failed(new Error('closed')));
  try {
    if (limit.aborted) late();
    await promise;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    limit.removeEventListener('abort', late);
  }
}
