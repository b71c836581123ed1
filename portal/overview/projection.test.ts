import { expect, test } from 'vitest';
import { projectionOf } from './projection.ts';

const period = { startsAt: '2026-11-01T00:00:00Z', resetsAt: '2026-12-01T00:00:00Z', limit: 3_000 };
const on = (day: string) => new Date(`2026-11-${day}T00:00:00Z`);

test('usage goes on at the pace it has had', () => {
  expect(projectionOf({ ...period, used: 500 }, on('11'))).toEqual({ atEnd: 1_500, limitAt: null });
});

test('a limit that will be reached is told with its day', () => {
  expect(projectionOf({ ...period, used: 2_000 }, on('11'))).toEqual({ atEnd: 6_000, limitAt: on('16') });
});

test('a limit that has been reached is not told as coming', () => {
  expect(projectionOf({ ...period, used: 3_000 }, on('11'))).toEqual({ atEnd: 9_000, limitAt: null });
});

test('nothing is used: nothing will be', () => {
  expect(projectionOf({ ...period, used: 0 }, on('11'))).toEqual({ atEnd: 0, limitAt: null });
});

test.each([
  ['on the first day', new Date('2026-11-01T23:59:59Z')],
  ['when the period is over', on('30').getTime() + 86_400_000],
])('nothing is said %s', (_, now) => {
  expect(projectionOf({ ...period, used: 100 }, new Date(now))).toBeNull();
});
