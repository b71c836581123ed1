/** This module finds the IP addresses of a host that may be connected to; one that may not spoils them all. */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isAllowedAddress, type ReceiverRules } from './addresses.ts';
import { DeliveryFailure } from './failure.ts';
import { hostOf, isLocalName } from './url.ts';

/** All addresses of a name; empty when it has none. Rejects when no name server answers. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** More addresses are never tried. */
const MAX_ADDRESSES = 4;
const QUERY_TIMEOUT_MS = 3_000;

/**
 * Asks the name servers themselves: neither the hosts file nor a search domain of this machine has a say in where a
 * customer's name leads.
 */
export const resolveByDns: Resolve = async (name, signal) => {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const trouble = answers.find((answer) => answer.status === 'rejected' && !isEmpty(answer.reason));
    if (found.length === 0 && trouble?.status === 'rejected') throw trouble.reason;
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

function isEmpty(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === 'ENODATA' || code === 'ENOTFOUND';
}

export async function vettedAddresses(
  url: URL,
  rules: ReceiverRules,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = await addressesOf(hostOf(url), resolve, signal);
  if (addresses.length === 0) throw new DeliveryFailure('dns_failure');
  if (!addresses.every((address) => isAllowedAddress(address, rules))) throw new DeliveryFailure('blocked_address');
  return addresses.slice(0, MAX_ADDRESSES);
}

async function addressesOf(host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (isLocalName(host)) return ['127.0.0.1', '::1'];
  return resolve(host, signal).catch((cause: unknown) => {
    throw new DeliveryFailure(signal.aborted ? 'timeout' : 'dns_failure', { cause });
  });
}
