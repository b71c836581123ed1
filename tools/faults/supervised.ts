/** A process that is hit on purpose, and started again as `npm start` does it, not before the time is over. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runService } from './services.ts';
import type { ServiceOptions, Stoppable } from '#dev/process.ts';
import { processesBelow } from './process-tree.ts';

export interface Supervised extends Stoppable {
  readonly name: string;
  readonly pid: number;
  /** Kills it, and has it started again after so long. Resolves when it answers once more. */
  kill(downMs: number): Promise<void>;
  /** Stops it and all processes below it for so long, as on a host that stands still. */
  standStill(ms: number): Promise<void>;
}

/** Told when a process has ended, and nobody meant it to. One that was silent for long is ended as by `npm start`. */
export type OnCrash = (how: string) => void;

/** Resolves when it answers. */
export async function supervised(options: ServiceOptions, onCrash: OnCrash): Promise<Supervised> {
  let pid = 0;
  let isMeant = false;
  let death = Promise.withResolvers<void>();
  let mayStart: Promise<unknown> = Promise.resolve();
  const service = runService(options, {
    started: (process) => void (pid = process.pid),
    died: (how) => {
      if (!isMeant && how.startsWith('ended')) onCrash(`${options.name} ${how}`);
      isMeant = false;
      death.resolve();
      death = Promise.withResolvers();
    },
    returned: () => undefined,
    needs: () => mayStart,
  });
  await service.up();
  return {
    name: options.name,
    get pid() {
      return pid;
    },
    async kill(downMs) {
      const { promise: died } = death;
      const { promise, resolve } = Promise.withResolvers<void>();
      mayStart = promise;
      isMeant = true;
      signal(pid, 'SIGKILL');
      await died;
      await sleep(downMs);
      resolve();
      await service.up();
    },
    async standStill(ms) {
      await standingStill([pid, ...processesBelow(pid).map((process) => process.pid)], ms);
    },
    stop: (graceMs) => service.stop(graceMs),
  };
}

export async function standingStill(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP');
  await sleep(ms);
  for (const pid of pids) signal(pid, 'SIGCONT');
}

/** Nothing happens where the process has ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone.
  }
}
