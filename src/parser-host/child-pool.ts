/**
 * A pool of child processes. It gives each document a child, queues waiting documents, and replaces children that died
 * or used too much. A child that has read a document of one organization never gets one of another.
 */
import { performance } from 'node:perf_hooks';
import { MINUTE_MS } from '#domain/duration.ts';
import type { StartedParser } from './isolation/started-parser.ts';
import { ParserBusy } from './parser-process.ts';
import { type Child, Children } from './children.ts';
import type { UnpaidWork } from './recent-work.ts';
import { Scheduler } from './scheduler.ts';
import { type WaitingList, waitingList, type Wanted } from './waiting-list.ts';

export type { Child } from './children.ts';

export interface ChildPoolOptions {
  readonly start: () => StartedParser;
  readonly processes: number;
  readonly maxWaiting: number;
  /** A child without an organization stands ready for the next one, unless this is false. */
  readonly spare?: boolean | undefined;
  /** The memory of idle children in MiB. By default as many children may be idle as may run. */
  readonly idleMemoryMb?: number | undefined;
  /** False while this process must not start children or begin documents; always true by default. */
  readonly mayOpen?: (() => boolean) | undefined;
  readonly trustAnchors: readonly Uint8Array[];
  /** The unpaid work of each organization; undefined to ignore it. */
  readonly unpaid?: UnpaidWork | undefined;
  readonly onReady?: ((pid: number | undefined) => void) | undefined;
  readonly onFault: (fault: { readonly document: string | null; readonly reason: string }) => void;
}

/** The memory and processor time that a child reports since its start; null if it was not asked. */
export type Usage = { readonly rssBytes: number; readonly cpuSeconds: number } | null;

const MIB = 1024 * 1024;
const MAX_DOCUMENTS_PER_CHILD = 200;
const MAX_IDLE_RSS_BYTES = 384 * MIB;
/**
 * The kernel limits the processor time of a child's whole life (`isolation/sandbox.ts`), and the next document needs
 * enough of it.
 */
const MAX_IDLE_CPU_SECONDS = 600;
/**
 * The resident pages of Node's program and libraries, which all children share. Measured were 45 to 49 MiB of 84 to
 * 108.
 */
const SHARED_RSS_BYTES = 45 * MIB;
/** The least memory that is assumed of an idle child: `PARSER_LIMIT` relies on it. */
const LEAST_IDLE_BYTES = 32 * MIB;
/** An idle child is ended after this time, because its memory has traces of its last document. */
const IDLE_MS = 5 * MINUTE_MS;
/** The pause after a child that failed to start, which avoids a loop of spawns. */
const RESTART_PAUSE_MS = 1_000;
/** The interval at which the pool checks whether to pause a document, while another one waits. */
const CHECK_MS = 100;

export class ChildPool {
  readonly #options: ChildPoolOptions;
  readonly #waiting: WaitingList<Child>;
  readonly #scheduler: Scheduler<Child>;
  readonly #children: Children;
  readonly #checking: NodeJS.Timeout;
  #closed = false;

  constructor(options: ChildPoolOptions) {
    this.#options = options;
    this.#waiting = waitingList<Child>(options.maxWaiting);
    this.#scheduler = new Scheduler<Child>(options.processes, () => performance.now(), options.unpaid);
    this.#children = new Children({
      ...options,
      idleBytes: (options.idleMemoryMb ?? 0) * MIB,
      now: () => performance.now(),
      onGone: (child, reason) => this.#forget(child, reason),
    });
    this.#checking = setInterval(() => {
      this.#children.retireIdleSince(performance.now() - IDLE_MS);
      if (this.#waiting.length() + this.#scheduler.paused.length > 0) this.#schedule();
    }, CHECK_MS).unref();
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
    if (this.#closed || isWorn(child, usage)) this.#children.retire(child);
    else {
      child.idleBytes = idleBytesOf(usage);
      this.#children.putBack(child);
    }
    this.#schedule();
  }

  /** Replaces `release` for a child that must not get another document. */
  retire(child: Child): void {
    this.#leave(child);
    this.#children.retire(child);
  }

  status(): { readonly busy: number; readonly waiting: number; readonly pids: readonly number[] } {
    return {
      busy: this.#scheduler.running.length + this.#scheduler.paused.length,
      waiting: this.#waiting.length(),
      pids: this.#children.all.flatMap(({ process }) => process.pid ?? []),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#checking);
    this.#waiting.refuseAll();
    const all = this.#children.all;
    all.forEach((child) => this.#children.retire(child));
    await Promise.all(all.map(({ process }) => process.gone));
  }

  #schedule(): void {
    if (this.#closed) return;
    this.#scheduler.giveUpLate();
    this.#fill();
    while (this.#serveNext()) this.#fill();
  }

  /** Returns false if no document waits, or if all waiting documents must wait longer. */
  #serveNext(): boolean {
    const next = this.#scheduler.next(this.#waiting.all());
    if (next === null) return false;
    if ('process' in next) {
      this.#scheduler.resume(next);
      return true;
    }
    this.#fill();
    const child = this.#children.takeFor(next.organizationId);
    if (child === undefined) return false;
    this.#scheduler.begin(child);
    this.#waiting.grant(next, child);
    return true;
  }

  /** Paused children do not count towards the limit of running ones. */
  #fill(): void {
    if (this.#options.mayOpen?.() === false) return;
    const spares = this.#options.spare === false ? 0 : 1;
    this.#children.fill(this.#options.processes + this.#scheduler.paused.length, spares);
  }

  #leave(child: Child): void {
    child.document = null;
    this.#scheduler.end(child);
  }

  #forget(child: Child, reason: string): void {
    if (!child.retired) this.#options.onFault({ document: child.document, reason });
    this.#leave(child);
    if (this.#closed) return; // a timer would prevent the end of the process
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
