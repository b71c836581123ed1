import { expect, test } from 'vitest';
import { paceOf } from './pace.ts';

const period = { startsAt: '2026-11-01T00:00:00Z', resetsAt: '2026-12-01T00:00:00Z', limit: 100 };
const at = (day: string) => new Date(`2026-11-${day}T00:00:00Z`);

test('half of the documents in half of the period last exactly', () => {
  expect(paceOf({ ...period, used: 50 }, at('16'))).toEqual({ expected: 100, limitAt: null });
});

test('twice that pace ends when the half is over', () => {
  expect(paceOf({ ...period, used: 50 }, at('08'))).toMatchObject({ limitAt: at('15') });
});

test('what is used up already has no day on which it will be', () => {
  expect(paceOf({ ...period, used: 120 }, at('16'))).toEqual({ expected: 240, limitAt: null });
});

test('nothing used leads to nothing', () => {
  expect(paceOf({ ...period, used: 0 }, at('16'))).toEqual({ expected: 0, limitAt: null });
});

test('of the first day, and of a period that is over, nothing is told', () => {
  expect(paceOf({ ...period, used: 50 }, new Date('2026-11-01T12:00:00Z'))).toBeNull();
  expect(paceOf({ ...period, used: 50 }, new Date('2026-12-02T00:00:00Z'))).toBeNull();
});
