/** The code that reads certificates, which is as large as the rest of the page: the page does not wait for it. */
import type { TimestampVerifier } from '#src/proof/evidence/verdict.ts';
import { Source } from '#portal/ui/lazy/source.ts';

const verifier = new Source(() => import('#src/proof/timestamp/verify.ts'));

/**
 * Fetches it once, also before it is needed, for a tab that needs no network any more. Never rejects. This is not `ask`, which
 * may load the page anew: the dropped files would be gone.
 */
export async function loadTimestamps(): Promise<TimestampVerifier | null> {
  await verifier.load();
  return verifier.get().value;
}
