/** A process of ours that is started again when it dies, a counted number of times. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DevFailure } from './failure.ts';
import { lastLines, run, type RunningProcess, type RunOptions } from './process.ts';

/** More deaths than this within the window are no accident. */
const MAX_RESTARTS = 5;
const WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 250;

export interface Service {
  /** Rejects when the service died too often; never resolves. */
  readonly failed: Promise<never>;
  stop(graceMs: number): Promise<void>;
}

export interface ServiceEvents {
  started(process: RunningProcess): void;
  /** It died and comes back after the delay. */
  died(how: string, delayMs: number): void;
  returned(): void;
}

export async function runService(options: RunOptions, events: ServiceEvents): Promise<Service> {
  let current = await run(options);
  events.started(current);
  const wanted = new AbortController();

  const watch = async (): Promise<never> => {
    let deaths: number[] = [];
    while (true) {
      const how = await current.ended;
      if (wanted.signal.aborted) return forever();
      const now = performance.now();
      deaths = [...deaths.filter((at) => now - at < WINDOW_MS), now];
      if (deaths.length > MAX_RESTARTS) throw new DevFailure(obituary(current, how, deaths.length));
      const delayMs = FIRST_DELAY_MS * 2 ** (deaths.length - 1);
      events.died(how, delayMs);
      await sleep(delayMs, undefined, { signal: wanted.signal }).catch(() => {});
      if (wanted.signal.aborted) return forever();
      current = await run(options);
      events.started(current);
      events.returned();
    }
  };
  const failed = watch();
  failed.catch(() => {});

  return {
    failed,
    stop: async (graceMs) => {
      wanted.abort();
      await current.stop(graceMs);
    },
  };
}

/** The sentence and the log that explain an end nobody asked for. */
export function obituary(process: RunningProcess, how: string, times = 1): string {
  const often = times > 1 ? ` ${times} times within a minute` : '';
  return `${process.name} ${how}${often}. Its last lines (${process.logFile}):\n${lastLines(process.logFile, 20).join('\n')}`;
}

function forever(): Promise<never> {
  return new Promise(() => {});
}
