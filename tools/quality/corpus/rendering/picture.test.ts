import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { requires } from '#test/support/requires.ts';
import { isInstalled } from '#tools/quality/programs.ts';
import { agree, isSpot, type RendererComparison } from './comparison.ts';
import { drawWithPoppler, missingSpot, type Picture } from './picture.ts';

const SIDE = 64;

/** A white page with black rectangles: left, top, width, height. */
function page(...rectangles: readonly (readonly [number, number, number, number])[]): Picture {
  const pixels = new Uint8Array(SIDE * SIDE * 3).fill(255);
  for (const [left, top, width, height] of rectangles) {
    for (let y = top; y < top + height; y++) {
      pixels.fill(0, (y * SIDE + left) * 3, (y * SIDE + left + width) * 3);
    }
  }
  return { width: SIDE, height: SIDE, pixels, bytesPerPixel: 3 };
}

describe('what of a picture is missing in another', () => {
  test('is nothing where both are equal', () => {
    expect(missingSpot(page([10, 10, 6, 8]), page([10, 10, 6, 8]))).toBe(0);
  });

  test('is a letter that is gone', () => {
    expect(missingSpot(page([2, 2, 2, 9], [4, 9, 4, 2]), page())).toBe(26);
  });

  test('is a thin line that is gone', () => {
    expect(isSpot(missingSpot(page([0, 20, 64, 1]), page()))).toBe(true);
  });

  test('is nothing where all moved by one pixel', () => {
    expect(missingSpot(page([10, 10, 6, 8]), page([11, 11, 6, 8]))).toBe(0);
  });

  test('is what is drawn in another colour of the same brightness', () => {
    const picture = (color: readonly number[]): Picture => ({
      ...page(),
      pixels: Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, index) => color[index % 3] ?? 0),
    });
    expect(missingSpot(picture([200, 100, 100]), picture([60, 170, 100]))).toBe(256);
  });

  test('is everything on a page of another size', () => {
    expect(isSpot(missingSpot(page(), { ...page(), width: 32, height: 128 }))).toBe(true);
  });

  test('is counted square by square, for many small differences are no loss', () => {
    const corners = Array.from({ length: 4 }, (_, square) => [square * 16 + 4, 4, 3, 2] as const);
    expect(missingSpot(page(...corners), page())).toBe(6);
  });
});

test(
  'poppler has no picture of a page whose size it does not find',
  requires('pdftoppm', isInstalled('pdftoppm')),
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'fixpoint-picture-'));
    const path = join(folder, 'loop.pdf');
    const loop = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[2 0 R]/Count 1/MediaBox[0 0 300 200]>>',
      3: '<</Type/Page/Parent 2 0 R>>',
    });
    writeFileSync(path, loop);
    expect(drawWithPoppler(path, 1)).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

describe('renderers', () => {
  const told = (lost: number, missing: string | null = null): RendererComparison => ({
    renderer: 'PDFium',
    pages: [{ page: 1, lost, added: 0 }],
    missing,
  });

  test('agree where all of them see a loss, or none', () => {
    expect(agree(told(0), told(3))).toBe(true);
    expect(agree(told(100), told(20))).toBe(true);
  });

  test('do not agree where one alone sees a loss or one does not draw the page', () => {
    expect(agree(told(0), told(20))).toBe(false);
    expect(agree(told(0), told(0, 'is not installed'))).toBe(false);
    expect(agree(told(0), { ...told(0), pages: [] })).toBe(false);
  });
});
