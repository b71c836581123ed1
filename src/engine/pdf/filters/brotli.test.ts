import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { decodeBrotli } from './brotli.ts';

const LIMIT = 100 * 1024 * 1024;
const TEXT = Array.from({ length: 20_000 }, (_, index) => `line ${(index * 7919) % 10_007}`).join('\n');

/** RFC 7932, 9.2: a metadata header in which the reserved bit is set. */
const RESERVED_BIT = Buffer.alloc(40, 0x0e);
/** The fastest quality at which the encoder respects the window size. */
const MODERATE = { [constants.BROTLI_PARAM_QUALITY]: 5 };
const QUICK = { [constants.BROTLI_PARAM_QUALITY]: 1 };

const textOf = ({ bytes }: { bytes: Uint8Array }): string => Buffer.from(bytes).toString('latin1');

test('data of RFC 7932 decode wholly, and bytes behind them mean nothing', () => {
  const data = brotliCompressSync(TEXT);
  expect(textOf(decodeBrotli(data, LIMIT))).toBe(TEXT);
  expect(decodeBrotli(data, LIMIT).damaged).toBe(false);
  expect(textOf(decodeBrotli(Buffer.concat([data, Buffer.from('\n\n')]), LIMIT))).toBe(TEXT);
});

test('data that end early give all that came before', () => {
  const data = brotliCompressSync(TEXT);
  const { bytes, damaged } = decodeBrotli(data.subarray(0, data.length >> 1), LIMIT);
  expect(damaged).toBe(true);
  expect(bytes.length).toBeGreaterThan(10_000);
  expect(TEXT.startsWith(Buffer.from(bytes).toString('latin1'))).toBe(true);
  expect(decodeBrotli(new Uint8Array(), LIMIT)).toEqual({ bytes: new Uint8Array(), damaged: false });
});

test('broken data give what stands before the broken place', async () => {
  const data = Buffer.concat([await flushed(['sound ', 'and whole ']), RESERVED_BIT]);
  const { bytes, damaged } = decodeBrotli(data, LIMIT);
  expect(damaged).toBe(true);
  expect(Buffer.from(bytes).toString('latin1')).toBe('sound and whole ');
});

test('a bomb ends by the count of its bytes, and so does one with the largest window', () => {
  const bomb = brotliCompressSync(Buffer.alloc(80_000_000), { params: QUICK });
  expect(bomb.length).toBeLessThan(20_000);
  expect(() => decodeBrotli(bomb, 1_000_000)).toThrow(PdfFailure);
  expect(decodeBrotli(bomb, 80_000_000).bytes.length).toBe(80_000_000);
  const large = brotliCompressSync(Buffer.alloc(80_000_000), { params: { ...largeWindow(30), ...MODERATE } });
  expect([large[0], (large[1] ?? 0) & 0x3f]).toEqual([0x11, 30]);
  expect(() => decodeBrotli(large, LIMIT)).toThrow(PdfFailure);
});

test('data with a large window decode without a window of that size', async () => {
  for (const bits of [24, 26, 28, 30]) {
    const data = await flushed(['first ', 'second ', 'first '], largeWindow(bits));
    expect(data[0]).toBe(0x11);
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
    expect(textOf(decodeBrotli(data, LIMIT))).toBe('first second first ');
    const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
    expect(after - before).toBeLessThan(200 * 1024 * 1024);
  }
});

function largeWindow(bits: number): Record<number, number> {
  return { [constants.BROTLI_PARAM_LARGE_WINDOW]: 1, [constants.BROTLI_PARAM_LGWIN]: bits };
}

test('data with a large window decode beyond the small one', () => {
  const bytes = Buffer.alloc(6_000_000, TEXT);
  const data = brotliCompressSync(bytes, { params: { ...largeWindow(25), ...MODERATE } });
  expect(Buffer.compare(decodeBrotli(data, LIMIT).bytes, bytes)).toBe(0);
  expect(() => decodeBrotli(data, 5_000_000)).toThrow(PdfFailure);
});

async function flushed(texts: readonly string[], params: Record<number, number> = {}): Promise<Buffer> {
  const encoder = createBrotliCompress({ params });
  const parts: Buffer[] = [];
  encoder.on('data', (part: Buffer) => parts.push(part));
  for (const text of texts) {
    encoder.write(text);
    await new Promise<void>((resolve) => encoder.flush(resolve));
  }
  return Buffer.concat(parts);
}
