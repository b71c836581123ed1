/** Addresses of callers, because limits count calls by address. */
import { randomBytes } from 'node:crypto';

/** An example address (RFC 3849) in its own network, because limits count networks. */
export function someAddress(): string {
  return `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
}
