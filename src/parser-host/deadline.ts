/**
 * The deadline of one document in a parser. It counts processor time, because a busy host may give a parser a twentieth
 * of a processor, and the result of a document must not depend on that.
 */
import type { ParserProcess } from './parser-process.ts';

export interface Deadline {
  /** Runs a part of the work. The deadline kills the parser when all parts together take too long. */
  during<T>(work: () => Promise<T>): Promise<T>;
  isOver(): boolean;
}

/** The first measurement comes after this part of the deadline, when most documents have ended. */
const FIRST_PART = 1 / 10;
/** A parser that uses a smaller share of a processor waits for an event that does not come. */
const LEAST_SHARE = 1 / 50;
/** The time of a paused parser does not advance. */
const LEAST_WAIT_MS = 50;

export function deadlineOf(parser: Pick<ParserProcess, 'kill' | 'runningMs' | 'cpuMs'>, deadlineMs: number): Deadline {
  const stepMs = deadlineMs * FIRST_PART;
  let isOver = false;
  let usedMs = 0;
  let measured: { readonly ranMs: number; readonly cpuMs: number | null } = { ranMs: 0, cpuMs: null };
  let nextAtMs = stepMs;

  /** Time without a measurement counts as used. */
  const measure = async (ran: () => number) => {
    const cpuMs = await parser.cpuMs();
    const ranMs = ran();
    const passedMs = ranMs - measured.ranMs;
    const cpuMsSince = cpuMs === null || measured.cpuMs === null ? passedMs : cpuMs - measured.cpuMs;
    usedMs += Math.min(passedMs, cpuMsSince);
    isOver = usedMs >= deadlineMs || cpuMsSince < passedMs * LEAST_SHARE;
    measured = { ranMs, cpuMs };
    nextAtMs = ranMs + Math.max(stepMs, deadlineMs - usedMs);
  };

  let earlierMs = 0;
  return {
    isOver: () => isOver,
    async during(work) {
      const startedAt = parser.runningMs();
      const beforeMs = earlierMs;
      const ran = () => beforeMs + parser.runningMs() - startedAt;
      let hasEnded = false;
      const check = async () => {
        if (ran() >= nextAtMs) await measure(ran);
        // The work may have ended during the measurement, and the parser may have the next document.
        if (hasEnded) return;
        if (isOver) parser.kill();
        else timer = setTimeout(() => void check(), Math.max(nextAtMs - ran(), LEAST_WAIT_MS));
      };
      let timer = setTimeout(() => void check(), nextAtMs - ran());
      try {
        return await work();
      } finally {
        hasEnded = true;
        clearTimeout(timer);
        earlierMs = ran();
      }
    },
  };
}
