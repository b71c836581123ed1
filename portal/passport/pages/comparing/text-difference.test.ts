import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differenceOf, isSameText, MAX_CHANGES_LISTED } from './text-difference.ts';

const changesOf = (left: string, right: string) =>
  differenceOf(left, right).listed.map(({ before, after }) => `${before} > ${after}`);

describe('the difference of two texts', () => {
  test('is none where the words are the same', () => {
    expect(differenceOf('Pay 1,000\nto Alice', 'Pay 1,000 to  Alice ')).toEqual({ listed: [], notListed: 0 });
    expect(isSameText('Pay 1,000\nto Alice', 'Pay 1,000 to  Alice ')).toBe(true);
  });

  test('names what became what, what is gone and what was added', () => {
    expect(changesOf('Total 1,000 EUR due now', 'Total 9,000 EUR due')).toEqual(['1,000 > 9,000', 'now > ']);
    expect(changesOf('due now', 'Total due now')).toEqual([' > Total']);
    expect(changesOf('', 'all of it')).toEqual([' > all of it']);
  });

  test('finds words that were kept between changes', () => {
    expect(changesOf('a b c d e f g', 'a x c d y z g')).toEqual(['b > x', 'e f > y z']);
  });

  test('tells characters of scripts without spaces for themselves', () => {
    expect(changesOf('合計金額千円', '合計金額九千円')).toEqual([' > 九']);
  });

  test('counts what it does not list', () => {
    const words = (letter: string) =>
      Array.from({ length: 20 }, (_, index) => `${letter}${index} same${index}`).join(' ');
    const { listed, notListed } = differenceOf(words('a'), words('b'));
    expect([listed.length, notListed]).toEqual([MAX_CHANGES_LISTED, 20 - MAX_CHANGES_LISTED]);
  });

  test('of texts with nothing in common is one change, and takes no time', () => {
    const words = (letter: string) => Array.from({ length: 20_000 }, (_, index) => letter + index).join(' ');
    const { listed, notListed } = differenceOf(`start ${words('a')} end`, `start ${words('b')} end`);
    expect([listed.length, notListed]).toEqual([1, 0]);
    expect(listed[0]?.before.startsWith('a0 a1')).toBe(true);
    expect(listed[0]?.after.endsWith('b19999')).toBe(true);
  });

  test('leads from one text to the other, whatever they are', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 10 });
    fc.assert(
      fc.property(words, words, (left, right) => {
        const { listed } = differenceOf(left.join(' '), right.join(' '));
        const count = (side: 'before' | 'after') =>
          listed.reduce((sum, change) => sum + change[side].split(' ').filter(Boolean).length, 0);
        // What is left of both, once what is told is taken out, is equally long.
        expect(left.length - count('before')).toBe(right.length - count('after'));
        expect(listed.length === 0).toBe(left.join(' ') === right.join(' '));
      }),
    );
  });
});
