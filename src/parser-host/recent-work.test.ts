import { expect, test } from 'vitest';
import { RecentWork } from './recent-work.ts';

test('who has used nothing is before who has used something', () => {
  const shares = new RecentWork();
  shares.charge('a', 500, 0);
  expect([shares.used('a', 0), shares.used('b', 0)]).toEqual([500, 0]);
});

test('what was used counts half after ten seconds, and nothing in the end', () => {
  const shares = new RecentWork();
  shares.charge('a', 800, 0);
  expect(shares.used('a', 10_000)).toBe(400);
  shares.charge('a', 100, 10_000);
  expect(shares.used('a', 10_000)).toBe(500);
  expect(shares.used('a', 200_000)).toBeLessThan(0.01);
});
