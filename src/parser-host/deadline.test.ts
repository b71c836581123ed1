import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deadlineOf } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A parser that gets this share of a processor; null if the share cannot be measured. */
function parserWith(share: number | null) {
  const startedAt = Date.now();
  const killed = Promise.withResolvers<never>();
  return {
    runningMs: () => Date.now() - startedAt,
    cpuMs: async () => (share === null ? null : 200 + share * (Date.now() - startedAt)),
    kill: () => killed.reject(new Error('killed')),
    killed: killed.promise,
  };
}

/** The milliseconds after which a deadline of one minute ended endless work; null if the work lasted the hour. */
async function endOf(share: number | null, parts = 1): Promise<number | null> {
  const parser = parserWith(share);
  const deadline = deadlineOf(parser, 60_000);
  const work = (async () => {
    for (let part = 1; part < parts; part++) await deadline.during(() => delay(5_000));
    await deadline.during(() => Promise.race([parser.killed, delay(3_600_000)]));
  })();
  const ended = work.then(
    () => null,
    () => parser.runningMs(),
  );
  await vi.advanceTimersByTimeAsync(4_000_000);
  expect(deadline.isOver()).toBe((await ended) !== null);
  return ended;
}

test('a parser with a processor of its own ends at its deadline, and so does one that nobody can measure', async () => {
  expect([await endOf(1), await endOf(null)]).toEqual([60_000, 60_000]);
});

test('a parser that gets a twentieth of a processor has twenty times as long', async () => {
  const end = await endOf(1 / 20);
  expect(end).toBeGreaterThan(1_000_000);
  expect(end).toBeLessThan(1_300_000);
});

test('a parser that uses no processor hangs, and ends at its deadline', async () => {
  expect(await endOf(0)).toBe(60_000);
});

test('work in several parts is counted together', async () => {
  expect(await endOf(1, 5)).toBe(60_000);
});

test('work that ends during a measurement leaves the parser to the next document', async () => {
  const measured = Promise.withResolvers<number>();
  const kill = vi.fn();
  const deadline = deadlineOf({ ...parserWith(1), cpuMs: () => measured.promise, kill }, 60_000);
  const ended = deadline.during(() => delay(10_000));
  await vi.advanceTimersByTimeAsync(70_000);
  await ended;
  measured.resolve(70_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(kill).not.toHaveBeenCalled();
});
