/** The public keys that check our signatures. */
import type { PublishedKey } from '#store/proof/signing-keys.ts';

/** JWKS of RFC 7517. A key says since when it signs, and a retired one until when; readers ignore members that they do not know (section 4). */
export function keySet(keys: readonly PublishedKey[]) {
  return {
    keys: keys.map(({ publicJwk, createdAt, retiredAt }) => ({
      ...publicJwk,
      'x-created-at': createdAt.toISOString(),
      ...(retiredAt && { 'x-retired-at': retiredAt.toISOString() }),
    })),
  };
}

/**
 * The one key that signed, as long as it is published. Whether it has retired since is left out: it does not change what
 * the key has signed, and these words are the same at any time.
 */
export function keySetOf(kid: string, keys: readonly PublishedKey[]) {
  const signed = keys.filter(({ publicJwk }) => publicJwk.kid === kid);
  return keySet(signed.map(({ publicJwk, createdAt }) => ({ publicJwk, createdAt, retiredAt: null })));
}
