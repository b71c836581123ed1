/**
 * The key the service signs with: P-256, named by its own thumbprint, wherever it is kept. Here also the one that is a
 * file: keys that others may know are refused.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto';
import { canonicalJson } from '#src/proof/verify/canonical-json.ts';
import type { PublicJwk } from '#domain/attestation.ts';

export interface SigningKey {
  readonly publicJwk: PublicJwk;
  /**
   * ECDSA with SHA-256 over the bytes, as r and s one after the other, 32 bytes each (IEEE P1363, RFC 7518, section 3.4).
   * Rejects with a SigningKeyError where the key cannot be reached just now.
   */
  readonly sign: (bytes: Uint8Array) => Promise<Uint8Array>;
}

/** Says what is wrong with a key, or with the way to it, never what it is. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
}

/** RFC 7468, section 2: parsers pass over what stands before the key. So a key can say where it may be used. */
const DEVELOPMENT_MARK = 'Fixpoint development key: never for production';

/** Public, because they are printed: RFC 7515, appendix A.3, RFC 7517, appendix A.2, and RFC 6979, appendix A.2.5. */
const PRINTED_KEYS = new Set([
  'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  'YP7UuiVanTHJYet0xjVtaMBJuJI7Yfs5mliLmDyn7Y',
]);

export function readSigningKey(pem: string, { production }: { production: boolean }): SigningKey {
  const privateKey = parse(pem);
  const publicJwk = publicJwkOf(createPublicKey(privateKey));
  if (production && (pem.includes(DEVELOPMENT_MARK) || PRINTED_KEYS.has(publicJwk.x))) {
    throw new SigningKeyError('The signing key is a known or development key: make one for production.');
  }
  return {
    publicJwk,
    sign: async (bytes) => sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  };
}

function parse(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // OpenSSL's message may quote what it read.
    throw new SigningKeyError('The signing key is not a private key in PEM.');
  }
}

export function publicJwkOf(key: KeyObject): PublicJwk {
  const { kty, crv, x, y }: JsonWebKey = key.export({ format: 'jwk' });
  if (kty !== 'EC' || crv !== 'P-256' || x === undefined || y === undefined) {
    throw new SigningKeyError('The signing key is not on the curve P-256.');
  }
  return { kty, use: 'sig', alg: 'ES256', kid: thumbprint(x, y), crv, x, y };
}

/** RFC 7638: SHA-256 of the required members in their canonical form. */
function thumbprint(x: string, y: string): string {
  return createHash('sha256')
    .update(canonicalJson({ kty: 'EC', crv: 'P-256', x, y }))
    .digest('base64url');
}

/** A fresh key for one installation on a developer's machine; as PEM, marked. */
export function newDevelopmentKey(): string {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return `${DEVELOPMENT_MARK}\n${privateKey}`;
}

export function publicPem({ kty, crv, x, y }: PublicJwk): string {
  const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  return key.export({ type: 'spki', format: 'pem' }).toString();
}
