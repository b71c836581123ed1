/** The parts of one run: each started, shown, recorded, and started again as long as there is hope. */
import { join, resolve } from 'node:path';
import { statusOf, unlessAborted } from '#dev/network.ts';
import type { Part } from '#dev/parts/parts.ts';
import type { ServiceOptions } from '#dev/process.ts';
import type { Progress } from './progress.ts';
import { runService, type Service } from './services.ts';
import type { ProcessName, StateFile } from '#dev/state.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** They stand in the order in which they end. */
export const SERVERS = ['temporal', 'minio', 'postgres'] as const;

export interface Run {
  readonly dataDir: string;
  readonly progress: Progress;
  readonly state: StateFile;
  /** These are our own, as they were started. */
  readonly services: Map<ProcessName, Service>;
  /** Ends everything for a reason; for what happens while nobody waits for it. */
  readonly fail: (reason: unknown) => void;
  readonly signal: AbortSignal;
}

/** The first failure ends the others too; nothing is under way any more when it is told. */
export async function allOf<Values extends readonly unknown[]>(
  { fail }: Run,
  promises: { [Index in keyof Values]: Promise<Values[Index]> },
): Promise<Values> {
  for (const promise of promises) promise.catch(fail);
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** A part that cannot be opened is marked in its line. */
export async function shown<Access>({ progress }: Run, name: ProcessName, opening: Promise<Part<Access>>) {
  return opening.catch((error: unknown) => {
    progress.update(name, 'failed');
    throw error;
  });
}

/** Starts a part of our own, tells what becomes of it, and answers when it works. */
export async function startPart(
  run: Run,
  name: ProcessName,
  options: ServiceOptions,
  needs: readonly ProcessName[] = [],
) {
  const { progress, state, services } = run;
  const service = runService(options, {
    started: ({ pid }) => {
      state.record(name, pid);
      progress.update(name, 'works', 'starting');
    },
    died: (how, delayMs) =>
      progress.update(name, 'failed', `${how}; again in ${delayMs / 1000} s (${options.logFile})`),
    returned: (how) => progress.update(name, 'ready', `again, after it ${how}`),
    needs: () => Promise.all(needs.flatMap((other) => services.get(other)?.up() ?? [])),
  });
  services.set(name, service);
  if (name !== 'verapdf') service.failed.catch(run.fail);
  await unlessAborted(service.up(), run.signal);
  return service;
}

/** What is done with a part is begun again when the part died meanwhile. */
export async function whileUp<Value>(run: Run, name: ProcessName, act: () => Promise<Value>): Promise<Value> {
  const service = run.services.get(name);
  while (true) {
    const { pids } = run.state.read();
    try {
      return await act();
    } catch (error) {
      const isSame = pids[name] === run.state.read().pids[name];
      if (!service || run.signal.aborted || (isSame && (await service.answers()))) throw error;
      await unlessAborted(service.up(), run.signal);
    }
  }
}

/** A program of this repository, which works as long as its address answers. */
export async function startProgram(
  run: Run,
  name: 'worker' | 'api' | 'mail' | 'payments',
  entry: string,
  env: NodeJS.ProcessEnv,
  url: string,
): Promise<void> {
  const logFile = join(run.dataDir, 'logs', `${name}.log`);
  const answers = async () => (await statusOf(url)) === 200;
  const options = { name, command: process.execPath, args: [entry], env, cwd: ROOT, logFile, answers };
  await startPart(run, name, options, name === 'worker' || name === 'api' ? SERVERS : []);
}
