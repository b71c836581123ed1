/**
 * Maps ranges of character codes to values by binary search. Entries may come in any order and may overlap. The last
 * entry for a code counts, as in a CMap (Adobe Technical Note 5014).
 */
export class CodeRanges<T> {
  #firsts: number[] = [];
  #lasts: number[] = [];
  #values: T[] = [];
  /** For each range, the code of its value: the first code of the range as it was written. */
  #origins: number[] = [];
  #isSettled = true;

  get size(): number {
    return this.#firsts.length;
  }

  /** Adds the codes from `first` to `last`. A range that ends before its start is ignored. */
  add(first: number, last: number, value: T): void {
    if (last < first) return;
    if (this.#firsts.length > 0 && first <= (this.#lasts.at(-1) ?? 0)) this.#isSettled = false;
    this.#firsts.push(first);
    this.#lasts.push(last);
    this.#values.push(value);
    this.#origins.push(first);
  }

  /** The value of the range with that code, and the distance from the start of the written range to the code. */
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

  /** All ranges, ascending and without overlaps. */
  *ranges(): Generator<{ readonly first: number; readonly last: number }> {
    if (!this.#isSettled) this.#settle();
    for (const [index, first] of this.#firsts.entries()) yield { first, last: this.#lasts[index] ?? 0 };
  }

  /**
   * Splits the ranges at all their borders and gives each piece to the last range that covers it. The loop runs from
   * the last range to the first, and each range takes the free pieces. `next` skips the pieces that are taken.
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

/**
 * The starts of ranges and the codes after their ends, ascending and unique. Typed arrays hold millions of them in
 * little memory.
 */
function bordersOf(firsts: readonly number[], lasts: readonly number[]): Float64Array {
  const borders = new Float64Array(2 * firsts.length);
  borders.set(firsts);
  for (const [index, last] of lasts.entries()) borders[firsts.length + index] = last + 1;
  borders.sort();
  let count = 0;
  for (const border of borders) if (count === 0 || border !== borders[count - 1]) borders[count++] = border;
  return borders.subarray(0, count);
}

/** The index of an existing border. */
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

/** The first free piece from this one on. The search shortens the paths that it follows. */
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
