/**
 * Matches the pages of two documents. Equal pages are aligned by their hashes. Two other pages are one edited, rotated
 * or cropped page if they have the same position between matched pages and share at least half of their words.
 */
import type { PageChanges, PageMatchOfTwo } from '#engine/facts/compare.ts';
import type { WordChange } from '#engine/facts/text-changes.ts';
import type { PageDigests } from '#engine/page/page-fingerprints.ts';
import { align, isFirst } from './align.ts';
import { similarity, type WordCounts } from './page-text.ts';
import { firstChanges, WordComparison, type Words } from './page-words.ts';

/** The compared facts of the pages of one document. */
export interface PagesView {
  readonly digests: readonly PageDigests[];
  /** The words are read only for pages without an equal page. */
  wordsOf(index: number): WordCounts;
  /** The words in their order; null if they are unknown. */
  shownWords(index: number): Words | null;
}

/** One page that is in both documents. Indices start at 0. */
export interface SamePage {
  readonly a: number;
  readonly b: number;
}

export interface PageComparison {
  readonly changes: PageChanges;
  /** Every page that is in both documents, whether it moved or was modified or not, ascending by `a`. */
  readonly same: readonly SamePage[];
  /** The pages of `same` that show the same. */
  readonly equal: readonly SamePage[];
}

const LEAST_SIMILARITY = 0.5;
/** The limit of compared pairs of pages. Beyond it, pages are paired in order. */
const MAX_COMPARISONS = 20_000;

export function comparePages(a: PagesView, b: PagesView): PageComparison {
  const hashesA = contentHashes(a);
  const hashesB = contentHashes(b);
  const equal = align(hashesA, hashesB);
  const modified = isFirst(hashesA, hashesB)
    ? pairModified(a, b, equal)
    : pairModified(b, a, equal.map(mirrored)).map(mirrored);
  const same = [...equal, ...modified].map(({ a: x, b: y }) => ({ a: x, b: y })).toSorted((x, y) => x.a - y.a);
  const knownA = new Set(same.map((pair) => pair.a));
  const knownB = new Set(same.map((pair) => pair.b));
  const comparison = new WordComparison();
  return {
    same,
    equal,
    changes: {
      added: others(hashesB, knownB),
      removed: others(hashesA, knownA),
      reordered: equal
        .filter(({ moved }) => moved)
        .map((pair) => ({ oldPosition: pair.a + 1, newPosition: pair.b + 1, contentHash: hashesA[pair.a] ?? '' })),
      modified: modified.map((pair) => ({
        oldPosition: pair.a + 1,
        newPosition: pair.b + 1,
        oldContentHash: hashesA[pair.a] ?? '',
        newContentHash: hashesB[pair.b] ?? '',
        textChanges: textChanges(comparison, a.shownWords(pair.a), b.shownWords(pair.b)),
      })),
      matches: matchesOf(a, b, equal),
      totalA: hashesA.length,
      totalB: hashesB.length,
    },
  };
}

/**
 * Finds the pages of the first document in the second one. A page without an equal page is searched by its body without
 * margins: first at its own position, then among all pages without an equal page.
 */
function matchesOf(a: PagesView, b: PagesView, equal: readonly SamePage[]): PageMatchOfTwo[] {
  const moved = equal.filter((pair) => pair.a !== pair.b).map((pair) => ({ ...pair, match: 'page' as const }));
  const takenA = new Set(equal.map((pair) => pair.a));
  const takenB = new Set(equal.map((pair) => pair.b));
  const places = Map.groupBy(free(0, b.digests.length, takenB), (index) => b.digests[index]?.withoutMargins ?? '');
  const stamped = free(0, a.digests.length, takenA).flatMap((index) => {
    const found = places.get(a.digests[index]?.withoutMargins ?? NO_BODY) ?? [];
    const place = found.includes(index) ? index : found[0];
    if (place === undefined) return [];
    found.splice(found.indexOf(place), 1);
    return [{ a: index, b: place, match: 'without_margins' as const }];
  });
  return [...moved, ...stamped]
    .toSorted((x, y) => x.a - y.a)
    .map((pair) => ({ oldPosition: pair.a + 1, newPosition: pair.b + 1, match: pair.match }));
}

function textChanges(comparison: WordComparison, before: Words | null, after: Words | null): WordChange[] | null {
  const changes = before && after && comparison.changes(before, after);
  return changes && firstChanges(changes);
}

/** No page has this key. */
const NO_BODY = 'no body';

/** The interface defines the hash as the first 16 digits of the digest. */
function contentHashes({ digests }: PagesView): string[] {
  return digests.map(({ drawing }) => drawing.slice(0, 16));
}

function others(hashes: readonly string[], known: ReadonlySet<number>) {
  return hashes.flatMap((contentHash, index) => (known.has(index) ? [] : [{ pageNumber: index + 1, contentHash }]));
}

function mirrored<T extends SamePage>(pair: T): T {
  return { ...pair, a: pair.b, b: pair.a };
}

interface EqualPage extends SamePage {
  readonly anchor: boolean;
}

/**
 * Searches partners between each two adjacent anchors. The two documents are put into one order, so that a comparison
 * in the other direction gives the mirror image.
 */
function pairModified(a: PagesView, b: PagesView, equal: readonly EqualPage[]): SamePage[] {
  const takenA = new Set(equal.map((pair) => pair.a));
  const takenB = new Set(equal.map((pair) => pair.b));
  const likeness = likenessOf(a, b);
  const end = { a: a.digests.length, b: b.digests.length };
  const found: SamePage[] = [];
  let comparisons = 0;
  let from: SamePage = { a: 0, b: 0 };
  for (const to of [...equal.filter(({ anchor }) => anchor).toSorted((x, y) => x.a - y.a), end]) {
    const left = free(from.a, to.a, takenA);
    const right = free(from.b, to.b, takenB);
    comparisons += left.length * right.length;
    found.push(...(comparisons <= MAX_COMPARISONS ? bestPairing : pairingInOrder)(left, right, likeness));
    from = { a: to.a + 1, b: to.b + 1 };
  }
  return found;
}

function free(from: number, to: number, taken: ReadonlySet<number>): number[] {
  const indices: number[] = [];
  for (let index = from; index < to; index++) if (!taken.has(index)) indices.push(index);
  return indices;
}

/** The similarity of two pages, from 0 to 1. Pages that are too different to be one page have 0. */
type Likeness = (x: number, y: number) => number;

function likenessOf(a: PagesView, b: PagesView): Likeness {
  return (x, y) => {
    if (haveSameBody(a.digests[x], b.digests[y])) return 1;
    const [wordsA, wordsB] = [a.wordsOf(x), b.wordsOf(y)];
    if (wordsA.size === 0 && wordsB.size === 0) return haveSameAppearance(a.digests[x], b.digests[y]) ? 1 : 0;
    const value = similarity(wordsA, wordsB);
    return value >= LEAST_SIMILARITY ? value : 0;
  };
}

/** A page with a stamp in its margins still has the same body. */
function haveSameBody(x: PageDigests | undefined, y: PageDigests | undefined): boolean {
  return x !== undefined && x.withoutMargins !== null && x.withoutMargins === y?.withoutMargins;
}

/** A page without text, such as a scan, shows the same picture after it was rotated or cropped. */
function haveSameAppearance(x: PageDigests | undefined, y: PageDigests | undefined): boolean {
  if (x === undefined || y === undefined) return false;
  const areEqual = (of: (page: PageDigests) => string | null): boolean => of(x) !== null && of(x) === of(y);
  return (
    areEqual(({ marks }) => marks) || areEqual(({ pictures }) => pictures) || areEqual(({ placements }) => placements)
  );
}

/** The pairing in order with the greatest total similarity, by dynamic programming. */
function bestPairing(left: readonly number[], right: readonly number[], likeness: Likeness): SamePage[] {
  if (left.length === 0 || right.length === 0) return [];
  const single = left.map((x) => right.map((y) => likeness(x, y)));
  const width = right.length + 1;
  const best = greatestLikeness(single, width);
  const at = (i: number, j: number) => best[i * width + j] ?? 0;
  const pairs: SamePage[] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    const value = single[i]?.[j] ?? 0;
    if (value > 0 && value + at(i + 1, j + 1) >= at(i, j)) pairs.push({ a: left[i++] ?? 0, b: right[j++] ?? 0 });
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/**
 * Returns, for each pair of start positions, the similarity of the best pairing of the remaining pages. The last row
 * and column are 0.
 */
function greatestLikeness(single: readonly (readonly number[])[], width: number): Float64Array {
  const best = new Float64Array((single.length + 1) * width);
  const at = (i: number, j: number) => best[i * width + j] ?? 0;
  for (let i = single.length - 1; i >= 0; i--) {
    for (let j = width - 2; j >= 0; j--) {
      const value = single[i]?.[j] ?? 0;
      const paired = value > 0 ? value + at(i + 1, j + 1) : 0;
      best[i * width + j] = Math.max(paired, at(i + 1, j), at(i, j + 1));
    }
  }
  return best;
}

function pairingInOrder(left: readonly number[], right: readonly number[], likeness: Likeness): SamePage[] {
  return left.flatMap((a, index) => {
    const b = right[index];
    return b !== undefined && likeness(a, b) > 0 ? [{ a, b }] : [];
  });
}
