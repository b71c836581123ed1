/** A started parser on any host: its three streams, its end, and the operations on it. */
import type { ChildProcess } from 'node:child_process';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { REPLY_FD } from '#src/parser-host/child-programs.ts';
import { processorTimeMs } from './processor-time.ts';

export interface StartedParser {
  /** The process id on this host; undefined for a parser on another host or one that failed to start. */
  readonly pid: number | undefined;
  readonly requests: Writable;
  readonly replies: Readable;
  /** The output of the parser and its libraries. It must be read, or the parser never counts as gone. */
  readonly printed: Readable;
  /** Resolves with a description of the exit. Never rejects. */
  readonly gone: Promise<string>;
  kill(): void;
  /** Stops its processes until `resume`. */
  pause(): void;
  resume(): void;
  /** Returns the processor time since its start; null if it cannot be measured. */
  cpuMs(): Promise<number | null>;
}

/** A process of this host, with its pipes. */
export function startedHere(child: ChildProcess): StartedParser {
  const { stdin, stderr } = child;
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit ${code}`));
  });
  // Node makes no pipes if the process has no file descriptor left (EMFILE).
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

/** The pipes of a program that failed to start. */
function endedPipes(): Pick<StartedParser, 'requests' | 'replies' | 'printed'> {
  const [requests, replies, printed] = [new PassThrough(), new PassThrough(), new PassThrough()];
  for (const pipe of [requests, replies, printed]) pipe.end().resume();
  return { requests, replies, printed };
}

/** A wrapper that ends early may leave processes behind, so the signal goes to the whole group of processes. */
function signalAll({ pid }: ChildProcess, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  if (pid === undefined) return; // the process never started
  try {
    process.kill(-pid, signal);
  } catch {
    // The processes are gone already.
  }
}
