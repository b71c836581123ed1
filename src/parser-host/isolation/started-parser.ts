/** A parser that was started, wherever it runs: its three streams, its end, and what can be done to it. */
import type { ChildProcess } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
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
  const replies = child.stdio[REPLY_FD];
  // The types leave this open for other `stdio`; with pipes all are there, even when the program is not.
  if (stdin === null || stderr === null || !(replies instanceof Readable)) throw new Error('The child has no pipes.');
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit ${code}`));
  });
  return {
    pid: child.pid,
    requests: stdin,
    replies,
    printed: stderr,
    gone,
    kill: () => signalAll(child, 'SIGKILL'),
    pause: () => signalAll(child, 'SIGSTOP'),
    resume: () => signalAll(child, 'SIGCONT'),
    cpuMs: async () => (child.pid === undefined ? null : processorTimeMs(child.pid)),
  };
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
