/** JSON Web Signatures in compact serialization (RFC 7515) with ES256, by a key that may be kept anywhere. */
import type { SigningKey } from './signing-key.ts';

/** `typ` says what the claims are; the header names the key by its thumbprint. */
export async function signedJws(
  key: SigningKey,
  typ: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const header = { alg: key.publicJwk.alg, kid: key.publicJwk.kid, typ };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = await key.sign(Buffer.from(signed));
  return `${signed}.${Buffer.from(signature).toString('base64url')}`;
}
