import { describe, expect, it } from 'vitest';
import type { PageChanges } from '#domain/compare.ts';
import { mapPages } from './page-map.ts';

const NONE: PageChanges = { added: [], removed: [], reordered: [], modified: [], matches: [], totalA: 0, totalB: 0 };
const page = (pageNumber: number) => ({ pageNumber, contentHash: '' });
const moved = (oldPosition: number, newPosition: number) => ({ oldPosition, newPosition, contentHash: '' });
const modified = (oldPosition: number, newPosition: number) => ({
  oldPosition,
  newPosition,
  oldContentHash: '',
  newContentHash: '',
  textChanges: null,
});

describe('the map of pages', () => {
  it('has one row for pages that are the same', () => {
    expect(mapPages({ ...NONE, totalA: 300, totalB: 300 })).toEqual([{ kind: 'same', a: 1, b: 1, count: 300 }]);
    expect(mapPages(NONE)).toEqual([]);
  });

  it('goes on beside what was added and removed', () => {
    expect(mapPages({ ...NONE, added: [page(1), page(4)], totalA: 3, totalB: 5 })).toEqual([
      { kind: 'added', b: 1 },
      { kind: 'same', a: 1, b: 2, count: 2 },
      { kind: 'added', b: 4 },
      { kind: 'same', a: 3, b: 5, count: 1 },
    ]);
    expect(mapPages({ ...NONE, removed: [page(2), page(3)], totalA: 3, totalB: 1 })).toEqual([
      { kind: 'same', a: 1, b: 1, count: 1 },
      { kind: 'removed', a: 2 },
      { kind: 'removed', a: 3 },
    ]);
  });

  it('shows what moved where it is now', () => {
    expect(mapPages({ ...NONE, reordered: [moved(4, 1)], totalA: 4, totalB: 4 })).toEqual([
      { kind: 'moved', a: 4, b: 1 },
      { kind: 'same', a: 1, b: 2, count: 3 },
    ]);
    expect(mapPages({ ...NONE, reordered: [moved(2, 3), moved(3, 2)], totalA: 4, totalB: 4 })).toEqual([
      { kind: 'same', a: 1, b: 1, count: 1 },
      { kind: 'moved', a: 3, b: 2 },
      { kind: 'moved', a: 2, b: 3 },
      { kind: 'same', a: 4, b: 4, count: 1 },
    ]);
  });

  it('knows a page that was changed again, beside others that came and went', () => {
    const changes = { ...NONE, modified: [modified(2, 3)], added: [page(1)], removed: [page(3)], totalA: 4, totalB: 4 };
    expect(mapPages(changes)).toEqual([
      { kind: 'added', b: 1 },
      { kind: 'same', a: 1, b: 2, count: 1 },
      { kind: 'removed', a: 3 },
      { kind: 'modified', a: 2, b: 3, textChanges: null },
      { kind: 'same', a: 4, b: 4, count: 1 },
    ]);
  });

  it('names every page of both once', () => {
    const changes = {
      ...NONE,
      reordered: [moved(6, 2), moved(1, 5)],
      modified: [modified(3, 3)],
      added: [page(7)],
      totalA: 6,
      totalB: 7,
    };
    const rows = mapPages(changes);
    const counts = rows.map((row) => (row.kind === 'same' ? row.count : 1));
    const inA = rows.flatMap((row, index) =>
      'a' in row ? Array.from({ length: counts[index] ?? 1 }, (_, i) => row.a + i) : [],
    );
    const inB = rows.flatMap((row, index) =>
      'b' in row ? Array.from({ length: counts[index] ?? 1 }, (_, i) => row.b + i) : [],
    );
    expect(inA.toSorted((x, y) => x - y)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(inB).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
