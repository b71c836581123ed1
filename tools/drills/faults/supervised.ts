/** A process that faults end on purpose. It starts again after its time. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DevFailure } from '#dev/failure.ts';
import { becomesTrue } from '#dev/network.ts';
import { type ServiceOptions, startServer, type Stoppable } from '#dev/process.ts';
import { messageOf } from '#src/system-error.ts';
import { processesBelow } from './process-tree.ts';

/** A server that recovers after a fault answers well within this time. */
const RETURN_TIMEOUT_MS = 300_000;
const RETRY_MS = 1_000;

export interface Supervised extends Stoppable {
  readonly name: string;
  readonly pid: number;
  /** Kills it and starts it again after this time. Resolves when it answers. */
  kill(downMs: number): Promise<void>;
  /** Stops it and its descendants for this time, as on a host that stalls. */
  standStill(ms: number): Promise<void>;
}

/** Called when a process exits unexpectedly or does not start again. */
export type OnCrash = (how: string) => void;

/** Resolves when it answers. */
export async function supervised(options: ServiceOptions, onCrash: OnCrash): Promise<Supervised> {
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  let current = await startServer(options);
  let isExpected = false;
  let mayStart: Promise<unknown> = Promise.resolve();

  const restart = async (): Promise<void> => {
    if (!stopped.aborted) await Promise.race([mayStart, once(stopped, 'abort')]);
    while (!stopped.aborted) {
      try {
        current = await startServer(options, undefined, stopped);
        return;
      } catch (error) {
        if (!stopped.aborted) onCrash(messageOf(error));
        await sleep(RETRY_MS);
      }
    }
  };
  const watch = async (): Promise<void> => {
    while (!stopped.aborted) {
      const how = await current.ended;
      if (stopped.aborted) return;
      if (!isExpected) onCrash(`${options.name} ${how}`);
      isExpected = false;
      // Its children end too.
      await current.stop(0);
      await restart();
    }
  };
  const watching = watch();
  return {
    name: options.name,
    get pid() {
      return current.pid;
    },
    async kill(downMs) {
      const killed = current;
      const down = Promise.withResolvers<void>();
      mayStart = down.promise;
      isExpected = killed.alive();
      signal(killed.pid, 'SIGKILL');
      await killed.ended;
      await sleep(downMs, undefined, { signal: stopped });
      down.resolve();
      if (await becomesTrue(() => current !== killed, RETURN_TIMEOUT_MS)) return;
      throw new DevFailure(`${options.name} does not answer again after it was killed.`);
    },
    async standStill(ms) {
      await standingStill([current.pid, ...processesBelow(current.pid).map(({ pid }) => pid)], ms);
    },
    async stop(graceMs) {
      stopping.abort();
      await current.stop(graceMs);
      await watching;
    },
  };
}

export async function standingStill(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP');
  await sleep(ms);
  for (const pid of pids) signal(pid, 'SIGCONT');
}

/** Does nothing if the process has ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
  }
}
