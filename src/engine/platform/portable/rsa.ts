/** Verification of RSA signatures (RFC 8017, 8.1.2 and 8.2.2), within the limits that OpenSSL has. */
import { compareBytes, concatBytes } from './bytes.ts';
import { createHash } from './hash.ts';
import { bitLength, bytesOfNumber, numberOf, power } from './numbers.ts';

interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
}

const MAX_MODULUS_BITS = 16_384;
/** A longer modulus allows a short exponent alone. */
const SMALL_MODULUS_BITS = 3072;
const MAX_EXPONENT_BITS = 64;

/** The object identifiers of digests in DER (RFC 8017, appendix B.1, and NIST's arc). */
const NIST_ARC = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02];
const DIGEST_OIDS: ReadonlyMap<string, readonly number[]> = new Map([
  ['md5', [0x06, 0x08, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05]],
  ['sha1', [0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a]],
  ['ripemd160', [0x06, 0x05, 0x2b, 0x24, 0x03, 0x02, 0x01]],
  ...['sha256', 'sha384', 'sha512', 'sha224', 'sha512-224', 'sha512-256'].map(
    (name, index) => [name, [...NIST_ARC, 1 + index]] as const,
  ),
  ...['sha3-224', 'sha3-256', 'sha3-384', 'sha3-512'].map((name, index) => [name, [...NIST_ARC, 7 + index]] as const),
]);

/** RSASSA-PKCS1-v1_5: the encoded message has one form, which is made again and compared. */
export function verifyPkcs1(key: RsaKey, digest: string, data: Uint8Array, signature: Uint8Array): boolean {
  const oid = DIGEST_OIDS.get(digest);
  const size = Math.ceil(bitLength(key.modulus) / 8);
  const message = oid && signature.length === size ? recover(key, signature, size) : undefined;
  if (oid === undefined || message === undefined) return false;
  const hash = createHash(digest).update(data).digest();
  const algorithm = [0x30, oid.length + 2, ...oid, 0x05, 0x00];
  const info = [0x30, algorithm.length + 2 + hash.length, ...algorithm, 0x04, hash.length, ...hash];
  const padding = size - info.length - 3;
  if (padding < 8) return false;
  const parts = [Uint8Array.of(0, 1), new Uint8Array(padding).fill(0xff), Uint8Array.of(0), Uint8Array.from(info)];
  return compareBytes(message, concatBytes(parts)) === 0;
}

/** EMSA-PSS-VERIFY (9.1.2), with the digest in the mask too. */
export function verifyPss(
  key: RsaKey,
  digest: string,
  data: Uint8Array,
  signature: Uint8Array,
  saltBytes: number,
): boolean {
  const bits = bitLength(key.modulus) - 1;
  const size = Math.ceil(bits / 8);
  const message = recover(key, signature, size);
  const hash = createHash(digest).update(data).digest();
  if (message === undefined || size < hash.length + saltBytes + 2 || message[size - 1] !== 0xbc) return false;
  const block = message.slice(0, size - hash.length - 1);
  const expected = message.subarray(block.length, size - 1);
  const firstByte = 0xff >> (8 * size - bits);
  if (((block[0] ?? 0) & ~firstByte) !== 0) return false;
  const mask = maskOf(digest, expected, block.length);
  for (let at = 0; at < block.length; at++) block[at] = (block[at] ?? 0) ^ (mask[at] ?? 0);
  block[0] = (block[0] ?? 0) & firstByte;
  const start = block.findIndex((byte) => byte !== 0);
  if (block[start] !== 1 || block.length - start - 1 !== saltBytes) return false;
  const made = createHash(digest)
    .update(new Uint8Array(8))
    .update(hash)
    .update(block.subarray(start + 1));
  return compareBytes(made.digest(), expected) === 0;
}

/** The encoded message; undefined where the signature is none of this key, or the message is longer. */
function recover({ modulus, exponent }: RsaKey, signature: Uint8Array, size: number): Uint8Array | undefined {
  const bits = bitLength(modulus);
  const isUsable =
    bits <= MAX_MODULUS_BITS &&
    modulus > exponent &&
    (bits <= SMALL_MODULUS_BITS || bitLength(exponent) <= MAX_EXPONENT_BITS);
  const number = numberOf(signature);
  if (!isUsable || signature.length > Math.ceil(bits / 8) || number >= modulus) return undefined;
  const message = power(number, exponent, modulus);
  return bitLength(message) > 8 * size ? undefined : bytesOfNumber(message, size);
}

/** MGF1 (B.2.1). */
function maskOf(digest: string, seed: Uint8Array, length: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let counter = 0; size < length; counter++) {
    const part = createHash(digest)
      .update(seed)
      .update(bytesOfNumber(BigInt(counter), 4))
      .digest();
    parts.push(part);
    size += part.length;
  }
  return concatBytes(parts).subarray(0, length);
}
