/** A parser that was started, wherever it runs: its three streams, its end, and what can be done to it. */
import type { ChildProcess } from 'node:child_process';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { REPLY_FD } from '#src/parser-host/child-programs.ts';
import { processorTimeMs } from './processor-time.ts';

export interface StartedParser {
  /** Of this host; undefined for one that runs elsewhere, or never did. */
  readonly pid: number | undefined;
  readonly requests: Writable;
  readonly replies: Readable;
  /** What it and its libraries print. To be read, for it is not gone before. */
  readonly printed: Readable;
  /** Resolves with how it ended when it is gone. Never rejects. */
  readonly gone: Promise<string>;
  kill(): void;
  /** Its processes stand still until `resume`. */
  pause(): void;
  resume(): void;
  /** Answers the processor time that it has used since its start; null where that cannot be measured. */
  cpuMs(): Promise<number | null>;
}

/** A process of this host, with its pipes. */
export function startedHere(child: ChildProcess): StartedParser {
  const { stdin, stderr } = child;
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit ${code}`));
  });
  // Node makes no pipes at all where the process has no file descriptor left (EMFILE).
  const replies = pipesOf(child)?.[REPLY_FD];
  const isWhole = stdin && stderr && replies instanceof Readable;
  return {
    pid: child.pid,
    ...(isWhole ? { requests: stdin, replies, printed: stderr } : endedPipes()),
    gone,
    kill: () => signalAll(child, 'SIGKILL'),
    pause: () => signalAll(child, 'SIGSTOP'),
    resume: () => signalAll(child, 'SIGCONT'),
    cpuMs: async () => (child.pid === undefined ? null : processorTimeMs(child.pid)),
  };
}

export function pipesOf({ stdio }: { readonly stdio?: ChildProcess['stdio'] }): ChildProcess['stdio'] | undefined {
  return stdio;
}

/** Those of a program that never started. */
function endedPipes(): Pick<StartedParser, 'requests' | 'replies' | 'printed'> {
  const [requests, replies, printed] = [new PassThrough(), new PassThrough(), new PassThrough()];
  for (const pipe of [requests, replies, printed]) pipe.end().resume();
  return { requests, replies, printed };
}

/**
 * A wrapper that ends while it is still at work may leave behind what it has begun: it and all that it has started are one
 * group of processes.
 */
function signalAll({ pid }: ChildProcess, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  if (pid === undefined) return; // it never started
  try {
    process.kill(-pid, signal);
  } catch {
    // They are gone.
  }
}
