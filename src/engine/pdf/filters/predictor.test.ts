import fc from 'fast-check';
import { expect, test } from 'vitest';
import { undoAnyRows, undoPredictor } from './predictor.ts';

/** Rows of random bytes, each after a filter type; 5 is invalid. The last row may be cut short. */
const filtered = fc
  .record({
    columns: fc.integer({ min: 1, max: 40 }),
    pixelBytes: fc.integer({ min: 1, max: 9 }),
    types: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 }),
    seed: fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
    missing: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ columns, pixelBytes, types, seed, missing }) => {
    const rowBytes = columns * pixelBytes;
    const row = (type: number): number[] => [type, ...Array.from({ length: rowBytes }, () => seed.next().value ?? 0)];
    const rows = Uint8Array.from(types.flatMap(row));
    return { rowBytes, pixelBytes, bytes: rows.subarray(0, Math.max(1, rows.length - Math.min(missing, rowBytes))) };
  });

/** A picture with as many columns as a row has bytes. Each pixel takes `pixelBytes`. */
const undo = (bytes: Uint8Array, rowBytes: number, pixelBytes: number) =>
  undoPredictor(bytes.slice(), {
    predictor: 15,
    colors: pixelBytes,
    bitsPerComponent: 8,
    columns: rowBytes / pixelBytes,
  });

test('rows of all filters are what the plain loops make of them', () => {
  fc.assert(
    fc.property(filtered, ({ bytes, rowBytes, pixelBytes }) => {
      const wanted = undoAnyRows(bytes.slice(), rowBytes, pixelBytes);
      const found = undo(bytes, rowBytes, pixelBytes);
      expect({ ...found, bytes: [...found.bytes] }).toEqual({ ...wanted, bytes: [...wanted.bytes] });
    }),
    { numRuns: 500 },
  );
});

test.each([1, 3, 4, 6, 8, 12])('rows that do not go into one segment, of pixels of %i bytes', (pixelBytes) => {
  const rowBytes = 24_000;
  const rows = 150;
  let state = 1;
  const bytes = Uint8Array.from({ length: rows * (rowBytes + 1) }, (_, at) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return at % (rowBytes + 1) === 0 ? (state >>> 8) % 5 : state >>> 16;
  });
  const wanted = undoAnyRows(bytes.slice(), rowBytes, pixelBytes);
  expect(Buffer.compare(undo(bytes, rowBytes, pixelBytes).bytes, wanted.bytes)).toBe(0);
});
