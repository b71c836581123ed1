/** The queue of documents that wait for a child, each with a time limit. */
import { performance } from 'node:perf_hooks';
import { ParserBusy } from './parser-process.ts';

/** A document that waits for a child. */
export interface Wanted {
  readonly organizationId: string;
  /** The name of the document in the log of faults. */
  readonly document: string;
  readonly sizeBytes: number;
}

export interface Waiter<T> extends PromiseWithResolvers<T>, Wanted {
  /** Milliseconds of a clock that is never set back. */
  readonly since: number;
}

export interface WaitingList<T> {
  length(): number;
  join(wanted: Wanted, waitMs: number): Promise<T>;
  /** All waiters, the oldest first. */
  all(): readonly Waiter<T>[];
  grant(waiter: Waiter<T>, granted: T): void;
  refuseAll(): void;
}

export function waitingList<T>(maxLength: number): WaitingList<T> {
  const waiting = new Set<Waiter<T>>();
  const refuse = (waiter: Waiter<T>, reason: string) => {
    waiting.delete(waiter);
    waiter.reject(new ParserBusy(reason));
  };
  return {
    length: () => waiting.size,
    all: () => [...waiting],
    async join(wanted, waitMs) {
      if (waiting.size >= maxLength) throw new ParserBusy('Too many documents wait.');
      const waiter = { ...Promise.withResolvers<T>(), ...wanted, since: performance.now() };
      waiting.add(waiter);
      const giveUp = () => refuse(waiter, 'No parser was free in time.');
      const timer = setTimeout(giveUp, waitMs);
      return waiter.promise.finally(() => clearTimeout(timer));
    },
    grant(waiter, granted) {
      waiting.delete(waiter);
      waiter.resolve(granted);
    },
    refuseAll() {
      for (const waiter of waiting) refuse(waiter, 'The pool is closing.');
    },
  };
}
