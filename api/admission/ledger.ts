/** The holders of one resource of this process. A lease takes its amount from every share that it counts in. */

export type Share = 'caller' | 'organization' | 'network' | 'free' | 'capacity';

/** One share: whose it is, and how much of the resource all leases in it may hold together. */
export interface Sharer {
  readonly share: Share;
  readonly id: string;
  readonly limit: number;
}

/** Disposing returns all of it. A disposed lease holds nothing and takes nothing. */
export interface Lease extends Disposable {
  /** Throws beyond a share, and then keeps the previous amount. */
  resize(amount: number): void;
}

export interface Ledger {
  /** @param refuse makes the error for the first share that is used up */
  open(sharers: readonly Sharer[], refuse: (sharer: Sharer) => Error): Lease;
}

export function openLedger(): Ledger {
  const held = new Map<string, number>();
  const keyOf = ({ share, id }: Sharer) => `${share} ${id}`;
  const heldBy = (sharer: Sharer) => held.get(keyOf(sharer)) ?? 0;
  const add = (sharer: Sharer, amount: number) => {
    const sum = heldBy(sharer) + amount;
    if (sum === 0) held.delete(keyOf(sharer));
    else held.set(keyOf(sharer), sum);
  };
  return {
    open(sharers, refuse) {
      let own = 0;
      let isDisposed = false;
      const resize = (amount: number) => {
        if (isDisposed) return;
        const more = amount - own;
        // The only lease of a share is not limited by it: one document may be larger than the share of its sender.
        const isOver = (sharer: Sharer) => heldBy(sharer) > own && heldBy(sharer) + more > sharer.limit;
        const exceeded = more > 0 ? sharers.find(isOver) : undefined;
        if (exceeded) throw refuse(exceeded);
        for (const sharer of sharers) add(sharer, more);
        own = amount;
      };
      return {
        resize,
        [Symbol.dispose]() {
          resize(0);
          isDisposed = true;
        },
      };
    },
  };
}
