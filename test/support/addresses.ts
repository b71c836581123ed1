/** Addresses of callers: limits of calls count them. */
import { randomBytes } from 'node:crypto';

/** An address of a block for examples (RFC 3849), in a network of its own: limits count networks. */
export function someAddress(): string {
  return `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
}
