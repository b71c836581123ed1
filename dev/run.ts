/** A run of `npm start`: its processes, their start, and the end of all when one fails. */
import { join, resolve } from 'node:path';
import { DevFailure } from './failure.ts';
import { statusOf } from './network.ts';
import { obituary, type RunningProcess, type ServiceOptions, startServer } from './process.ts';
import type { Progress } from './progress.ts';
import type { ProcessName, StateFile } from './state.ts';

export const ROOT = resolve(import.meta.dirname, '..');

export interface Run {
  readonly dataDir: string;
  readonly progress: Progress;
  readonly state: StateFile;
  /** The processes that were started, in order. */
  readonly processes: Map<ProcessName, RunningProcess>;
  /** Ends everything for a reason. */
  readonly fail: (reason: unknown) => void;
  readonly signal: AbortSignal;
}

/** The first failure also ends the others. It is reported when all have ended. */
export async function allOf<Values extends readonly unknown[]>(
  { fail }: Run,
  promises: { [Index in keyof Values]: Promise<Values[Index]> },
): Promise<Values> {
  for (const promise of promises) promise.catch(fail);
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Marks a part that cannot be opened in its line. */
export async function shown<Access>(
  { progress, signal }: Run,
  name: ProcessName,
  open: () => Promise<Access>,
): Promise<Access> {
  progress.update(name, 'works', 'searching');
  try {
    return await open();
  } catch (error) {
    if (!signal.aborted) progress.update(name, 'failed');
    throw error;
  }
}

/** Starts a process, and ends everything if it exits by itself. */
export async function startPart(run: Run, name: ProcessName, options: ServiceOptions): Promise<RunningProcess> {
  const { progress, state, processes, signal } = run;
  signal.throwIfAborted();
  progress.update(name, 'works', 'starting');
  const process = await startServer(
    options,
    (started) => {
      processes.set(name, started);
      state.record(name, started.pid);
    },
    signal,
  );
  void process.ended.then((how) => {
    if (signal.aborted) return;
    progress.update(name, 'failed', how);
    run.fail(new DevFailure(obituary(options, how)));
  });
  return process;
}

/** A program of this repository. It works if its address answers. */
export async function startProgram(
  run: Run,
  name: 'worker' | 'api' | 'mail' | 'payments',
  entry: string,
  env: NodeJS.ProcessEnv,
  url: string,
): Promise<void> {
  const logFile = join(run.dataDir, 'logs', `${name}.log`);
  const answers = async () => (await statusOf(url)) === 200;
  await startPart(run, name, { name, command: process.execPath, args: [entry], env, cwd: ROOT, logFile, answers });
}

export function isDevelopment(): boolean {
  return (process.env['NODE_ENV'] || 'development') === 'development';
}
