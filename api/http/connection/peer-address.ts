/**
 * The address of a connection's other end. The system names it as long as the connection lives, and a request may be served
 * after that: the address is read when the connection begins.
 */
import type { Socket } from 'node:net';

const addresses = new WeakMap<Socket, string>();

/** Ends a connection that is closed already, since nobody is there for an answer. */
export function rememberPeerAddress(socket: Socket): void {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) socket.destroy();
  else addresses.set(socket, remoteAddress);
}

export function peerAddressOf(socket: Socket): string {
  const address = addresses.get(socket);
  if (address === undefined) throw new Error('The connection has no address.');
  return address;
}
