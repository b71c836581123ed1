/** Verification of DSA signatures (FIPS 186-4, 4.7), with the sizes that OpenSSL allows. */
import { createHash } from './hash.ts';
import { bitLength, numberOf, power } from './numbers.ts';

interface DsaKey {
  readonly p: bigint;
  readonly q: bigint;
  readonly g: bigint;
  readonly y: bigint;
}

/** OpenSSL has no DSA with digests that FIPS 186 never named. */
const UNKNOWN_DIGESTS = ['md5', 'ripemd160'];
const MAX_MODULUS_BITS = 10_000;
const ORDER_BITS = [160, 224, 256];

export function verifyDsa(
  { p, q, g, y }: DsaKey,
  digest: string,
  data: Uint8Array,
  [r, s]: readonly (bigint | undefined)[],
): boolean {
  if (r === undefined || s === undefined || UNKNOWN_DIGESTS.includes(digest)) return false;
  if (!ORDER_BITS.includes(bitLength(q)) || bitLength(p) > MAX_MODULUS_BITS) return false;
  if (r <= 0n || r >= q || s <= 0n || s >= q) return false;
  // The order is a prime, so that this power is the inverse.
  const inverse = power(s, q - 2n, q);
  const hash = createHash(digest).update(data).digest();
  const message = numberOf(hash.subarray(0, bitLength(q) / 8));
  const [u1, u2] = [(message * inverse) % q, (r * inverse) % q];
  return ((power(g, u1, p) * power(y, u2, p)) % p) % q === r;
}
