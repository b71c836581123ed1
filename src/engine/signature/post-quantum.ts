/**
 * Post-quantum signatures of X.509 and CMS: pure, with an empty context. ML-DSA is FIPS 204 with RFC 9881 and RFC 9882,
 * SLH-DSA is FIPS 205 with RFC 9814 and RFC 9909. OpenSSL in older releases of Node 24 does not support them, and the
 * result must not depend on the release.
 */
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import {
  slh_dsa_sha2_128f,
  slh_dsa_sha2_128s,
  slh_dsa_sha2_192f,
  slh_dsa_sha2_192s,
  slh_dsa_sha2_256f,
  slh_dsa_sha2_256s,
  slh_dsa_shake_128f,
  slh_dsa_shake_128s,
  slh_dsa_shake_192f,
  slh_dsa_shake_192s,
  slh_dsa_shake_256f,
  slh_dsa_shake_256s,
} from '@noble/post-quantum/slh-dsa.js';
import { BitString, ObjectIdentifier, Sequence, fromBER } from 'asn1js';

interface Scheme {
  readonly lengths: { readonly publicKey?: number | undefined; readonly signature?: number | undefined };
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
}

/** The arc of NIST's signature algorithms. */
const ARC = '2.16.840.1.101.3.4.3';
const SCHEMES: ReadonlyMap<string, Scheme> = new Map<string, Scheme>(
  [
    ml_dsa44,
    ml_dsa65,
    ml_dsa87,
    slh_dsa_sha2_128s,
    slh_dsa_sha2_128f,
    slh_dsa_sha2_192s,
    slh_dsa_sha2_192f,
    slh_dsa_sha2_256s,
    slh_dsa_sha2_256f,
    slh_dsa_shake_128s,
    slh_dsa_shake_128f,
    slh_dsa_shake_192s,
    slh_dsa_shake_192f,
    slh_dsa_shake_256s,
    slh_dsa_shake_256f,
  ].map((scheme, index) => [`${ARC}.${17 + index}`, scheme]),
);

export function isPostQuantum(oid: string): boolean {
  return SCHEMES.has(oid);
}

/** Whether the key made the signature. The key must be of the same algorithm. */
export function verifyPostQuantum(oid: string, spki: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  const scheme = SCHEMES.get(oid);
  const key = readKey(spki);
  if (!scheme || key?.oid !== oid) return false;
  const { lengths } = scheme;
  if (key.bytes.length !== lengths.publicKey || signature.length !== lengths.signature) return false;
  return scheme.verify(signature, data, key.bytes);
}

/** A public key as in certificates (RFC 5280, 4.1): its algorithm, which has no parameters, and its bytes. */
function readKey(spki: Uint8Array): { oid: string; bytes: Uint8Array } | undefined {
  const { result } = fromBER(spki);
  if (!(result instanceof Sequence)) return undefined;
  const [algorithm, bits] = result.valueBlock.value;
  const [oid, parameters] = algorithm instanceof Sequence ? algorithm.valueBlock.value : [];
  if (!(oid instanceof ObjectIdentifier) || parameters !== undefined || !(bits instanceof BitString)) return undefined;
  return { oid: oid.valueBlock.toString(), bytes: new Uint8Array(bits.valueBlock.valueHexView) };
}
