import { expect, test } from 'vitest';
import { cropsOf } from './crops.ts';

const amount = { left: 0.7, top: 0.4, width: 0.05, height: 0.015 };

test('a crop has the change in its middle, with words around it', () => {
  const [crop] = cropsOf([amount]);
  expect(crop?.width).toBeCloseTo(0.5);
  expect((crop?.left ?? 0) + (crop?.width ?? 0) / 2).toBeCloseTo(0.725);
  expect((crop?.top ?? 0) + (crop?.height ?? 0) / 2).toBeCloseTo(0.4075);
});

test('a crop does not leave the page', () => {
  const [corner] = cropsOf([{ left: 0.97, top: 0.99, width: 0.03, height: 0.01 }]);
  expect((corner?.left ?? 0) + (corner?.width ?? 0)).toBeCloseTo(1);
  expect((corner?.top ?? 0) + (corner?.height ?? 0)).toBeCloseTo(1);
});

test('two changes of one line are in one crop, and there are three crops at the most', () => {
  expect(cropsOf([amount, { ...amount, left: 0.76, width: 0.02 }])).toHaveLength(1);
  const lines = Array.from({ length: 9 }, (_, line) => ({ ...amount, top: line / 10 }));
  expect(cropsOf(lines).map(({ top }) => top)).toEqual(cropsOf(lines.slice(0, 3)).map(({ top }) => top));
});

test('words of one line with different heights are in one crop, which cuts none of them', () => {
  const [low, high] = [amount, { ...amount, left: 0.62, height: 0.03 }];
  const crops = cropsOf([low, high, { ...high, left: 0.8 }]);
  expect(crops).toHaveLength(1);
  expect((crops[0]?.top ?? 0) + (crops[0]?.height ?? 0)).toBeGreaterThan(high.top + high.height);
});

test('a page that changed as a whole has no crop', () => {
  expect(cropsOf([{ left: 0, top: 0, width: 1, height: 1 }])).toEqual([]);
});
