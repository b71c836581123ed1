import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min 0 s'],
  [3_599, '59 min 59 s'],
  [3_600, '1 h 0 min'],
  [259_199, '71 h 59 min'],
  [259_200, '72 h 0 min'],
])('%i seconds are %s', (seconds, words) => {
  expect(timeLeft(seconds)).toBe(words);
});
