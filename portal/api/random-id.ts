/** A unique name. `crypto.randomUUID` exists only over HTTPS, and random values everywhere. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
