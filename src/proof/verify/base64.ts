/** Base64 (RFC 4648) without a library. Text that is not exactly what encoding gives is refused. */

export type Bytes = Uint8Array<ArrayBuffer>;

/** With padding, by the standard alphabet. */
export function fromBase64(text: string): Bytes | null {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

/** The same bytes in the other alphabet, which has no padding, written as `fromBase64` reads them. */
export function paddedBase64(base64url: string): string {
  const padding = '='.repeat((4 - (base64url.length % 4)) % 4);
  return base64url.replaceAll('-', '+').replaceAll('_', '/') + padding;
}

/** UTF-8, and nothing else: null where the bytes are no text. */
export function utf8(bytes: Bytes | null): string | null {
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
