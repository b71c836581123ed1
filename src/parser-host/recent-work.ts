/** The parser time that each organization used lately; its weight halves with this time, so that old work is forgotten. */
const HALF_LIFE_MS = 10_000;
/** A smaller amount is forgotten. */
const NOTHING_MS = 1;

/** x. */
export interface UnpaidWork {
  /** Milliseconds of one parser; old work counts less. */
  of(organizationId: string): number;
  add(organizationId: string, ms: number): void;
  /** Whether nobody pays for any document of the organization. */
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

  /** Milliseconds since the last charge; infinite when it is forgotten. */
  idleMs(organizationId: string, now: number): number {
    return now - (this.#used.get(organizationId)?.at ?? -Infinity);
  }

  charge(organizationId: string, ms: number, now: number): void {
    this.#used.set(organizationId, { ms: this.used(organizationId, now) + ms, at: now });
    for (const id of this.#used.keys()) if (this.used(id, now) < NOTHING_MS) this.#used.delete(id);
  }
}
