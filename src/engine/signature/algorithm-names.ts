/** Names of unsupported signature algorithms and digests, for messages. */

const NAMES: readonly (readonly [prefix: string, name: string])[] = [
  ['1.2.643.', 'GOST'],
  ['1.2.156.10197.1.', 'SM2 with SM3'],
  ['1.2.804.2.1.1.1.1.', 'DSTU 4145'],
  ['1.3.6.1.5.5.7.6.30', 'RSA with SHAKE128'],
  ['1.3.6.1.5.5.7.6.31', 'RSA with SHAKE256'],
  ['1.3.6.1.5.5.7.6.32', 'ECDSA with SHAKE128'],
  ['1.3.6.1.5.5.7.6.33', 'ECDSA with SHAKE256'],
  ['1.3.6.1.5.5.7.6.', 'composite ML-DSA'],
  ['1.3.9999.', 'an experimental post-quantum algorithm'],
  ['1.2.840.113549.1.9.16.3.17', 'HSS/LMS'],
  ['2.16.840.1.101.3.4.3.', 'a pre-hashed post-quantum algorithm'],
];

/** The name, if there is one, and the object identifier. */
export function algorithmName(oid: string): string {
  const known = NAMES.find(([prefix]) => oid.startsWith(prefix));
  return known ? `${known[1]}, ${oid}` : oid;
}
