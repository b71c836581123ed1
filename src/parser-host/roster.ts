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
}

export interface RosterOptions {
  readonly start: () => StartedParser;
  readonly trustAnchors: readonly Uint8Array[];
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

  /** One child that has seen nothing is always there, and the longest idle makes room for it. */
  fill(size: number): void {
    while (this.#children.size < size || !this.#idle.some(isSpare)) {
      const longestIdle = this.#children.size < size ? undefined : this.#idle.find((child) => !isSpare(child));
      if (longestIdle !== undefined) this.retire(longestIdle);
      this.#spawn();
    }
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
    if (this.#children.has(child)) this.#idle.push(child);
  }

  retire(child: Child): void {
    child.retired = true;
    this.#noLongerIdle(child);
    child.process.kill();
  }

  #spawn(): void {
    const { start, trustAnchors, onGone } = this.#options;
    const process = trustingParser(start(), trustAnchors);
    const child: Child = { process, documents: 0, organizationId: null, document: null, retired: false };
    this.#children.add(child);
    this.#idle.push(child);
    void process.gone.then((reason) => {
      this.#children.delete(child);
      this.#noLongerIdle(child);
      onGone(child, reason);
    });
  }

  #noLongerIdle(child: Child): void {
    const index = this.#idle.indexOf(child);
    if (index !== -1) this.#idle.splice(index, 1);
  }
}

function isSpare({ organizationId }: Child): boolean {
  return organizationId === null;
}
