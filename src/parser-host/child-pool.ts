/** Which parser children there are, who has one, who waits; dead and worn ones are replaced, one is always spare. */
import { type ParserProcess, startTrustingParser } from './parser-process.ts';
import { ParserBusy } from './session.ts';

export interface ChildPoolOptions {
  readonly command: readonly string[];
  readonly processes: number;
  readonly maxWaiting: number;
  readonly trustAnchors: readonly Uint8Array[];
  readonly onFault: (fault: { readonly document: string | null; readonly reason: string }) => void;
}

export interface Child {
  readonly process: ParserProcess;
  documents: number;
  /** The document it works on, or null. */
  document: string | null;
  /** Given up on purpose: its end is no fault. */
  retired: boolean;
}

export interface ChildPool {
  acquire(document: string, waitMs: number): Promise<Child>;
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
  const children = new Set<Child>();
  const idle: Child[] = [];
  const queue = waitingQueue(options.maxWaiting);
  let closed = false;

  const busy = () => children.size - idle.length;
  const spawnChild = () => {
    const process = startTrustingParser(options.command, options.trustAnchors);
    const child: Child = { process, documents: 0, document: null, retired: false };
    children.add(child);
    idle.push(child);
    void child.process.gone.then((reason) => forget(child, reason));
  };
  const fill = () => {
    if (closed) return;
    while (children.size < options.processes + 1) spawnChild();
    while (idle.length > 0 && busy() < options.processes && queue.length() > 0) {
      const child = idle.shift();
      if (child !== undefined) queue.grant(child);
    }
  };
  const forget = (child: Child, reason: string) => {
    children.delete(child);
    const index = idle.indexOf(child);
    if (index >= 0) idle.splice(index, 1);
    if (!child.retired) options.onFault({ document: child.document, reason });
    setTimeout(fill, child.documents === 0 ? RESTART_PAUSE_MS : 0);
  };
  const retire = (child: Child) => {
    child.retired = true;
    child.process.kill();
  };

  fill();
  return {
    async acquire(document, waitMs) {
      if (closed) throw new ParserBusy('The pool is closing.');
      const granted = queue.join(waitMs);
      fill();
      const child = await granted;
      child.documents += 1;
      child.document = document;
      return child;
    },
    release(child, rssBytes) {
      child.document = null;
      const worn = child.documents >= MAX_DOCUMENTS_PER_CHILD || rssBytes > MAX_IDLE_RSS_BYTES;
      if (worn || closed) retire(child);
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
      all.forEach(retire);
      await Promise.all(all.map(({ process }) => process.gone));
    },
  };
}

interface WaitingQueue {
  length(): number;
  join(waitMs: number): Promise<Child>;
  grant(child: Child): void;
  refuseAll(): void;
}

/** The first that comes is served first; each waits for so long and no longer. */
function waitingQueue(maxLength: number): WaitingQueue {
  const waiting = new Set<PromiseWithResolvers<Child>>();
  const refuse = (waiter: PromiseWithResolvers<Child>, reason: string) => {
    waiting.delete(waiter);
    waiter.reject(new ParserBusy(reason));
  };
  return {
    length: () => waiting.size,
    async join(waitMs) {
      if (waiting.size >= maxLength) throw new ParserBusy('Too many documents wait.');
      const waiter = Promise.withResolvers<Child>();
      waiting.add(waiter);
      const giveUp = () => refuse(waiter, 'No parser was free in time.');
      const timer = setTimeout(giveUp, waitMs);
      return waiter.promise.finally(() => clearTimeout(timer));
    },
    grant(child) {
      const [first] = waiting;
      if (first === undefined) return;
      waiting.delete(first);
      first.resolve(child);
    },
    refuseAll() {
      for (const waiter of waiting) refuse(waiter, 'The pool is closing.');
    },
  };
}
