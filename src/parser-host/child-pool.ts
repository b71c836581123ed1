/**
 * Who has a child and who waits for one; dead and worn children are replaced. A child that has seen a document of one
 * organization never sees one of another.
 */
import { performance } from 'node:perf_hooks';
import { MINUTE_MS } from '#domain/duration.ts';
import type { StartedParser } from './isolation/started-parser.ts';
import { ParserBusy } from './parser-process.ts';
import { type Child, Roster } from './roster.ts';
import type { UnpaidWork } from './shares.ts';
import { Turns } from './turns.ts';
import { type WaitingList, waitingList, type Wanted } from './waiting-list.ts';

export type { Child } from './roster.ts';

export interface ChildPoolOptions {
  readonly start: () => StartedParser;
  readonly processes: number;
  readonly maxWaiting: number;
  /** A child that has seen nothing stands ready for the next organization, unless this is false. */
  readonly spare?: boolean | undefined;
  /** What children may hold that wait for the next document of their organization; by default they are as many as may run. */
  readonly idleMemoryMb?: number | undefined;
  /** False while this process must not start children or begin documents; always true by default. */
  readonly mayOpen?: (() => boolean) | undefined;
  readonly trustAnchors: readonly Uint8Array[];
  /** Of each organization; nothing is known of any without. */
  readonly unpaid?: UnpaidWork | undefined;
  readonly onReady?: ((pid: number | undefined) => void) | undefined;
  readonly onFault: (fault: { readonly document: string | null; readonly reason: string }) => void;
}

/** What a child says it has used since its start; null where it was not asked. */
export type Usage = { readonly rssBytes: number; readonly cpuSeconds: number } | null;

const MIB = 1024 * 1024;
const MAX_DOCUMENTS_PER_CHILD = 200;
const MAX_IDLE_RSS_BYTES = 384 * MIB;
/** The kernel counts the processor time of a child's whole life (`isolation/sandbox.ts`): the next document needs its own. */
const MAX_IDLE_CPU_SECONDS = 600;
/** Resident pages of Node's own program and libraries, which all children share: 45 to 49 MiB of 84 to 108 were. */
const SHARED_RSS_BYTES = 45 * MIB;
/** Of one of which nothing better is known, and of any at least: `PARSER_LIMIT` counts on it. */
const LEAST_IDLE_BYTES = 32 * MIB;
/** One that nothing is sent to for so long is given up, with what its last document has left in it. */
const IDLE_MS = 5 * MINUTE_MS;
/** The pause after a child that could not even start, instead of a tight loop of spawns. */
const RESTART_PAUSE_MS = 1_000;
/** How often the pool checks whether a document is to be paused, while somebody waits. */
const LOOK_MS = 100;

export class ChildPool {
  readonly #options: ChildPoolOptions;
  readonly #waiting: WaitingList<Child>;
  readonly #turns: Turns<Child>;
  readonly #roster: Roster;
  readonly #looking: NodeJS.Timeout;
  #closed = false;

  constructor(options: ChildPoolOptions) {
    this.#options = options;
    this.#waiting = waitingList<Child>(options.maxWaiting);
    this.#turns = new Turns<Child>(options.processes, () => performance.now(), options.unpaid);
    this.#roster = new Roster({
      ...options,
      idleBytes: (options.idleMemoryMb ?? 0) * MIB,
      now: () => performance.now(),
      onGone: (child, reason) => this.#forget(child, reason),
    });
    this.#looking = setInterval(() => {
      this.#roster.retireIdleSince(performance.now() - IDLE_MS);
      if (this.#waiting.length() + this.#turns.paused.length > 0) this.#schedule();
    }, LOOK_MS).unref();
    this.#schedule();
  }

  async acquire(wanted: Wanted, waitMs: number): Promise<Child> {
    if (this.#closed) throw new ParserBusy('The pool is closing.');
    if (this.#options.mayOpen?.() === false) throw new ParserBusy('The process has few file descriptors left.');
    const granted = this.#waiting.join(wanted, waitMs);
    this.#schedule();
    const child = await granted;
    child.documents += 1;
    child.document = wanted.document;
    return child;
  }

  release(child: Child, usage: Usage): void {
    this.#leave(child);
    if (this.#closed || isWorn(child, usage)) this.#roster.retire(child);
    else {
      child.idleBytes = idleBytesOf(usage);
      this.#roster.putBack(child);
    }
    this.#schedule();
  }

  /** Instead of `release`, for one that is to meet no other document. */
  retire(child: Child): void {
    this.#leave(child);
    this.#roster.retire(child);
  }

  status(): { readonly busy: number; readonly waiting: number; readonly pids: readonly number[] } {
    return {
      busy: this.#turns.running.length + this.#turns.paused.length,
      waiting: this.#waiting.length(),
      pids: this.#roster.children.flatMap(({ process }) => process.pid ?? []),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#looking);
    this.#waiting.refuseAll();
    const all = this.#roster.children;
    all.forEach((child) => this.#roster.retire(child));
    await Promise.all(all.map(({ process }) => process.gone));
  }

  #schedule(): void {
    if (this.#closed) return;
    this.#turns.giveUpLate();
    this.#fill();
    while (this.#serveNext()) this.#fill();
  }

  /** Answers false when nobody waits, or whoever does has to wait longer. */
  #serveNext(): boolean {
    const next = this.#turns.next(this.#waiting.all());
    if (next === null) return false;
    if ('process' in next) {
      this.#turns.resume(next);
      return true;
    }
    this.#fill();
    const child = this.#roster.takeFor(next.organizationId);
    if (child === undefined) return false;
    this.#turns.begin(child);
    this.#waiting.grant(next, child);
    return true;
  }

  /** Paused ones come on top of those that may run. */
  #fill(): void {
    if (this.#options.mayOpen?.() === false) return;
    const spares = this.#options.spare === false ? 0 : 1;
    this.#roster.fill(this.#options.processes + this.#turns.paused.length, spares);
  }

  #leave(child: Child): void {
    child.document = null;
    this.#turns.end(child);
  }

  #forget(child: Child, reason: string): void {
    if (!child.retired) this.#options.onFault({ document: child.document, reason });
    this.#leave(child);
    if (this.#closed) return; // a timer would keep the process
    setTimeout(() => this.#schedule(), child.documents === 0 ? RESTART_PAUSE_MS : 0);
  }
}

function idleBytesOf(usage: Usage): number {
  return Math.max((usage?.rssBytes ?? 0) - SHARED_RSS_BYTES, LEAST_IDLE_BYTES);
}

function isWorn({ documents }: Child, usage: Usage): boolean {
  if (documents >= MAX_DOCUMENTS_PER_CHILD) return true;
  return usage !== null && (usage.rssBytes > MAX_IDLE_RSS_BYTES || usage.cpuSeconds > MAX_IDLE_CPU_SECONDS);
}
