/**
 * Tests the memory of the Brotli decoder. The memory never shrinks, so these tests have their own file and their own
 * decoder.
 */
import { once } from 'node:events';
import { constants, createBrotliCompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { brotliMemoryBytes, decodeBrotli } from './brotli.ts';

const LIMIT = 100 * 1024 * 1024;
const LARGE_WINDOW_BYTES = 2 ** 26;
const LARGE_WINDOW = { [constants.BROTLI_PARAM_LARGE_WINDOW]: 1, [constants.BROTLI_PARAM_LGWIN]: 30 };

/** Each text ends a meta-block, and no block is marked as the last one. The decoder then allocates the whole window. */
async function unfinished(texts: readonly string[]): Promise<Buffer> {
  const encoder = createBrotliCompress({ params: LARGE_WINDOW });
  const parts: Buffer[] = [];
  encoder.on('data', (part: Buffer) => parts.push(part));
  for (const text of texts) {
    encoder.write(text);
    await new Promise<void>((resolve) => encoder.flush(resolve));
  }
  encoder.destroy();
  await once(encoder, 'close');
  return Buffer.concat(parts);
}

test('many short data with a large window take the memory of a small one', async () => {
  const data = await unfinished(['first ', 'second ', 'first ']);
  for (let at = 0; at < 200; at++) expect(decodeBrotli(data, LIMIT).bytes).toHaveLength(19);
  expect(brotliMemoryBytes()).toBeLessThan(LARGE_WINDOW_BYTES);
});

test('long data with a large window take the memory of it', async () => {
  decodeBrotli(await unfinished(['first '.repeat(1_000_000)]), LIMIT);
  expect(brotliMemoryBytes()).toBeGreaterThan(LARGE_WINDOW_BYTES);
});
