import { expect, test } from 'vitest';
import { pauseMs, SCHEDULE_MS } from './retry-schedule.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('ten attempts take from 75.6 to 90.7 hours', () => {
  expect(SCHEDULE_MS).toHaveLength(10);
  const total = (chance: number) => SCHEDULE_MS.reduce((sum, _, made) => sum + (pauseMs(made, null, chance) ?? 0), 0);
  expect(total(0) / HOUR_MS).toBeCloseTo(75.58, 1);
  expect(total(1) / HOUR_MS).toBeCloseTo(90.7, 1);
  expect(pauseMs(10, null, 0)).toBeNull();
  expect(pauseMs(10, 5_000, 0)).toBeNull();
});

test('a pause is the planned one, or up to a fifth more', () => {
  expect([0, 0.5, 0.999].map((chance) => pauseMs(2, null, chance))).toEqual([300_000, 330_000, 359_940]);
});

test('a receiver may ask for more, up to twice the plan or an hour', () => {
  expect(pauseMs(1, 0, 0)).toBe(5_000);
  expect(pauseMs(1, 10 * MINUTE_MS, 0)).toBe(10 * MINUTE_MS);
  expect(pauseMs(1, 5 * HOUR_MS, 0)).toBe(HOUR_MS);
  expect(pauseMs(4, HOUR_MS, 1)).toBe(2.4 * HOUR_MS);
  expect(pauseMs(4, 3 * HOUR_MS, 0)).toBe(3 * HOUR_MS);
  expect(pauseMs(4, 9 * HOUR_MS, 0)).toBe(4 * HOUR_MS);
});
