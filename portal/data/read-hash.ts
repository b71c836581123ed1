/** Hashes as people type and paste them. */

/** A typed or pasted SHA-256 as 64 hexadecimal digits, or null. */
export function readHash(text: string): string | null {
  const [, hex = null] = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  return hex?.toLowerCase() ?? null;
}
