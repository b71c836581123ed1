/** A name that nobody else gives: `crypto.randomUUID` is there for pages over HTTPS alone, and chance for all. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
