/** ECDSA P-256 with SHA-256 by WebCrypto, for signatures in DER (openssl, most libraries) and in r‖s (JOSE). */

import { type Bytes, fromBase64 } from './base64.ts';

/** Bytes of r, and of s. */
const SCALAR_BYTES = 32;

export type VerifyingKey = Awaited<ReturnType<typeof importKey>>;

/** Answers null when the JWK is no point of the curve. */
export async function verifyingKey({ x, y }: { x: string; y: string }): Promise<VerifyingKey | null> {
  return importKey({ kty: 'EC', crv: 'P-256', x, y }).catch(() => null);
}

function importKey(jwk: { kty: string; crv: string; x: string; y: string }) {
  return crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
}

export async function verifySignature(key: VerifyingKey, signature: string, payload: string): Promise<boolean> {
  const bytes = fromBase64(signature);
  if (bytes === null) return false;
  const data = new TextEncoder().encode(payload);
  for (const scalars of [rawOf(bytes), derScalars(bytes)]) {
    if (scalars === null) continue;
    if (await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, scalars, data)) return true;
  }
  return false;
}

function rawOf(bytes: Bytes): Bytes | null {
  return bytes.length === 2 * SCALAR_BYTES ? bytes : null;
}

/** Ecdsa-Sig-Value of RFC 3279, section 2.2.3: SEQUENCE { r INTEGER, s INTEGER }, as r‖s. Shortest form only. */
export function derScalars(bytes: Bytes): Bytes | null {
  if (bytes[0] !== SEQUENCE || bytes[1] !== bytes.length - 2) return null;
  const r = derInteger(bytes, 2);
  const s = r && derInteger(bytes, r.end);
  if (!r || s?.end !== bytes.length) return null;
  const scalars = new Uint8Array(2 * SCALAR_BYTES);
  scalars.set(r.magnitude, SCALAR_BYTES - r.magnitude.length);
  scalars.set(s.magnitude, 2 * SCALAR_BYTES - s.magnitude.length);
  return scalars;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const SIGN = 0x80;

/** A positive INTEGER of at most 32 bytes, without its sign byte. */
function derInteger(bytes: Bytes, at: number): { magnitude: Bytes; end: number } | null {
  const length = bytes[at + 1] ?? 0;
  const end = at + 2 + length;
  const content = bytes.subarray(at + 2, end);
  const [first = 0, second = 0] = content;
  if (bytes[at] !== INTEGER || length === 0 || end > bytes.length || first >= SIGN) return null;
  if (first === 0 && second < SIGN) return null;
  const magnitude = first === 0 ? content.subarray(1) : content;
  return magnitude.length <= SCALAR_BYTES ? { magnitude, end } : null;
}
