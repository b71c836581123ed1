/** Keys out of a key set (RFC 7517), which may be anybody's. */
import { canonicalJson } from './canonical-json.ts';
import { paddedBase64 } from './base64.ts';
import { verifyingKey, type VerifyingKey } from './ecdsa.ts';
import { sha256Hex } from './hash.ts';
import { member, text } from './members.ts';

/** The key of that name; null where the set has none, or none that could have signed. */
export async function keyNamed(keySet: unknown, kid: string): Promise<VerifyingKey | null> {
  const found = entryNamed(keySet, kid);
  if (member(found, 'kty') !== 'EC' || member(found, 'crv') !== 'P-256') return null;
  return verifyingKey({ x: text(member(found, 'x')), y: text(member(found, 'y')) });
}

/** What the set says of the key of that name; undefined where it has none. */
export function entryNamed(keySet: unknown, kid: string): unknown {
  const keys = member(keySet, 'keys');
  return Array.isArray(keys) ? keys.find((key: unknown) => member(key, 'kid') === kid) : undefined;
}

/**
 * Whether the name is the key's own thumbprint (RFC 7638). Who compares names instead of keys has to know it: a set may
 * give its key the name of another one.
 */
export async function isThumbprint(kid: string, entry: unknown): Promise<boolean> {
  const [crv, kty, x, y] = ['crv', 'kty', 'x', 'y'].map((name) => text(member(entry, name)));
  // No key has half a character in it, and such a text has no canonical form.
  if ([crv, kty, x, y].some((part) => part?.isWellFormed() === false)) return false;
  const hex = await sha256Hex(new TextEncoder().encode(canonicalJson({ crv, kty, x, y })));
  const binary = hex.replaceAll(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  return btoa(binary) === paddedBase64(kid);
}
