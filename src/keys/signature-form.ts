/**
 * Of the two forms of an ECDSA signature over P-256: from r and s one after the other, as JOSE and PKCS #11 have it, to
 * Ecdsa-Sig-Value in DER (RFC 3279, section 2.2.3), as OpenSSL and attestations have it. `derScalars` goes the other way.
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

/** Shortest form; a first bit that is set would be a sign. */
function derInteger(scalar: Uint8Array): Uint8Array {
  const first = scalar.findIndex((byte) => byte !== 0);
  const magnitude = first === -1 ? scalar.subarray(-1) : scalar.subarray(first);
  const padding = (magnitude[0] ?? 0) >= SIGN ? [0] : [];
  return Uint8Array.of(INTEGER, padding.length + magnitude.length, ...padding, ...magnitude);
}
