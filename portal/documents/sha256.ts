/** The SHA-256 of content, computed in the browser: nothing is sent for it. */

/** Null where the browser has no means: over plain HTTP from another machine. */
export async function sha256Of(content: Blob): Promise<string | null> {
  if (!isSecureContext) return null;
  return sha256OfBytes(await content.arrayBuffer());
}

export async function sha256OfBytes(bytes: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
