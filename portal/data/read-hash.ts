/** Hashes as people type and paste them. */

/** What somebody typed or pasted, as 64 hexadecimal digits; null where it is no SHA-256. */
export function readHash(text: string): string | null {
  const [, hex = null] = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  return hex?.toLowerCase() ?? null;
}
