/**
 * Which parser children there are, who has one, who waits; dead and worn ones are replaced. A child that has seen a document
 * of one organization never sees one of another: one that has seen none yet is always spare.
 */
import type { ChildProcess } from 'node:child_process';
import { type ParserProcess, trustingParser } from './parser-process.ts';
import { ParserBusy } from './session.ts';

export interface ChildPoolOptions {
  readonly start: () => ChildProcess;
  readonly processes: number;
  readonly maxWaiting: number;
  readonly trustAnchors: readonly Uint8Array[];
  readonly onFault: (fault: { readonly document: string | null; readonly reason: string }) => void;
}

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

export interface ChildPool {
  acquire(organizationId: string, document: string, waitMs: number): Promise<Child>;
  release(child: Child, rssBytes: number): void;
  status(): { readonly busy: number; readonly waiting: number; readonly pids: readonly number[] };
  close(): Promise<void>;
}

const MIB = 1024 * 1024;
const MAX_DOCUMENTS_PER_CHILD = 200;
const MAX_IDLE_RSS_BYTES = 384 * MIB;
/** The pause after a child that could not even start, instead of a tight loop of spawns. */
const RESTART_PAUSE_MS = 1_000;

export function createChildPool(options: ChildPoolOptions): ChildPool {
  const queue = waitingQueue(options.maxWaiting);
  let closed = false;

  const roster = createRoster(options, (child, reason) => {
    if (!child.retired) options.onFault({ document: child.document, reason });
    setTimeout(fill, child.documents === 0 ? RESTART_PAUSE_MS : 0);
  });
  const { children, idle } = roster;
  const busy = () => children.size - idle.length;
  const spawnMissing = () => {
    while (children.size <= options.processes || !idle.some(isSpare)) {
      // Who was served longest ago makes room for the spare one.
      const longestIdle = children.size <= options.processes ? undefined : idle.find((child) => !isSpare(child));
      if (longestIdle !== undefined) roster.retire(longestIdle);
      roster.spawn();
    }
  };
  const fill = () => {
    if (closed) return;
    spawnMissing();
    for (let next = queue.first(); next !== null && busy() < options.processes; next = queue.first()) {
      const child = takeFor(next.organizationId, idle);
      if (child === undefined) break;
      queue.grant(child);
      spawnMissing();
    }
  };

  fill();
  return {
    async acquire(organizationId, document, waitMs) {
      if (closed) throw new ParserBusy('The pool is closing.');
      const granted = queue.join(organizationId, waitMs);
      fill();
      const child = await granted;
      child.documents += 1;
      child.document = document;
      return child;
    },
    release(child, rssBytes) {
      child.document = null;
      const worn = child.documents >= MAX_DOCUMENTS_PER_CHILD || rssBytes > MAX_IDLE_RSS_BYTES;
      if (worn || closed) roster.retire(child);
      else if (children.has(child)) idle.push(child);
      fill();
    },
    status: () => ({
      busy: busy(),
      waiting: queue.length(),
      pids: [...children].flatMap(({ process }) => process.pid ?? []),
    }),
    async close() {
      closed = true;
      queue.refuseAll();
      const all = [...children];
      all.forEach((child) => roster.retire(child));
      await Promise.all(all.map(({ process }) => process.gone));
    },
  };
}

interface Roster {
  readonly children: ReadonlySet<Child>;
  /** Those that no document has, who was served longest ago first. */
  readonly idle: Child[];
  spawn(): void;
  retire(child: Child): void;
}

function createRoster(
  { start, trustAnchors }: Pick<ChildPoolOptions, 'start' | 'trustAnchors'>,
  onGone: (child: Child, reason: string) => void,
): Roster {
  const children = new Set<Child>();
  const idle: Child[] = [];
  const noLongerIdle = (child: Child) => {
    const index = idle.indexOf(child);
    if (index !== -1) idle.splice(index, 1);
  };
  return {
    children,
    idle,
    spawn() {
      const process = trustingParser(start(), trustAnchors);
      const child: Child = { process, documents: 0, organizationId: null, document: null, retired: false };
      children.add(child);
      idle.push(child);
      void process.gone.then((reason) => {
        children.delete(child);
        noLongerIdle(child);
        onGone(child, reason);
      });
    },
    retire(child) {
      child.retired = true;
      noLongerIdle(child);
      child.process.kill();
    },
  };
}

function isSpare({ organizationId }: Child): boolean {
  return organizationId === null;
}

/** From now on the child is that organization's. */
function takeFor(organizationId: string, idle: Child[]): Child | undefined {
  const child = idle.find((known) => known.organizationId === organizationId) ?? idle.find(isSpare);
  if (child === undefined) return undefined;
  idle.splice(idle.indexOf(child), 1);
  child.organizationId = organizationId;
  return child;
}

interface Waiter extends PromiseWithResolvers<Child> {
  readonly organizationId: string;
}

interface WaitingQueue {
  length(): number;
  join(organizationId: string, waitMs: number): Promise<Child>;
  first(): Waiter | null;
  /** Gives it to the first. */
  grant(child: Child): void;
  refuseAll(): void;
}

/** The first that comes is served first; each waits for so long and no longer. */
function waitingQueue(maxLength: number): WaitingQueue {
  const waiting = new Set<Waiter>();
  const refuse = (waiter: Waiter, reason: string) => {
    waiting.delete(waiter);
    waiter.reject(new ParserBusy(reason));
  };
  const first = () => {
    const [waiter = null] = waiting;
    return waiter;
  };
  return {
    length: () => waiting.size,
    first,
    async join(organizationId, waitMs) {
      if (waiting.size >= maxLength) throw new ParserBusy('Too many documents wait.');
      const waiter = { ...Promise.withResolvers<Child>(), organizationId };
      waiting.add(waiter);
      const giveUp = () => refuse(waiter, 'No parser was free in time.');
      const timer = setTimeout(giveUp, waitMs);
      return waiter.promise.finally(() => clearTimeout(timer));
    },
    grant(child) {
      const waiter = first();
      if (waiter === null) return;
      waiting.delete(waiter);
      waiter.resolve(child);
    },
    refuseAll() {
      for (const waiter of waiting) refuse(waiter, 'The pool is closing.');
    },
  };
}
