/** Maps pages of the first document to pages of the second. The report names the changes, and the rest follows. */
import type { PageChanges, PageModification } from '#domain/compare.ts';

type TextChanges = PageModification['textChanges'];

/** Pages are counted from 1. */
export type MapRow =
  /** A run of pages that are the same, one after the other in both. */
  | { readonly kind: 'same'; readonly a: number; readonly b: number; readonly count: number }
  | { readonly kind: 'moved'; readonly a: number; readonly b: number }
  | { readonly kind: 'modified'; readonly a: number; readonly b: number; readonly textChanges: TextChanges }
  | { readonly kind: 'added'; readonly b: number }
  | { readonly kind: 'removed'; readonly a: number };

/** Pages in the order of the second document. Removed pages are at their old place. */
export function mapPages(pages: Omit<PageChanges, 'matches'>): MapRow[] {
  const { added, removed, reordered, modified, totalA, totalB } = pages;
  const addedPages = new Set(added.map(({ pageNumber }) => pageNumber));
  const removedPages = new Set(removed.map(({ pageNumber }) => pageNumber));
  const pairs = [
    ...reordered.map((pair) => ({ kind: 'moved' as const, a: pair.oldPosition, b: pair.newPosition })),
    ...modified.map(({ oldPosition, newPosition, textChanges }) => ({
      kind: 'modified' as const,
      a: oldPosition,
      b: newPosition,
      textChanges,
    })),
  ];
  const pairOf = new Map(pairs.map((pair) => [pair.b, pair]));
  const leftElsewhere = new Set(pairs.map(({ a }) => a));
  const rows: MapRow[] = [];
  let a = 1;
  let b = 1;
  while (a <= totalA || b <= totalB) {
    const pair = pairOf.get(b);
    if (removedPages.has(a)) rows.push({ kind: 'removed', a: a++ });
    else if (leftElsewhere.has(a)) a += 1;
    else if (addedPages.has(b)) rows.push({ kind: 'added', b: b++ });
    else if (pair) {
      rows.push(pair);
      b += 1;
    } else addSame(rows, a++, b++);
  }
  return rows;
}

function addSame(rows: MapRow[], a: number, b: number): void {
  const last = rows.at(-1);
  if (last?.kind === 'same' && last.a + last.count === a && last.b + last.count === b) {
    rows[rows.length - 1] = { ...last, count: last.count + 1 };
  } else rows.push({ kind: 'same', a, b, count: 1 });
}
