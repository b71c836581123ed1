import { describe, expect, it } from 'vitest';
import { timelineOf } from '#portal/passport/timeline/examples.ts';
import { findObject } from './find-object.ts';
import { type Excerpt, EXCERPT_BYTES, lookUp } from './look-up.ts';
import { type ByteRange, placeInFile } from './place.ts';
import { linesOf, rowsOf } from './rows.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const FIRST = '%PDF-1.7\n5 0 obj\n<</A 1>>\nendobj\n15 0 obj\n[]\nendobj\n';
const SECOND = '5 0 obj\n<</A 2>>\nendobj\n';
const file = bytesOf(FIRST + SECOND);
const original = { start: FIRST.indexOf('5 0 obj'), end: FIRST.indexOf('5 0 obj') + SECOND.length - 1 };
const newest = { start: FIRST.length, end: FIRST.length + SECOND.length - 1 };

describe('the place of a finding', () => {
  const object = { number: 5, generation: 0 };

  it.each([
    ['bytes and an object', { byteRange: { start: 10, end: 20 }, object }, { range: { start: 10, end: 20 }, object }],
    ['an object', { byteRange: null, object }, { range: null, object }],
    [
      'bytes up to the end of the file',
      { byteRange: { start: 10, end: 900 }, object: null },
      { range: { start: 10, end: 100 }, object: null },
    ],
    ['bytes behind the end', { byteRange: { start: 200, end: 900 }, object: null }, { range: null, object: null }],
    ['nothing, in a report of an earlier version', undefined, { range: null, object: null }],
  ])('has %s', (_, place, expected) => {
    expect(placeInFile({ place }, 100)).toEqual(expected);
  });
});

describe('an object', () => {
  it('is found by its head, the newest first', () => {
    expect(findObject(file, { number: 5, generation: 0 })).toEqual(newest);
    expect(findObject(bytesOf(FIRST), { number: 5, generation: 0 })).toEqual(original);
  });

  it('is not taken for another whose number ends alike', () => {
    expect(findObject(bytesOf('15 0 obj endobj'), { number: 5, generation: 0 })).toBeNull();
    expect(findObject(bytesOf('5 0 object'), { number: 5, generation: 0 })).toBeNull();
  });

  it('that never ends goes to the end', () => {
    expect(findObject(bytesOf('5 0 obj <<'), { number: 5, generation: 0 })).toEqual({ start: 0, end: 10 });
  });
});

describe('looking up a finding', () => {
  const reads: ByteRange[] = [];
  const look = (
    place: Parameters<typeof lookUp>[0],
    bytes = file,
    timeline = timelineOf([FIRST.length, file.length]),
  ): Promise<Excerpt | null> => {
    reads.length = 0;
    return lookUp(place, bytes.length, timeline, (range) => {
      reads.push(range);
      return Promise.resolve(bytes.subarray(range.start, range.end));
    });
  };
  const object = { number: 5, generation: 0 };

  it('marks the object in the bytes that the finding names', async () => {
    const range = { start: 0, end: FIRST.length };
    expect(await look({ range, object })).toMatchObject({ kind: 'object', offset: 0, marked: original });
  });

  it('looks for an object in the whole file, from its end', async () => {
    expect(await look({ range: null, object })).toMatchObject({ kind: 'object', marked: newest });
  });

  it('finds an object that lies on the edge of two chunks', async () => {
    const head = '5 0 obj null endobj';
    const big = bytesOf(head.padStart(8, ' ') + ' '.repeat(1024 * 1024 - 4));
    expect(await look({ range: null, object }, big, timelineOf([big.length]))).toMatchObject({
      marked: { start: 0, end: head.length },
    });
  });

  it('shows the bytes alone where the object is packed into another', async () => {
    const range = { start: 10, end: 20 };
    expect(await look({ range, object: { number: 99, generation: 0 } })).toMatchObject({
      kind: 'packed',
      marked: range,
    });
  });

  it('never fetches more to show than is shown', async () => {
    const big = new Uint8Array(50_000);
    const excerpt = await look({ range: { start: 1000, end: 40_000 }, object: null }, big);
    expect(excerpt).toMatchObject({ kind: 'range', wholeSize: 39_000 });
    expect(excerpt?.bytes).toHaveLength(EXCERPT_BYTES);
    expect(reads).toEqual([{ start: 968, end: 968 + EXCERPT_BYTES }]);
  });

  it('gives up on an object in a very large file', async () => {
    const huge = 5_000_000_000;
    let fetched = 0;
    const excerpt = await lookUp({ range: null, object }, huge, null, ({ start, end }) => {
      fetched += end - start;
      return Promise.resolve(new Uint8Array(end - start));
    });
    expect(excerpt).toMatchObject({ kind: 'packed', bytes: new Uint8Array() });
    expect(fetched).toBeLessThan(20_000_000);
  });

  it('shows nothing where nothing is named', async () => {
    expect(await look({ range: null, object: null })).toBeNull();
  });
});

describe('rows', () => {
  it('are of sixteen bytes at round places, with the marked ones apart', () => {
    expect(rowsOf(bytesOf('abcdefgh\n\u007F'), 12, { start: 14, end: 17 })).toEqual([
      {
        offset: 12,
        runs: [
          { hex: '61 62', text: 'ab', isMarked: false },
          { hex: '63 64', text: 'cd', isMarked: true },
        ],
      },
      {
        offset: 16,
        runs: [
          { hex: '65', text: 'e', isMarked: true },
          { hex: '66 67 68 0a 7f', text: 'fgh··', isMarked: false },
        ],
      },
    ]);
  });

  it('are text in lines, too', () => {
    expect(linesOf(bytesOf('a\r\nb\rc\n\u0000'))).toBe('a\nb\nc\n·');
  });
});
