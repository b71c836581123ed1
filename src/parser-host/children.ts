/**
 * The child processes of a pool: children with a document, idle ones of an organization, and a spare one without an
 * organization.
 */
import type { StartedParser } from './isolation/started-parser.ts';
import { type ParserProcess, trustingParser } from './parser-process.ts';

export interface Child {
  readonly process: ParserProcess;
  documents: number;
  /** The organization whose documents the child has read; null for the spare one. */
  organizationId: string | null;
  /** The document that it processes, or null. */
  document: string | null;
  /** True if the pool ended the child, so that its end is no fault. */
  retired: boolean;
  /** The time when it became idle, in milliseconds of the pool's clock. */
  idleSince: number;
  /** The memory of the idle child, if it is known. */
  idleBytes: number;
}

export interface ChildrenOptions {
  readonly start: () => StartedParser;
  /** The memory of all idle children beyond the number that `fill` gets. */
  readonly idleBytes: number;
  /** Milliseconds of a clock that is never set back. */
  readonly now: () => number;
  readonly trustAnchors: readonly Uint8Array[];
  readonly onReady?: ((pid: number | undefined) => void) | undefined;
  readonly onGone: (child: Child, reason: string) => void;
}

export class Children {
  readonly #children = new Set<Child>();
  /** The children without a document, the longest idle one first. */
  readonly #idle: Child[] = [];
  readonly #options: ChildrenOptions;

  constructor(options: ChildrenOptions) {
    this.#options = options;
  }

  get all(): readonly Child[] {
    return [...this.#children];
  }

  /** Starts children up to `least` and `spares`. Further idle ones stay while their memory is within the limit. */
  fill(least: number, spares: number): void {
    const size = least + spares;
    while (this.#countLiving() < size || this.#idle.filter(isSpare).length < spares) this.#spawn();
    while (this.#countLiving() > size && this.#idleBytes() > this.#options.idleBytes) {
      const longestIdle = this.#idle.find((child) => !isSpare(child));
      if (longestIdle === undefined) return;
      this.retire(longestIdle);
    }
  }

  /** Ends idle children, so that traces of documents do not stay in memory for long. */
  retireIdleSince(time: number): void {
    const over = this.#idle.filter((child) => !isSpare(child) && child.idleSince < time);
    for (const child of over) this.retire(child);
  }

  /** Returns a child and assigns it to the organization; undefined if none is free. */
  takeFor(organizationId: string): Child | undefined {
    const child =
      this.#idle.find((known) => known.organizationId === organizationId) ?? this.#idle.find((known) => isSpare(known));
    if (child === undefined) return undefined;
    this.#noLongerIdle(child);
    child.organizationId = organizationId;
    return child;
  }

  /** Makes the child idle unless it has ended. */
  putBack(child: Child): void {
    if (!this.#children.has(child)) return;
    child.idleSince = this.#options.now();
    this.#idle.push(child);
  }

  retire(child: Child): void {
    child.retired = true;
    this.#noLongerIdle(child);
    child.process.kill();
  }

  #spawn(): void {
    const { start, trustAnchors, onReady, onGone } = this.#options;
    const process = trustingParser(start(), trustAnchors);
    const child: Child = {
      process,
      documents: 0,
      organizationId: null,
      document: null,
      retired: false,
      idleSince: this.#options.now(),
      idleBytes: 0,
    };
    this.#children.add(child);
    this.#idle.push(child);
    process.ready.then(
      () => onReady?.(process.pid),
      () => undefined, // `gone` reports the failure
    );
    void process.gone.then((reason) => {
      this.#children.delete(child);
      this.#noLongerIdle(child);
      onGone(child, reason);
    });
  }

  #countLiving(): number {
    return this.all.filter(({ retired }) => !retired).length;
  }

  #idleBytes(): number {
    return this.#idle.reduce((sum, { idleBytes }) => sum + idleBytes, 0);
  }

  #noLongerIdle(child: Child): void {
    const index = this.#idle.indexOf(child);
    if (index !== -1) this.#idle.splice(index, 1);
  }
}

function isSpare({ organizationId }: Child): boolean {
  return organizationId === null;
}
