import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DictEntries } from './dict-entries.ts';

/** Edits of entries: a key gets a value, or is removed without one. There are enough keys to exceed the list. */
const edits = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }).map(String), fc.option(fc.integer())), {
  maxLength: 80,
});

test('entries are those of a Map, in the same order, however many there are', () => {
  fc.assert(
    fc.property(edits, (steps) => {
      const entries = new DictEntries();
      const map = new Map<string, number>();
      for (const [key, value] of steps) {
        if (value === null) expect(entries.delete(key)).toBe(map.delete(key));
        else {
          entries.set(key, value);
          map.set(key, value);
        }
        expect(entries.raw(key)).toBe(map.get(key));
      }
      expect([...entries]).toEqual([...map]);
      expect(entries.keys()).toEqual([...map.keys()]);
      expect(entries.values()).toEqual([...map.values()]);
      expect(entries.size).toBe(map.size);
      expect(new DictEntries([...map].flat()).has('7')).toBe(map.has('7'));
    }),
  );
});

test('of equal keys the last counts, in the place of the first', () => {
  expect([...new DictEntries(['A', 1, 'B', 2, 'A', 3])]).toEqual([
    ['A', 3],
    ['B', 2],
  ]);
});

test('a value that is an array stays one', () => {
  expect(new DictEntries().set('Kids', [1, 2]).raw('Kids')).toEqual([1, 2]);
});

test.each([3, 40])('the entry at hand may be removed while %i entries are gone over', (count) => {
  const entries = new DictEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]).flat());
  const met: string[] = [];
  for (const [key] of entries) {
    met.push(key);
    entries.delete(key);
  }
  expect(met).toHaveLength(count);
  expect(entries.size).toBe(0);
});

test.each([3, 40])('%i keys are sorted by their characters', (count) => {
  const keys = Array.from({ length: count }, (_, index) => `${(index * 7) % count}k`);
  const entries = new DictEntries(keys.flatMap((key) => [key, null]));
  entries.sort();
  expect([...entries.keys()]).toEqual(keys.toSorted());
});
