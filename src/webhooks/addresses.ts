/**
 * This module says which IP addresses the service may connect to on behalf of a customer: global unicast and nothing
 * else. Every range with a purpose of its own (IANA special-purpose registries, RFC 6890) is refused, and so is IPv4 in
 * disguise.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface ReceiverRules {
  /** Plain HTTP to any host, or to this machine alone; for development. */
  readonly http: boolean | 'loopback';
  /** Receivers on this machine; for development and tests. */
  readonly loopback: boolean;
}

/** The addresses that IANA assigns (RFC 4291, section 2.4). Reserved addresses are outside. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** These are public by their numbers, but services of the platform inside a cloud's networks. */
const PLATFORM_SERVICES: readonly string[] = ['168.63.129.16'];

/** Whether this is an address of this machine. */
export function isLoopbackAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%') && ipaddr.parse(text).range() === 'loopback';
}

/** Judges an address as a resolver or the URL parser writes it; every other form is refused. */
export function isAllowedAddress(text: string, { loopback }: ReceiverRules): boolean {
  // The library takes more spellings than we want to know. A zone would make it an address of one link of this host.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range === 'loopback') return loopback;
  if (range !== 'unicast' || PLATFORM_SERVICES.includes(text)) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}
