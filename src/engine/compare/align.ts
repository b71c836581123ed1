/**
 * Matches the pages of two documents by their hashes. Pages in a longest common subsequence stay in place, equal pages
 * outside it have moved, and all others were added or removed. A comparison in the other direction gives the mirror
 * image.
 */

export interface PagePair {
  /** Indices from 0. */
  readonly a: number;
  readonly b: number;
  /** True for a member of the common subsequence. Pages between two anchors are between them in both documents. */
  readonly anchor: boolean;
  readonly moved: boolean;
}

/** The limit of compared pairs of equal pages. Beyond it, duplicates are matched by their order only. */
const MAX_MATCHES = 1_000_000;

type Match = readonly [a: number, b: number];

/** Pairs of equal hashes, ascending by `a`. */
export function align(a: readonly string[], b: readonly string[]): PagePair[] {
  if (!isFirst(a, b)) return align(b, a).map(mirrored).toSorted(byA);
  const anchors = commonSubsequence(a, b);
  const matches = [...anchors, ...leftoverMatches(a, b, anchors)].toSorted(([x], [y]) => x - y);
  const anchored = new Set(anchors.map(([index]) => index));
  const moved = movedAmong(matches);
  return matches.map(([x, y], index) => ({ a: x, b: y, anchor: anchored.has(x), moved: moved.has(index) }));
}

/** An order of two documents that does not depend on the order of the arguments. */
export function isFirst(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return a.length < b.length;
  const at = a.findIndex((hash, index) => hash !== b[index]);
  return at < 0 || (a[at] ?? '') < (b[at] ?? '');
}

function mirrored({ a, b, anchor, moved }: PagePair): PagePair {
  return { a: b, b: a, anchor, moved };
}

function byA(x: PagePair, y: PagePair): number {
  return x.a - y.a;
}

function commonSubsequence(a: readonly string[], b: readonly string[]): Match[] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let tail = 0;
  while (tail < shorter - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const head = Array.from({ length: start }, (_, index): Match => [index, index]);
  const rear = Array.from({ length: tail }, (_, index): Match => [a.length - tail + index, b.length - tail + index]);
  const middle = candidates(a.slice(start, a.length - tail), b.slice(start, b.length - tail));
  return [...head, ...longestChain(middle).map(([x, y]): Match => [x + start, y + start]), ...rear];
}

/** Every pair of equal pages, by `a` and then descending by `b`, so that a chain has one partner for each `a`. */
function candidates(a: readonly string[], b: readonly string[]): Match[] {
  const places = placesOf(b);
  const count = a.reduce((sum, hash) => sum + (places.get(hash)?.length ?? 0), 0);
  if (count > MAX_MATCHES) return inOrder(a, b);
  return a.flatMap((hash, x) => (places.get(hash) ?? []).toReversed().map((y): Match => [x, y]));
}

function placesOf(hashes: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, hash] of hashes.entries()) {
    const known = places.get(hash);
    if (known) known.push(index);
    else places.set(hash, [index]);
  }
  return places;
}

/** Matches equal pages in order: the first with the first, the second with the second. */
function inOrder(a: readonly string[], b: readonly string[]): Match[] {
  const places = new Map([...placesOf(b)].map(([hash, indices]) => [hash, indices.values()]));
  return a.flatMap((hash, x) => {
    const y = places.get(hash)?.next().value;
    return y === undefined ? [] : [[x, y] satisfies Match];
  });
}

/** The longest run of matches that ascends on both sides (Hunt and Szymanski 1977). */
function longestChain(matches: readonly Match[]): Match[] {
  const tops: number[] = [];
  const before = new Int32Array(matches.length);
  for (const [index, [, y]] of matches.entries()) {
    const at = firstNotBelow(tops, matches, y);
    before[index] = at === 0 ? -1 : (tops[at - 1] ?? -1);
    tops[at] = index;
  }
  const chain: Match[] = [];
  for (let index = tops.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const match = matches[index];
    if (match) chain.push(match);
  }
  return chain.toReversed();
}

/** The number of chain ends below `y`. */
function firstNotBelow(tops: readonly number[], matches: readonly Match[], y: number): number {
  let low = 0;
  for (let high = tops.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((matches[tops[middle] ?? 0]?.[1] ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

function leftoverMatches(a: readonly string[], b: readonly string[], anchors: readonly Match[]): Match[] {
  const restA = without(
    a,
    anchors.map(([x]) => x),
  );
  const restB = without(
    b,
    anchors.map(([, y]) => y),
  );
  return inOrder(
    restA.map(({ hash }) => hash),
    restB.map(({ hash }) => hash),
  ).map(([x, y]): Match => [restA[x]?.index ?? 0, restB[y]?.index ?? 0]);
}

function without(hashes: readonly string[], taken: readonly number[]): { hash: string; index: number }[] {
  const indices = new Set(taken);
  return hashes.flatMap((hash, index) => (indices.has(index) ? [] : [{ hash, index }]));
}

/**
 * The matches that have moved: some longest chain leaves them out, and their rank among the common pages has changed.
 * One moved page is thus reported alone, and both pages of a swap are reported.
 */
function movedAmong(matches: readonly Match[]): Set<number> {
  const targets = matches.map(([, y]) => y);
  const ranks = new Map(targets.toSorted((x, y) => x - y).map((target, rank) => [target, rank]));
  const upTo = chainLengths(targets);
  const from = chainLengths(targets.toReversed().map((target) => -target)).toReversed();
  const longest = upTo.reduce((most, length) => Math.max(most, length), 0);
  const onLongest = (index: number) => (upTo[index] ?? 0) + (from[index] ?? 0) - 1 === longest;
  const atStep = new Map<number, number>();
  for (const [index, step] of upTo.entries()) if (onLongest(index)) atStep.set(step, (atStep.get(step) ?? 0) + 1);
  const stays = (index: number) => onLongest(index) && atStep.get(upTo[index] ?? 0) === 1;
  return new Set(targets.keys().filter((index) => !stays(index) && ranks.get(targets[index] ?? -1) !== index));
}

/** Returns, for each value, the length of the longest ascending chain that ends with it. */
function chainLengths(values: readonly number[]): number[] {
  const ends: number[] = [];
  return values.map((value) => {
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    ends[low] = value;
    return low + 1;
  });
}
