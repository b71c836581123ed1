/** Tests the sequence of faults: its seed defines it, it is balanced, and it can be continued. */
import { expect, test } from 'vitest';
import { allChoices, type Kind, KINDS, planOf } from './plan.ts';

const choices = allChoices(Object.keys(KINDS) as Kind[]);
const faults = (seed: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, offset) => planOf(seed, choices)(from + offset));

test('the same seed gives the same faults, wherever one begins', () => {
  expect(faults(7, 0, 200).slice(120)).toEqual(faults(7, 120, 200));
  expect(faults(7, 0, 200)).not.toEqual(faults(8, 0, 200).map(({ index, ...fault }) => ({ ...fault, index })));
});

test('each part meets each of its kinds once in a round, and rounds have orders of their own', () => {
  const rounds = [0, 1].map((round) => faults(7, round * choices.length, (round + 1) * choices.length));
  const names = rounds.map((round) => round.map(({ kind, part }) => `${kind} ${part}`));
  const all = choices.map(({ kind, part }) => `${kind} ${part}`).toSorted();
  expect(names.map((round) => round.toSorted())).toEqual([all, all]);
  expect(names[0]).not.toEqual(names[1]);
});

test('some faults overlap, some take long, and none takes longer than half a minute', () => {
  const many = faults(7, 0, 1_000);
  const share = (is: (fault: (typeof many)[number]) => boolean) => many.filter(is).length / many.length;
  expect(share(({ alone }) => alone)).toBeGreaterThan(0.25);
  expect(share(({ alone }) => !alone)).toBeGreaterThan(0.25);
  expect(share(({ durationMs }) => durationMs > 5_000)).toBeGreaterThan(0.01);
  expect(Math.max(...many.map(({ durationMs }) => durationMs))).toBeLessThanOrEqual(30_000);
});
