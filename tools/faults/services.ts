/** A process that is started again when it dies or no longer answers, a counted number of times. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DevFailure } from '#dev/failure.ts';
import { becomesTrue, unlessAborted } from '#dev/network.ts';
import { obituary, run, type RunningProcess, type ServiceOptions, type Stoppable, whenSettled } from '#dev/process.ts';

/** More deaths than this within the window are no accident. */
const MAX_RESTARTS = 5;
/** This share is of the time in which it was up: one that takes long to start is not forgiven for that. */
const WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 250;
/** What answers and dies at once has not come back. */
const STEADY_MS = 3_000;

export interface Probing {
  readonly everyMs: number;
  /** So many questions in a row without an answer, and it is made to end. */
  readonly patience: number;
}

/** Half a minute: a machine with too much to do is no death. */
const PROBING: Probing = { everyMs: 5_000, patience: 6 };

export interface Service extends Stoppable {
  /** Resolves when it is up, now or soon; rejects when it was given up. */
  up(): Promise<void>;
  /** Whether it answers right now. */
  answers(): Promise<boolean>;
  /** Rejects when it was given up; never resolves. */
  readonly failed: Promise<never>;
}

export interface ServiceEvents {
  started(process: RunningProcess): void;
  /** It died and comes back after the delay. */
  died(how: string, delayMs: number): void;
  /** It came back from that death, and stays. */
  returned(how: string): void;
  /** Awaited before each start: what it cannot start without. */
  needs?(): Promise<unknown>;
}

/** How a process ended, and for how long it had been up. */
interface Life {
  readonly how: string;
  readonly upMs: number;
}

/** Ends by itself only when it is stopped or given up. */
export function runService(options: ServiceOptions, events: ServiceEvents, probing = PROBING): Service {
  const stopping = new AbortController();
  const { signal } = stopping;
  const givenUp = Promise.withResolvers<never>();
  givenUp.promise.catch(() => {});
  let up = Promise.withResolvers<void>();
  let current: RunningProcess | null = null;

  const live = async (died: string | null): Promise<Life> => {
    const process = await run(options);
    current = process;
    if (signal.aborted) await process.stop(0);
    signal.throwIfAborted();
    events.started(process);
    const answers = () => answersOf(process, options);
    const early = await untilUp(process, answers, died === null ? 0 : STEADY_MS, signal);
    if (early !== null) return { how: early, upMs: 0 };
    const upSince = performance.now();
    up.resolve();
    if (died !== null) events.returned(died);
    const how = await untilEnd(process, answers, probing, signal);
    up = Promise.withResolvers();
    return { how, upMs: performance.now() - upSince };
  };

  const watch = async (): Promise<never> => {
    const deathsAfter = deathCounter();
    for (let died: string | null = null; ;) {
      if (events.needs) await unlessAborted(events.needs(), signal);
      const { how, upMs } = await live(died);
      const deaths = deathsAfter(upMs);
      if (deaths > MAX_RESTARTS) throw new DevFailure(obituary(options, `${how} ${deaths} times within a minute`));
      const delayMs = FIRST_DELAY_MS * 2 ** (deaths - 1);
      events.died(how, delayMs);
      await sleep(delayMs, undefined, { signal });
      died = how;
    }
  };
  const watching = watch().catch(async (error: unknown) => {
    if (signal.aborted) return;
    await current?.stop(0);
    givenUp.reject(error);
  });

  return {
    up: () => Promise.race([up.promise, givenUp.promise]),
    answers: async () => current !== null && answersOf(current, options),
    failed: givenUp.promise,
    stop: async (graceMs) => {
      stopping.abort();
      await current?.stop(graceMs);
      await watching;
    },
  };
}

async function answersOf(process: RunningProcess, { answers }: ServiceOptions): Promise<boolean> {
  return process.alive() && ((await answers?.(process)) ?? true);
}

/** The answer is null when it came to answer and lived on for a while, else how it ended. */
async function untilUp(
  process: RunningProcess,
  answers: () => Promise<boolean>,
  steadyMs: number,
  signal: AbortSignal,
): Promise<string | null> {
  await whenSettled(process, answers, signal);
  if (!(await becomesTrue(() => !process.alive(), steadyMs, signal))) return null;
  await process.stop(0);
  return process.ended;
}

/** How a process ended that was up; one that no longer answers is made to. */
async function untilEnd(
  process: RunningProcess,
  answers: () => Promise<boolean>,
  { everyMs, patience }: Probing,
  signal: AbortSignal,
): Promise<string> {
  const over = new AbortController();
  void process.ended.then(() => over.abort());
  const either = AbortSignal.any([signal, over.signal]);
  let answeredAt = performance.now();
  let missed = 0;
  while (missed < patience && process.alive()) {
    await sleep(everyMs, undefined, { ref: false, signal: either }).catch(() => {});
    signal.throwIfAborted();
    const isWell = await answers();
    missed = isWell ? 0 : missed + 1;
    if (isWell) answeredAt = performance.now();
  }
  const isSilent = process.alive();
  // What it leaves behind in its group goes with it.
  await process.stop(0);
  return isSilent ? `did not answer for ${Math.round((performance.now() - answeredAt) / 1000)} s` : process.ended;
}

/** Told of a death and how long life was before, answers how many there were within the window. */
function deathCounter(): (upMs: number) => number {
  let clockMs = 0;
  let deaths: number[] = [];
  return (upMs) => {
    clockMs += upMs;
    deaths = [...deaths.filter((at) => clockMs - at < WINDOW_MS), clockMs];
    return deaths.length;
  };
}
