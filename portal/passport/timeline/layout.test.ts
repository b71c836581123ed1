import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIGNATURE, timelineOf } from './examples.ts';
import { layoutOf, MIN_WIDTH, placeLabel, positionOf } from './layout.ts';

const widthsOf = (ends: readonly number[], width: number, scale: 'linear' | 'ordinal'): number[] =>
  layoutOf(timelineOf(ends), width, scale).segments.map((segment) => segment.width);

describe('a strip of the file', () => {
  it('is as wide for each revision as it has bytes', () => {
    expect(widthsOf([500, 1000], 400, 'linear')).toEqual([200, 200]);
    expect(widthsOf([900, 1000], 400, 'linear')).toEqual([360, 40]);
  });

  it('gives each revision the same width', () => {
    expect(widthsOf([900, 1000], 400, 'ordinal')).toEqual([200, 200]);
  });

  it('draws a small change in a large file wide enough to be seen', () => {
    expect(widthsOf([20_000_000, 20_000_300], 400, 'linear')).toEqual([397, MIN_WIDTH]);
  });

  it('is wider than asked where a hundred revisions need it', () => {
    const { width, segments } = layoutOf(timelineOf(Array.from({ length: 100 }, (_, i) => i + 1)), 200, 'ordinal');
    expect(width).toBe(300);
    expect(segments).toHaveLength(100);
  });

  it('gives little room to a line end that is of no revision', () => {
    const timeline = { ...timelineOf([500, 999]), sizeBytes: 1000 };
    expect(layoutOf(timeline, 403, 'ordinal').segments.map(({ width }) => width)).toEqual([200, 200, MIN_WIDTH]);
  });

  it('writes no number upon another', () => {
    const { segments } = layoutOf(timelineOf(Array.from({ length: 100 }, (_, i) => (i + 1) * 10)), 800, 'ordinal');
    const middles = segments.filter(({ hasLabel }) => hasLabel).map(({ x, width }) => x + width / 2);
    expect(middles.length).toBeGreaterThan(20);
    for (const [index, middle] of middles.entries()) expect(middle - (middles[index - 1] ?? -100)).toBeGreaterThan(25);
  });

  it('shows what is listed no more, what lies between, and what follows the end', () => {
    const timeline = {
      ...timelineOf([900, 1000]),
      sizeBytes: 1300,
      revisions: timelineOf([900, 1000]).revisions.slice(1),
      notListed: 1,
      trailing: { startByte: 1100, endByte: 1300 },
    };
    expect(
      layoutOf(timeline, 400, 'ordinal').segments.map(({ kind, startByte, endByte }) => [kind, startByte, endByte]),
    ).toEqual([
      ['unlisted', 0, 900],
      ['revision', 900, 1000],
      ['between', 1000, 1100],
      ['trailing', 1100, 1300],
    ]);
  });

  it('has no hole and no overlap, whatever it is told', () => {
    const [first] = timelineOf([1]).revisions;
    if (first === undefined) throw new Error('A timeline has a revision.');
    const revision = fc.record({ startByte: fc.nat(5000), endByte: fc.nat(5000) });
    const places = fc.tuple(fc.array(revision, { maxLength: 40 }), fc.nat(5000), fc.integer({ min: 1, max: 2000 }));
    fc.assert(
      fc.property(places, fc.constantFrom('linear', 'ordinal'), ([told, sizeBytes, width], scale) => {
        const revisions = told.map((one, index) => ({ ...first, ...one, number: index + 1 }));
        const layout = layoutOf({ ...timelineOf([1]), sizeBytes, revisions }, width, scale);
        let x = 0;
        for (const segment of layout.segments) {
          expect(segment.x).toBeCloseTo(x, 5);
          expect(segment.width).toBeGreaterThanOrEqual(MIN_WIDTH - 1e-6);
          x += segment.width;
        }
        if (layout.segments.length > 0) expect(x).toBeCloseTo(layout.width, 5);
      }),
    );
  });
});

describe('a lane of a signature', () => {
  it('is solid as far as it covers, and a tail from there', () => {
    const { lanes } = layoutOf(timelineOf([900, 1000], [SIGNATURE]), 400, 'ordinal');
    expect(lanes).toMatchObject([
      { covered: { x: 0, width: 200 }, tail: { x: 200, width: 200 }, leftOut: { x: 200 / 9 } },
    ]);
  });

  it('has no tail where the signature covers the file', () => {
    const all = { ...SIGNATURE, endByte: 1000, coversWholeFile: true };
    expect(layoutOf(timelineOf([1000], [all]), 400, 'linear').lanes).toMatchObject([
      { covered: { x: 0, width: 400 }, tail: null },
    ]);
  });

  it('is a tail alone where nothing is covered', () => {
    const none = { ...SIGNATURE, endByte: null, byteRange: null };
    expect(layoutOf(timelineOf([1000], [none]), 400, 'linear').lanes).toMatchObject([
      { covered: null, leftOut: null, tail: { x: 0, width: 400 } },
    ]);
  });
});

describe('places', () => {
  it('are found within the segment of a byte', () => {
    const { segments } = layoutOf(timelineOf([500, 1000]), 400, 'linear');
    expect([0, 250, 500, 1000, 2000].map((byte) => positionOf(byte, segments))).toEqual([0, 100, 200, 400, 400]);
    expect(positionOf(10, [])).toBe(0);
  });

  it('of labels are to the right, and to the left at the right edge', () => {
    expect(placeLabel(100, 80, 400)).toEqual({ x: 106, anchor: 'start' });
    expect(placeLabel(380, 80, 400)).toEqual({ x: 374, anchor: 'end' });
  });
});
