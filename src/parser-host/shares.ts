/**
 * How much each organization has had of the parsers lately. What it had counts half as much after a while, so that nobody
 * gains by staying away, and nobody pays for yesterday.
 */
const HALF_LIFE_MS = 10_000;
/** Less than this is as good as nothing, and is forgotten. */
const NOTHING_MS = 1;

/** Work that ended without a document for which somebody pays. It counts for longer than other work (`turns.ts`). */
export interface UnpaidWork {
  /** Milliseconds of one parser; those of long ago count for less. */
  of(organizationId: string): number;
  add(organizationId: string, ms: number): void;
  /** Whether nobody pays for any document of the organization. */
  isFree(organizationId: string): boolean;
}

export const NO_UNPAID_WORK: UnpaidWork = { of: () => 0, add: () => undefined, isFree: () => false };

export class Shares {
  readonly #used = new Map<string, { readonly ms: number; readonly at: number }>();
  readonly #halfLifeMs: number;

  constructor(halfLifeMs = HALF_LIFE_MS) {
    this.#halfLifeMs = halfLifeMs;
  }

  /** Milliseconds of one process, those of long ago counted for less. */
  used(organizationId: string, now: number): number {
    const known = this.#used.get(organizationId);
    return known === undefined ? 0 : known.ms * 2 ** ((known.at - now) / this.#halfLifeMs);
  }

  /** Milliseconds since it was charged last: for ever, when that is forgotten. */
  idleMs(organizationId: string, now: number): number {
    return now - (this.#used.get(organizationId)?.at ?? -Infinity);
  }

  charge(organizationId: string, ms: number, now: number): void {
    this.#used.set(organizationId, { ms: this.used(organizationId, now) + ms, at: now });
    for (const id of this.#used.keys()) if (this.used(id, now) < NOTHING_MS) this.#used.delete(id);
  }
}
