/** ECDSA (FIPS 186-5) on the curves that certificates name. */
import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from '@noble/curves/misc.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { ECDSA } from '@noble/curves/abstract/weierstrass.js';
import type { PublicKey } from '#engine/platform/platform.ts';
import { createHash } from './hash.ts';

/** RFC 5480, 2.1.1.1, and RFC 5639, 4.1. Curves that nobody uses for documents any more are unknown. */
const CURVES: ReadonlyMap<string, ECDSA> = new Map([
  ['1.2.840.10045.3.1.7', p256],
  ['1.3.132.0.34', p384],
  ['1.3.132.0.35', p521],
  ['1.3.132.0.10', secp256k1],
  ['1.3.36.3.3.2.8.1.1.7', brainpoolP256r1],
  ['1.3.36.3.3.2.8.1.1.11', brainpoolP384r1],
  ['1.3.36.3.3.2.8.1.1.13', brainpoolP512r1],
]);

/** @throws Error for a point that is not on the curve */
export function ellipticKey(oid: string, point: Uint8Array): PublicKey | undefined {
  const curve = CURVES.get(oid);
  if (!curve) return undefined;
  curve.Point.fromBytes(point);
  return {
    type: 'ec',
    modulusBits: undefined,
    verify(digest, data, signature) {
      const hash = createHash(digest ?? '')
        .update(data)
        .digest();
      // Both values of `s` are signatures of this standard.
      return curve.verify(signature, hash, point, { prehash: false, lowS: false, format: 'der' });
    },
  };
}
