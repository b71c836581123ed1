/**
 * What ranges of character codes stand for, found by binary search. Entries may come in any order and overlap: of several
 * for one code the last one counts, as in a CMap (Adobe Technical Note 5014).
 */
export class CodeRanges<T> {
  #firsts: number[] = [];
  #lasts: number[] = [];
  #values: T[] = [];
  /** For each range, the code that its value belongs to: the first one as it was written. */
  #origins: number[] = [];
  #isSettled = true;

  get size(): number {
    return this.#firsts.length;
  }

  /** Adds the codes from `first` to `last`; a range that ends before it begins is none. */
  add(first: number, last: number, value: T): void {
    if (last < first) return;
    if (this.#firsts.length > 0 && first <= (this.#lasts.at(-1) ?? 0)) this.#isSettled = false;
    this.#firsts.push(first);
    this.#lasts.push(last);
    this.#values.push(value);
    this.#origins.push(first);
  }

  /** The value of the range with that code, and how far into the range as written the code is. */
  find(code: number): { readonly value: T; readonly offset: number } | undefined {
    if (!this.#isSettled) this.#settle();
    let low = 0;
    let high = this.#firsts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#lasts[middle] ?? 0) < code) low = middle + 1;
      else high = middle;
    }
    const value = this.#values[low];
    if (value === undefined || (this.#firsts[low] ?? 0) > code) return undefined;
    return { value, offset: code - (this.#origins[low] ?? 0) };
  }

  /** All ranges, ascending and apart from each other. */
  *ranges(): Generator<{ readonly first: number; readonly last: number }> {
    if (!this.#isSettled) this.#settle();
    for (const [index, first] of this.#firsts.entries()) yield { first, last: this.#lasts[index] ?? 0 };
  }

  /**
   * Cuts the ranges at all their borders and gives each piece to the last range that covers it. From the last range to
   * the first, each takes the pieces that are still free; `next` leads over those that are taken.
   */
  #settle(): void {
    const borders = bordersOf(this.#firsts, this.#lasts);
    const owner = new Int32Array(borders.length).fill(-1);
    const next = Int32Array.from(borders, (_, index) => index);
    for (let range = this.#firsts.length - 1; range >= 0; range--) {
      const end = placeOf(borders, (this.#lasts[range] ?? 0) + 1);
      let piece = skipTaken(next, placeOf(borders, this.#firsts[range] ?? 0));
      for (; piece < end; piece = skipTaken(next, piece + 1)) {
        owner[piece] = range;
        next[piece] = piece + 1;
      }
    }
    this.#takePieces(borders, owner);
  }

  #takePieces(borders: Float64Array, owner: Int32Array): void {
    const [values, origins] = [this.#values, this.#origins];
    this.#firsts = [];
    this.#lasts = [];
    this.#values = [];
    this.#origins = [];
    for (const [piece, range] of owner.entries()) {
      const value = values[range];
      if (range < 0 || value === undefined) continue;
      this.#firsts.push(borders[piece] ?? 0);
      this.#lasts.push((borders[piece + 1] ?? 0) - 1);
      this.#values.push(value);
      this.#origins.push(origins[range] ?? 0);
    }
    this.#isSettled = true;
  }
}

/** Where ranges begin, and where what follows them does: ascending, each once. Millions take no more than their bytes. */
function bordersOf(firsts: readonly number[], lasts: readonly number[]): Float64Array {
  const borders = new Float64Array(2 * firsts.length);
  borders.set(firsts);
  for (const [index, last] of lasts.entries()) borders[firsts.length + index] = last + 1;
  borders.sort();
  let count = 0;
  for (const border of borders) if (count === 0 || border !== borders[count - 1]) borders[count++] = border;
  return borders.subarray(0, count);
}

/** The place of a border that is there. */
function placeOf(borders: Float64Array, border: number): number {
  let low = 0;
  let high = borders.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((borders[middle] ?? 0) < border) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first piece from there on that nobody has taken; the ways there are made shorter. */
function skipTaken(next: Int32Array, from: number): number {
  let free = from;
  while ((next[free] ?? free) !== free) free = next[free] ?? free;
  for (let piece = from; piece !== free;) {
    const following = next[piece] ?? free;
    next[piece] = free;
    piece = following;
  }
  return free;
}
