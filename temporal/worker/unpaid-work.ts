/**
 * The unpaid work of organizations, as a worker knows it: its own at once, that of other workers within seconds; and which of
 * them have the plan Free, since a document of theirs was admitted here.
 */
import { UNPAID_WORK_HALF_LIFE_MS } from '#domain/submission.ts';
import { RecentWork, type UnpaidWork } from '#src/parser-host/recent-work.ts';
import type { UnpaidWorkStore } from '#store/organizations/unpaid-work.ts';

export interface KnownUnpaidWork extends UnpaidWork {
  readonly setFree: (organizationId: string, isFree: boolean) => void;
  stop(): void;
}

const READ_EVERY_MS = 5_000;
const MOST_FREE = 100_000;

/** The worker uses its last answer while the database does not respond. */
export function knownUnpaidWork(store: UnpaidWorkStore, onError: (error: unknown) => void): KnownUnpaidWork {
  const known = new RecentWork(UNPAID_WORK_HALF_LIFE_MS);
  const free = new Set<string>();
  const now = () => performance.now();
  const read = async () => {
    for (const [organizationId, ms] of await store.list()) {
      const missing = ms - known.used(organizationId, now());
      if (missing > 0) known.charge(organizationId, missing, now());
    }
  };
  const reading = setInterval(() => void read().catch(onError), READ_EVERY_MS).unref();
  void read().catch(onError);
  return {
    of: (organizationId) => known.used(organizationId, now()),
    add(organizationId, ms) {
      known.charge(organizationId, ms, now());
      store.add(organizationId, ms).catch(onError);
    },
    isFree: (organizationId) => free.has(organizationId),
    setFree(organizationId, isFree) {
      if (isFree && free.size < MOST_FREE) free.add(organizationId);
      else free.delete(organizationId);
    },
    stop: () => clearInterval(reading),
  };
}
