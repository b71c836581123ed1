import { expect, test } from 'vitest';
import { labelsOf, ticksOf } from './scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [16, [0, 5, 10, 15, 20]],
  [40, [0, 10, 20, 30, 40]],
  [1_001, [0, 500, 1_000, 1_500]],
])('an axis up to %d has few and round numbers', (most, ticks) => {
  expect(ticksOf(most)).toEqual(ticks);
});

test('the axis ends at or above the highest bar, whatever that is', () => {
  for (let most = 2; most < 5_000; most += 7) {
    const ticks = ticksOf(most);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
});

test('labels keep apart, and the last bar has one', () => {
  expect([...labelsOf(30, 10)]).toEqual([1, 8, 15, 22, 29]);
  expect([...labelsOf(3, 100)]).toEqual([0, 1, 2]);
  expect([...labelsOf(0, 10)]).toEqual([]);
});
