import { describe, expect, it } from 'vitest';
import { showsValue } from './agreement.ts';

describe('a look shows its value', () => {
  it.each([
    ['Ada', 'Ada'],
    ['ADA', 'ada'],
    ['Averylongtext', 'Averylongtextthathasnoroom'],
    ['100EUR', '100'],
    ['€100.00', '100'],
    ['1.000,00', '1000'],
    ['1,000', '1000'],
    ["1'000.50", '1000.5'],
    ['0.50', '.5'],
    ['-5', '-5.0'],
    ['3.14', '3.14159'],
    ['םולש', 'שלום'],
  ])('%s for %s', (shown, value) => {
    expect(showsValue(shown, value, false)).toBe(true);
  });

  it.each([
    ['Bob', 'Ada'],
    ['notapproved', 'approved'],
    ['approved', 'notapproved'],
    ['approvedbynobody', 'approved'],
    ['100000', '100'],
    ['100', '100000'],
    ['9100', '100'],
    ['100.000', '100'],
    ['100million', '100'],
    ['100x1000', '100'],
    ['-100', '100'],
    ['10', '100euros'],
    ['10.00', '1000'],
    ['(555)123-4567', '5551234567'],
    ['05-Jan-24', '1/5/2024'],
  ])('not %s for %s', (shown, value) => {
    expect(showsValue(shown, value, false)).toBe(false);
  });

  it.each([
    ['(555)123-4567', '5551234567', true],
    ['05-Jan-24', '1/5/2024', true],
    ['2:30pm', '14:30', true],
    ['50.00%', '0.5', true],
    ['1,000.00', '-1000', true],
    ['06-Jan-24', '1/5/2024', false],
    ['1,000,000.00', '1000', false],
    ['100.000', '100', false],
  ])('%s for %s where a script formats it: %s', (shown, value, isShown) => {
    expect(showsValue(shown, value, true)).toBe(isShown);
  });
});
