/**
 * The recent parser time of each organization. Its weight halves with this period, so that old work loses its effect.
 */
const HALF_LIFE_MS = 10_000;
/** A smaller amount is dropped. */
const NOTHING_MS = 1;

export interface UnpaidWork {
  /** Milliseconds of one parser; old work counts less. */
  of(organizationId: string): number;
  add(organizationId: string, ms: number): void;
  /** Whether all documents of the organization are free. */
  isFree(organizationId: string): boolean;
}

export const NO_UNPAID_WORK: UnpaidWork = { of: () => 0, add: () => undefined, isFree: () => false };

export class RecentWork {
  readonly #used = new Map<string, { readonly ms: number; readonly at: number }>();
  readonly #halfLifeMs: number;

  constructor(halfLifeMs = HALF_LIFE_MS) {
    this.#halfLifeMs = halfLifeMs;
  }

  /** Milliseconds of one process; old work counts less. */
  used(organizationId: string, now: number): number {
    const known = this.#used.get(organizationId);
    return known === undefined ? 0 : known.ms * 2 ** ((known.at - now) / this.#halfLifeMs);
  }

  /** The milliseconds since the last charge; infinite after the entry was dropped. */
  idleMs(organizationId: string, now: number): number {
    return now - (this.#used.get(organizationId)?.at ?? -Infinity);
  }

  charge(organizationId: string, ms: number, now: number): void {
    this.#used.set(organizationId, { ms: this.used(organizationId, now) + ms, at: now });
    for (const id of this.#used.keys()) if (this.used(id, now) < NOTHING_MS) this.#used.delete(id);
  }
}
