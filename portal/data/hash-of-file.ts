/** The hash of a file, computed in the browser: the file goes nowhere. */
import { MAX_FILE_BYTES } from '#domain/billing/plan.ts';
import { ApiProblem } from '#portal/api/problem.ts';

/** Throws `ApiProblem` for what cannot be hashed here. */
export async function hashOfFile(file: File): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw new ApiProblem('The file is larger than any document that the service takes.');
  if (!isSecureContext) throw new ApiProblem('Browsers compute hashes only over HTTPS. Type the hash instead.');
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
