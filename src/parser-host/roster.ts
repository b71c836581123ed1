/** All children there are: those at work, those that wait for the next document of their organization, and a spare one. */
import type { StartedParser } from './isolation/started-parser.ts';
import { type ParserProcess, trustingParser } from './parser-process.ts';

export interface Child {
  readonly process: ParserProcess;
  documents: number;
  /** Whose documents it has seen; null for the spare one. */
  organizationId: string | null;
  /** The document it works on, or null. */
  document: string | null;
  /** Given up on purpose: its end is no fault. */
  retired: boolean;
  /** Since when no document has it; milliseconds of the roster's clock. */
  idleSince: number;
  /** What it holds while it is idle, as far as it is known. */
  idleBytes: number;
}

export interface RosterOptions {
  readonly start: () => StartedParser;
  /** What those may hold together that wait for their organizations, beyond the size that `fill` is given. */
  readonly idleBytes: number;
  /** Milliseconds of a clock that is never set back. */
  readonly now: () => number;
  readonly trustAnchors: readonly Uint8Array[];
  readonly onReady?: ((pid: number | undefined) => void) | undefined;
  readonly onGone: (child: Child, reason: string) => void;
}

export class Roster {
  readonly #children = new Set<Child>();
  /** Those that no document has, who was served longest ago first. */
  readonly #idle: Child[] = [];
  readonly #options: RosterOptions;

  constructor(options: RosterOptions) {
    this.#options = options;
  }

  get children(): readonly Child[] {
    return [...this.#children];
  }

  /** There are so many at least, and so many more that have seen nothing; others are kept as long as they hold little memory. */
  fill(least: number, spares: number): void {
    const size = least + spares;
    while (this.#countLiving() < size || this.#idle.filter(isSpare).length < spares) this.#spawn();
    while (this.#countLiving() > size && this.#idleBytes() > this.#options.idleBytes) {
      const longestIdle = this.#idle.find((child) => !isSpare(child));
      if (longestIdle === undefined) return;
      this.retire(longestIdle);
    }
  }

  /** What a document has left in memory does not stay there for long. */
  retireIdleSince(time: number): void {
    const over = this.#idle.filter((child) => !isSpare(child) && child.idleSince < time);
    for (const child of over) this.retire(child);
  }

  /** From now on the child is that organization's; undefined when there is none for it. */
  takeFor(organizationId: string): Child | undefined {
    const child =
      this.#idle.find((known) => known.organizationId === organizationId) ?? this.#idle.find((known) => isSpare(known));
    if (child === undefined) return undefined;
    this.#noLongerIdle(child);
    child.organizationId = organizationId;
    return child;
  }

  /** Takes it back, unless it is gone. */
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
      () => undefined, // shows in `gone`
    );
    void process.gone.then((reason) => {
      this.#children.delete(child);
      this.#noLongerIdle(child);
      onGone(child, reason);
    });
  }

  #countLiving(): number {
    return this.children.filter(({ retired }) => !retired).length;
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
