/**
 * The two forms of an ECDSA signature over P-256: r and s one after the other, as JOSE and PKCS #11 have it, and
 * Ecdsa-Sig-Value in DER (RFC 3279, section 2.2.3), as OpenSSL, key management services and attestations have it.
 */

/** Bytes of r, and of s. */
const SCALAR_BYTES = 32;
const SEQUENCE = 0x30;
const INTEGER = 0x02;
const SIGN = 0x80;

/** Signed bytes in DER, from 64 bytes. */
export function toDer(signature: Uint8Array): Uint8Array {
  const r = derInteger(signature.subarray(0, SCALAR_BYTES));
  const s = derInteger(signature.subarray(SCALAR_BYTES));
  return Uint8Array.of(SEQUENCE, r.length + s.length, ...r, ...s);
}

/** 64 bytes, from DER in its shortest form. Throws a RangeError for anything else. */
export function fromDer(der: Uint8Array): Uint8Array {
  const rEnd = 4 + (der[3] ?? 0);
  const r = der.subarray(4, rEnd);
  const s = der.subarray(rEnd + 2);
  const raw = new Uint8Array(2 * SCALAR_BYTES);
  for (const [scalar, end] of [[r, SCALAR_BYTES] as const, [s, 2 * SCALAR_BYTES] as const]) {
    const magnitude = scalar[0] === 0 ? scalar.subarray(1) : scalar;
    if (magnitude.length > SCALAR_BYTES)
      throw new RangeError('A scalar of the signature is longer than the curve has.');
    raw.set(magnitude, end - magnitude.length);
  }
  if (Buffer.compare(toDer(raw), der) !== 0) throw new RangeError('The signature is no Ecdsa-Sig-Value in DER.');
  return raw;
}

/** Shortest form; a first bit that is set would be a sign. */
function derInteger(scalar: Uint8Array): Uint8Array {
  const first = scalar.findIndex((byte) => byte !== 0);
  const magnitude = first === -1 ? scalar.subarray(-1) : scalar.subarray(first);
  const padding = (magnitude[0] ?? 0) >= SIGN ? [0] : [];
  return Uint8Array.of(INTEGER, padding.length + magnitude.length, ...padding, ...magnitude);
}
