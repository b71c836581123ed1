/** Axes of pictures: round numbers, and no more labels than there is room for. */

/** Whole numbers from 0 to at least `most`: six of them at most. */
export function ticksOf(most: number): readonly number[] {
  if (most <= 1) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

const LABEL_WIDTH = 64;

/** The bars that get a label, always with the last one. */
export function labelsOf(count: number, step: number): ReadonlySet<number> {
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / Math.max(1, step)));
  const all = Array.from({ length: count }, (_, index) => index);
  return new Set(all.filter((index) => (count - 1 - index) % every === 0));
}
