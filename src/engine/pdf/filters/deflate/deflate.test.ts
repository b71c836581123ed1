import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zlibDeflate } from './deflate.ts';

const restored = (bytes: Uint8Array): Buffer => inflateSync(zlibDeflate(bytes));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes that compress a little: a linear congruential generator with few of its high bits. */
function pattern(length: number, bits: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >>> (31 - bits);
  });
}

test('any bytes come back', () => {
  const anyBytes = fc.uint8Array({ maxLength: 600 });
  const repetitive = fc
    .array(fc.constantFrom('BT', ' /F1 12 Tf', ' 0 0 m', '\n'), { maxLength: 400 })
    .map((words) => Buffer.from(words.join('')));
  fc.assert(fc.property(fc.oneof(anyBytes, repetitive), (bytes) => restored(bytes).equals(bytes)));
});

test.each([0, 1, 2, 3, 4, 257, 258, 259, 16_384, 32_767, 32_768, 32_769, 65_535, 65_536, 200_000])(
  '%i bytes come back, of one value, of few and of all',
  (length) => {
    for (const bits of [0, 1, 3, 8]) expect(restored(pattern(length, bits)).equals(pattern(length, bits))).toBe(true);
  },
);

test('a match as far away as the window reaches comes back', () => {
  const far = Buffer.concat([Buffer.from('beginning'), pattern(32_768 - 9, 8), Buffer.from('beginning')]);
  expect(restored(far).equals(far)).toBe(true);
});

test('symbols so unequal that their codes must be cut to 15 bits come back', () => {
  // Frequencies that grow like Fibonacci numbers ask for one more bit each.
  const runs: number[] = [];
  for (let value = 0, a = 1, b = 1; value < 20; value++, [a, b] = [b, a + b])
    runs.push(...Array.from({ length: a }, () => value));
  const mixed = pattern(runs.length, 16).map((_, index) => runs[(index * 7919) % runs.length] ?? 0);
  expect(restored(mixed).equals(mixed)).toBe(true);
});

test('bytes without any pattern are stored and grow by next to nothing', () => {
  const noise = Uint8Array.from(
    { length: 100_000 },
    (_, index) => createHash('sha256').update(String(index)).digest()[0] ?? 0,
  );
  expect(zlibDeflate(noise).length).toBeLessThan(noise.length + 64);
  expect(restored(noise).equals(noise)).toBe(true);
});

test('the compressed bytes are part of the canon: a change of them is a change of every output', () => {
  expect(sha256(zlibDeflate(pattern(300_000, 4)))).toBe(
    'c041b5fb1f60622768f5884b07fbf0aaa14225020bbc662dcbc6a58b2f52e382',
  );
  expect(sha256(zlibDeflate(Buffer.from('0 0 1 rg 10 10 100 100 re f\n'.repeat(3000))))).toBe(
    'bdd6fa85e83324dd9cdcef3581708349233e5ec34f9f48f7d8e06d496f001761',
  );
});

test('what was compressed before leaves no trace', () => {
  const first = zlibDeflate(pattern(5000, 5));
  zlibDeflate(pattern(70_000, 2));
  expect(Buffer.compare(zlibDeflate(pattern(5000, 5)), first)).toBe(0);
});
