import { expect, test } from 'vitest';
import { pixelDifferenceOf } from './pixel-difference.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** White paper with black squares. */
function paper(width: number, height: number, ...spots: readonly Spot[]) {
  const pixels = new Uint8Array(4 * width * height).fill(255);
  for (const { x, y, side } of spots) {
    for (let row = y; row < y + side; row += 1) {
      for (let column = x; column < x + side; column += 1)
        pixels.fill(0, 4 * (row * width + column), 4 * (row * width + column) + 3);
    }
  }
  return { width, height, pixels: pixels.buffer };
}

test('two drawings of the same page do not differ', () => {
  const spot = { x: 10, y: 10, side: 5 };
  expect(pixelDifferenceOf(paper(80, 80, spot), paper(80, 80, spot))).toEqual({
    isSameSize: true,
    share: 0,
    boxes: [],
  });
});

test('a single pixel is a difference', () => {
  const { share, boxes } = pixelDifferenceOf(paper(80, 80), paper(80, 80, { x: 41, y: 9, side: 1 }));
  expect(share).toBe(1 / 6400);
  expect(boxes).toEqual([{ left: 0.5, top: 0.1, width: 0.1, height: 0.1 }]);
});

test('what is apart has boxes of its own, from the top down, and what is together has one', () => {
  const right = paper(160, 160, { x: 80, y: 120, side: 16 }, { x: 8, y: 0, side: 16 });
  const { boxes } = pixelDifferenceOf(paper(160, 160), right);
  expect(boxes).toEqual([
    { left: 0.05, top: 0, width: 0.1, height: 0.1 },
    { left: 0.5, top: 0.75, width: 0.1, height: 0.1 },
  ]);
});

test('boxes end with the page', () => {
  const { boxes } = pixelDifferenceOf(paper(20, 20), paper(20, 20, { x: 19, y: 19, side: 1 }));
  expect(boxes).toEqual([{ left: 0.8, top: 0.8, width: 0.2, height: 0.2 }]);
});

test('very many spots are told as one', () => {
  const spots = Array.from({ length: 100 }, (_, index) => ({
    x: 32 * (index % 10),
    y: 32 * Math.floor(index / 10),
    side: 2,
  }));
  expect(pixelDifferenceOf(paper(320, 320), paper(320, 320, ...spots)).boxes).toHaveLength(1);
});

test('pages of two sizes lie on one ground', () => {
  const { isSameSize, share } = pixelDifferenceOf(paper(40, 40), paper(80, 40, { x: 60, y: 0, side: 8 }));
  expect([isSameSize, share]).toEqual([false, 64 / 3200]);
});
