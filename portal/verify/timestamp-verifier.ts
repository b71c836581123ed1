/** The code that reads certificates, which is as large as the rest of the page: the page does not wait for it. */
import type { TimestampVerifier } from '#src/proof/evidence/verdict.ts';
import { Source } from '#portal/ui/lazy/source.ts';

const verifier = new Source(() => import('#src/proof/timestamp/verify.ts'));

/**
 * Fetches the verifier once, also in advance, for a tab that later has no network. Never rejects. This is not `ask`,
 * which may reload the page and lose the dropped files.
 */
export async function loadTimestamps(): Promise<TimestampVerifier | null> {
  await verifier.load();
  return verifier.get().value;
}
