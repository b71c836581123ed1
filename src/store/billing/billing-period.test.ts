import { expect, test } from 'vitest';
import { billingPeriod } from './billing-period.ts';

const days = (anchor: string, now: string) => {
  const { startsAt, endsAt } = billingPeriod(new Date(anchor), new Date(now));
  return [startsAt.toISOString(), endsAt.toISOString()];
};

test.each([
  ['2026-01-15T10:30:00Z', '2026-01-15T10:30:00Z', '2026-01-15T10:30:00.000Z', '2026-02-15T10:30:00.000Z'],
  ['2026-01-15T10:30:00Z', '2026-02-15T10:29:59Z', '2026-01-15T10:30:00.000Z', '2026-02-15T10:30:00.000Z'],
  ['2026-01-15T10:30:00Z', '2026-02-15T10:30:00Z', '2026-02-15T10:30:00.000Z', '2026-03-15T10:30:00.000Z'],
  ['2025-11-21T00:00:00Z', '2027-01-01T00:00:00Z', '2026-12-21T00:00:00.000Z', '2027-01-21T00:00:00.000Z'],
])('from %s the month around %s goes from %s to %s', (anchor, now, startsAt, endsAt) => {
  expect(days(anchor, now)).toEqual([startsAt, endsAt]);
});

test('the 31st is the last day of a short month, and the 31st again of a long one', () => {
  const anchor = '2026-01-31T12:00:00Z';
  expect(days(anchor, '2026-02-10T00:00:00Z')).toEqual(['2026-01-31T12:00:00.000Z', '2026-02-28T12:00:00.000Z']);
  expect(days(anchor, '2026-03-01T00:00:00Z')).toEqual(['2026-02-28T12:00:00.000Z', '2026-03-31T12:00:00.000Z']);
  expect(days(anchor, '2028-03-01T00:00:00Z')).toEqual(['2028-02-29T12:00:00.000Z', '2028-03-31T12:00:00.000Z']);
});

test('every moment is in exactly one period, and periods follow one another without a gap', () => {
  const anchor = new Date('2024-02-29T23:59:59.999Z');
  let { endsAt } = billingPeriod(anchor, anchor);
  for (let month = 0; month < 60; month++) {
    const next = billingPeriod(anchor, endsAt);
    expect(next.startsAt).toEqual(endsAt);
    expect(billingPeriod(anchor, new Date(next.endsAt.getTime() - 1))).toEqual(next);
    endsAt = next.endsAt;
  }
});
