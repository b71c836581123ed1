import fc from 'fast-check';
import { expect, test } from 'vitest';
import { align } from './align.ts';

/** Few letters make duplicates common. */
const pages = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 12 });
const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 99 }).map(String), { maxLength: 12 });

/** The dynamic programming table of textbooks serves as the reference. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const x of a) {
    const next = [0];
    for (const [j, y] of b.entries()) next.push(x === y ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

const count = (hashes: readonly string[], hash: string) => hashes.filter((other) => other === hash).length;

test('pairs are equal pages, each page in one pair, and as many as there can be', () => {
  fc.assert(
    fc.property(pages, pages, (a, b) => {
      const pairs = align(a, b);
      expect(pairs.every((pair) => a[pair.a] === b[pair.b])).toBe(true);
      expect(new Set(pairs.map((pair) => pair.a)).size).toBe(pairs.length);
      expect(new Set(pairs.map((pair) => pair.b)).size).toBe(pairs.length);
      const possible = [...new Set(a)].reduce((sum, hash) => sum + Math.min(count(a, hash), count(b, hash)), 0);
      expect(pairs.length).toBe(possible);
    }),
  );
});

test('anchors are a longest common subsequence', () => {
  fc.assert(
    fc.property(pages, pages, (a, b) => {
      const anchors = align(a, b).filter(({ anchor }) => anchor);
      expect(anchors).toHaveLength(longestCommon(a, b));
      const places = anchors.map((pair) => pair.b);
      expect(places).toEqual(places.toSorted((x, y) => x - y));
    }),
  );
});

test('comparing the other way round gives the mirror image', () => {
  fc.assert(
    fc.property(pages, pages, (a, b) => {
      const mirrored = align(b, a).map((pair) => ({ ...pair, a: pair.b, b: pair.a }));
      expect(mirrored.toSorted((x, y) => x.a - y.a)).toEqual(align(a, b));
    }),
  );
});

test('pages that only came or went move nothing', () => {
  fc.assert(
    fc.property(distinct, fc.array(fc.boolean()), (all, kept) => {
      const some = all.filter((_, index) => kept[index] ?? true);
      expect(align(all, some).filter(({ moved }) => moved)).toEqual([]);
      expect(align(some, all).filter(({ moved }) => moved)).toEqual([]);
    }),
  );
});

test('one page carried two places or more is the only one that moved', () => {
  fc.assert(
    fc.property(distinct, fc.nat(), fc.nat(), (all, pick, put) => {
      fc.pre(all.length >= 3);
      const from = pick % all.length;
      const to = put % all.length;
      fc.pre(Math.abs(from - to) >= 2);
      const rest = all.toSpliced(from, 1);
      const moved = align(all, rest.toSpliced(to, 0, all[from] ?? '')).filter((pair) => pair.moved);
      expect(moved.map((pair) => [pair.a, pair.b])).toEqual([[from, to]]);
    }),
  );
});
