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
 * The keys that signed, as long as they are published. The retirement of a key is left out, because it does not
 * change earlier signatures and the document stays the same at any time.
 */
export function keySetOf(kids: readonly string[], keys: readonly PublishedKey[]) {
  const signed = keys.filter(({ publicJwk }) => kids.includes(publicJwk.kid));
  return keySet(signed.map(({ publicJwk, createdAt }) => ({ publicJwk, createdAt, retiredAt: null })));
}
