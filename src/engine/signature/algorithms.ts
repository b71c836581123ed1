/** Maps signature algorithms of certificates and CMS from object identifiers to the names of Node. */
import { createHash, readPublicKey } from '#platform';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { isPostQuantum, verifyPostQuantum } from './post-quantum.ts';

const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.2.5', 'md5'],
  ['1.3.14.3.2.26', 'sha1'],
  ['1.3.36.3.2.1', 'ripemd160'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
  ['2.16.840.1.101.3.4.2.5', 'sha512-224'],
  ['2.16.840.1.101.3.4.2.6', 'sha512-256'],
  ['2.16.840.1.101.3.4.2.7', 'sha3-224'],
  ['2.16.840.1.101.3.4.2.8', 'sha3-256'],
  ['2.16.840.1.101.3.4.2.9', 'sha3-384'],
  ['2.16.840.1.101.3.4.2.10', 'sha3-512'],
  ['2.16.840.1.101.3.4.2.11', 'shake128'], // RFC 8702
  ['2.16.840.1.101.3.4.2.12', 'shake256'],
]);

/** RFC 8702: digests with a stated length in bits. Ed448 in CMS uses the second one (RFC 8419). */
const DIGESTS_WITH_LENGTH: ReadonlyMap<string, { readonly name: string; readonly bits: number }> = new Map([
  ['2.16.840.1.101.3.4.2.17', { name: 'shake128', bits: 256 }],
  ['2.16.840.1.101.3.4.2.18', { name: 'shake256', bits: 512 }],
]);

/** The number of bytes of digests with variable length. */
const SHAKE_BYTES: ReadonlyMap<string, number> = new Map([
  ['shake128', 32],
  ['shake256', 64],
]);

/** Signature algorithms that name their digest. The others use the digest algorithm of the signer. */
const NAMED_DIGEST: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.4', 'md5'],
  ['1.2.840.113549.1.1.5', 'sha1'],
  ['1.3.14.3.2.29', 'sha1'],
  ['1.2.840.113549.1.1.14', 'sha224'],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10040.4.3', 'sha1'],
  ['2.16.840.1.101.3.4.3.1', 'sha224'],
  ['2.16.840.1.101.3.4.3.2', 'sha256'],
  ['1.2.840.10045.4.1', 'sha1'],
  ['1.2.840.10045.4.3.1', 'sha224'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
  ['2.16.840.1.101.3.4.3.9', 'sha3-224'],
  ['2.16.840.1.101.3.4.3.10', 'sha3-256'],
  ['2.16.840.1.101.3.4.3.11', 'sha3-384'],
  ['2.16.840.1.101.3.4.3.12', 'sha3-512'],
  ['2.16.840.1.101.3.4.3.13', 'sha3-224'],
  ['2.16.840.1.101.3.4.3.14', 'sha3-256'],
  ['2.16.840.1.101.3.4.3.15', 'sha3-384'],
  ['2.16.840.1.101.3.4.3.16', 'sha3-512'],
]);

/** PKCS #1 (RFC 8017, appendix C): an RSA key, and signatures of the first and of the second scheme. */
export const RSA = '1.2.840.113549.1.1.1';
export const RSA_PSS = '1.2.840.113549.1.1.10';
const EDWARDS: ReadonlySet<string> = new Set(['1.3.101.112', '1.3.101.113']);
const WEAK: ReadonlySet<string> = new Set(['md5', 'sha1', 'ripemd160']);
/** A salt may be as long as the key (RFC 8017, 9.1.1). A greater number is rejected before the platform reads it. */
const MAX_SALT_BYTES = 2048;

/** @param bits the length in the parameters of the algorithm, if they have one */
export function digestName(oid: string, bits?: number): string | undefined {
  const sized = DIGESTS_WITH_LENGTH.get(oid);
  if (sized) return sized.bits === bits ? sized.name : undefined;
  return DIGESTS.get(oid);
}

export function hashOf(digest: string, parts: readonly Uint8Array[]): Uint8Array {
  const outputLength = SHAKE_BYTES.get(digest);
  const hash = createHash(digest, outputLength === undefined ? {} : { outputLength });
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** From 2014 on, NIST SP 800-131A allows no new signature with 80 bits of security, which includes SHA-1. */
const END_OF_80_BITS_MS = Date.UTC(2014, 0, 1);

/** The minimum lengths in bits. */
const STRENGTHS = {
  112: { modulus: 2048, curve: 224 },
  80: { modulus: 1024, curve: 160 },
} as const;

/**
 * @param provenMs the latest time at which the signature was made, as proven by a trusted authority; null without proof
 */
export function isWeakDigest(name: string, provenMs: number | null): boolean {
  return WEAK.has(name) && !(isFromTimeOf80Bits(provenMs) && !isBrokenDigest(name));
}

/**
 * Whether the key was too short for signatures at the proven time, or now without such a time.
 * @param point the public key of an elliptic curve, as in certificates
 * @param provenMs as for the digest
 */
export function isWeakKey(spki: Uint8Array, point: Uint8Array, provenMs: number | null): boolean {
  const least = STRENGTHS[isFromTimeOf80Bits(provenMs) ? 80 : 112];
  const key = readPublicKey(spki);
  if (key?.type === 'ec') return curveBits(point) < least.curve;
  const modulusBits = key?.modulusBits;
  return modulusBits !== undefined && modulusBits < least.modulus;
}

function isFromTimeOf80Bits(provenMs: number | null): boolean {
  return provenMs !== null && provenMs < END_OF_80_BITS_MS;
}

/** SEC 1, 2.3.3: the first byte says whether one coordinate follows or two. */
function curveBits(point: Uint8Array): number {
  const coordinates = point[0] === 0x02 || point[0] === 0x03 ? 1 : 2;
  return ((point.length - 1) * 8) / coordinates;
}

/** Whether the digest is MD5. Collisions of MD5 are cheap, so a signature over it proves nothing. */
export function isBrokenDigest(name: string): boolean {
  return name === 'md5';
}

export interface SignatureAlgorithm {
  readonly oid: string;
  /** The digest of the signer, for algorithms without their own digest. */
  readonly digest: string;
  /** RSASSA-PSS parameters (RFC 8017, A.2.3). */
  readonly pss?: { readonly digest: string; readonly saltBytes: number } | undefined;
}

/** The digest that the signature covers. */
export function signedDigest({ oid, digest, pss }: SignatureAlgorithm): string {
  return pss?.digest ?? NAMED_DIGEST.get(oid) ?? digest;
}

/** RSA, DSA and elliptic curves by the identifiers of their keys. The digest is that of the signer. */
const KEYED: ReadonlySet<string> = new Set([RSA, '1.2.840.10040.4.1', '1.2.840.10045.2.1']);
const KEY_TYPES: ReadonlySet<string> = new Set(['rsa', 'rsa-pss', 'ec', 'dsa']);

/** Whether signatures of the algorithm by such a key can be verified here. */
export function isSupported(algorithm: SignatureAlgorithm, spki: Uint8Array): boolean {
  const { oid } = algorithm;
  if (isPostQuantum(oid)) return true;
  const type = readPublicKey(spki)?.type ?? '';
  if (EDWARDS.has(oid)) return type === 'ed25519' || type === 'ed448';
  const isKnown = oid === RSA_PSS || KEYED.has(oid) || NAMED_DIGEST.has(oid);
  const digest = signedDigest(algorithm);
  return isKnown && KEY_TYPES.has(type) && digest !== '' && !SHAKE_BYTES.has(digest);
}

/** Whether the key made the signature over the data; false for unknown keys and algorithms. */
export function verifySignature(
  algorithm: SignatureAlgorithm,
  spki: Uint8Array,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (isPostQuantum(algorithm.oid))
    return attempt(() => verifyPostQuantum(algorithm.oid, spki, data, signature)) ?? false;
  const key = readPublicKey(spki);
  if (!key) return false;
  const { oid, pss } = algorithm;
  if (EDWARDS.has(oid)) return (key.type === 'ed25519' || key.type === 'ed448') && key.verify(null, data, signature);
  const digest = signedDigest(algorithm);
  if (SHAKE_BYTES.has(digest) || !KEY_TYPES.has(key.type)) return false;
  if (!key.type.startsWith('rsa') || oid !== RSA_PSS)
    return attempt(() => key.verify(digest, data, signature)) ?? false;
  const saltBytes = pss?.saltBytes ?? 20;
  if (!Number.isInteger(saltBytes) || saltBytes < 0 || saltBytes > MAX_SALT_BYTES) return false;
  return attempt(() => key.verify(digest, data, signature, saltBytes)) ?? false;
}

/**
 * Runs library code on hostile bytes; undefined if it throws. An exhausted stack or memory (RangeError) is rethrown and
 * ends the process. An exceeded limit is rethrown too and ends the document.
 */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError || error instanceof PdfFailure) throw error;
    return undefined;
  }
}
