import { describe, expect, test } from 'vitest';
import { endOfOverlap, expiryOf, stateOf } from './key-words.ts';

const NOW = new Date('2026-11-23T12:00:00Z');

describe('an API key', () => {
  test.each([
    ['works', { isActive: true, expiresAt: null }],
    ['works', { isActive: true, expiresAt: '2027-11-23T12:00:00Z' }],
    ['ends-soon', { isActive: true, expiresAt: '2026-11-24T12:00:00Z' }],
    ['expired', { isActive: false, expiresAt: '2026-11-23T12:00:00Z' }],
    ['revoked', { isActive: false, expiresAt: null }],
    ['revoked', { isActive: false, expiresAt: '2027-11-23T12:00:00Z' }],
  ])('is said to be: %s', (state, key) => {
    expect(stateOf(key, NOW)).toBe(state);
  });

  test('expires after the days of a preset, through the day of a date, or never', () => {
    expect(expiryOf('7', '', NOW)).toEqual(new Date('2026-11-30T12:00:00Z'));
    expect(expiryOf('none', '2026-12-24', NOW)).toBeNull();
    expect(expiryOf('date', '2026-12-24', NOW)).toEqual(new Date('2026-12-24T23:59:59'));
    expect(expiryOf('date', '', NOW)).toBeUndefined();
  });

  test('that is replaced works for the overlap, and not beyond its own expiry', () => {
    expect(endOfOverlap(0, null, NOW)).toBeNull();
    expect(endOfOverlap(3_600, null, NOW)).toEqual(new Date('2026-11-23T13:00:00Z'));
    expect(endOfOverlap(86_400, '2026-11-23T13:00:00Z', NOW)).toEqual(new Date('2026-11-23T13:00:00Z'));
  });
});
