/**
 * The address of the caller. Behind trusted proxies it is their entry in X-Forwarded-For; anybody may have written the
 * entries before it.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context } from '#api/http/http.ts';
import { peerAddressOf } from '#api/http/connection/peer-address.ts';

/**
 * `address` has one spelling. `network` identifies one subscriber: the /64 of an IPv6 address (RFC 6177), or the whole
 * IPv4 address.
 */
export interface ClientAddress {
  readonly address: string;
  readonly network: string;
}

export type AddressOf = (ctx: Context) => ClientAddress;

/** The proxies as addresses or CIDR blocks. */
export function clientAddresses(trustedProxies: readonly string[]): AddressOf {
  const blocks = trustedProxies.map(blockOf);
  const isTrusted = (address: Ip) =>
    blocks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
  return ({ req }) => {
    const hops = [req.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let client = ipaddr.process(peerAddressOf(req.socket));
    while (isTrusted(client)) {
      const before = ipOf(hops.pop()?.trim() ?? '');
      if (before === null) break; // the proxy itself, or one that writes something else
      client = before;
    }
    return { address: client.toString(), network: networkOf(client) };
  };
}

type Ip = ipaddr.IPv4 | ipaddr.IPv6;

const SUBSCRIBER_BITS = 64;

/** An IPv4 address that is written as an IPv6 one is the IPv4 address. */
function ipOf(text: string): Ip | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

function blockOf(text: string): [Ip, number] {
  const [address = '', bits] = text.split('/');
  const base = ipaddr.process(address);
  return [base, bits === undefined ? base.toByteArray().length * 8 : Number(bits)];
}

function networkOf(address: Ip): string {
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${SUBSCRIBER_BITS}`).toString()}/${SUBSCRIBER_BITS}`;
}
