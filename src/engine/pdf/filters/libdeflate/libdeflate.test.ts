import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zlibDeflate } from './libdeflate.ts';

const SEGMENT = 1 << 20;
const WASM = readFileSync(new URL('./libdeflate.wasm', import.meta.url));

const restored = (bytes: Uint8Array): Buffer => inflateSync(zlibDeflate(bytes));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes that compress a little: some high bits of a linear congruential generator. */
function pattern(length: number, bits: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >>> (31 - bits);
  });
}

/** Bytes without any pattern. */
function noise(length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, index) =>
    createHash('sha512').update(String(index)).digest(),
  );
  return Buffer.concat(blocks, length);
}

const text = (lines: number): Buffer =>
  Buffer.from(Array.from({ length: lines }, (_, line) => `1 0 0 1 72 ${line} Tm (Line ${line % 97}) Tj`).join('\n'));

/** Rows like those of a photograph: each value is near that of its neighbour. */
function ramp(length: number): Uint8Array {
  const steps = pattern(length, 2);
  let value = 128;
  return steps.map((step) => (value = (value + step - 1) & 0xff));
}

test('the compressed bytes are part of the canon: a change of them is a change of every output', () => {
  const inputs = {
    nothing: new Uint8Array(),
    'one byte': Buffer.from('q'),
    'the longest that is stored': text(2).subarray(0, 31),
    'the shortest that is compressed': text(2).subarray(0, 32),
    'a page': text(80),
    'many pages': text(20_000),
    'few values': pattern(300_000, 4),
    'all values': pattern(300_000, 8),
    'a photograph': ramp(700_000),
    noise: noise(200_000),
    zeros: new Uint8Array(5_000_000),
    'one segment': ramp(SEGMENT),
    'one segment and a byte': ramp(SEGMENT + 1),
    'five segments': text(150_000),
    'segments of noise': noise(3 * SEGMENT + 40),
  };
  const hashes = Object.entries(inputs).map(([name, bytes]) => [name, sha256(zlibDeflate(bytes))]);
  expect(Object.fromEntries(hashes)).toEqual({
    nothing: 'f9ea57bbb822afae4a82acdfb613ff2598a8ca51ac847c821466e463574738bd',
    'one byte': 'e79ac2481067134f36e814616be00b7ffc444f376efa733680d7d5536adbf8e4',
    'the longest that is stored': 'cf0bf344cc57d0a6e6ca457346d39e3ae102951efefe262c1a356d93c6ce2f19',
    'the shortest that is compressed': '7cdd2411b6ca59a374d44d17ceae445ff4c2621a19d311f33aa960977e9d3566',
    'a page': '572b294136d7037c5000d918829b10a8da26b3971e1c8895d37b98ceee138238',
    'many pages': 'acc3dac12bc3edd6c54dbee8f620a41768f67700e3337ff70b2642b793ea51dd',
    'few values': '9ad3c4379e483bfed724149cacd91c4a7080da3f0da890e2a0e3774381f260a1',
    'all values': 'e329cb1361a534483762d3d4b03a7859fc214caf798fd3b9573bd17bdd347d1c',
    'a photograph': '33fe310817ea88475f86e9764a3074ad50681741d455be8e7355fb6343e66e71',
    noise: 'fce867139d93fb6c4503e36446e3c048974bd99d5daf8d5baa8a2257b2246414',
    zeros: '0fe0b64424f88e1a5e1fdce6357a0c93ac849ee4e33150628df05e937fa6a8e0',
    'one segment': 'e1ddc32afe69d2d4a0b7956500c871b66e1772c35832481f0d7554dc6f230929',
    'one segment and a byte': 'c5e9d79e26595f79106401b546157e1deb0dde146bddc2280c83708a2056c07e',
    'five segments': 'c9b7cbb557c72b1e96f1ad2ba7338c88163c42746819de6d3f2c0f0444504be6',
    'segments of noise': '4ab6e8e635669c87f951429f9b919cd197bc7884524e20051718c45f434e80dd',
  });
});

test('any bytes come back', () => {
  const anyBytes = fc.uint8Array({ maxLength: 600 });
  const repetitive = fc
    .array(fc.constantFrom('BT', ' /F1 12 Tf', ' 0 0 m', '\n'), { maxLength: 400 })
    .map((words) => Buffer.from(words.join('')));
  fc.assert(fc.property(fc.oneof(anyBytes, repetitive), (bytes) => restored(bytes).equals(bytes)));
});

test.each([0, 1, 2, 3, 4, 30, 31, 32, 33, 257, 258, 259, 32_767, 32_768, 32_769, 65_535, 65_536, 200_000])(
  '%i bytes come back, of one value, of few and of all',
  (length) => {
    for (const bits of [0, 1, 3, 8]) expect(restored(pattern(length, bits)).equals(pattern(length, bits))).toBe(true);
  },
);

test.each([-1, 0, 1, 31, 32, SEGMENT - 1, SEGMENT, SEGMENT + 1])(
  'a segment and %i bytes come back, whatever is in them',
  (more) => {
    const size = SEGMENT + more;
    for (const bytes of [pattern(size, 0), pattern(size, 3), ramp(size), noise(size)])
      expect(restored(bytes).equals(bytes)).toBe(true);
  },
);

test('symbols so unequal that their codes must be cut short come back', () => {
  // Frequencies that grow like Fibonacci numbers need one more bit each.
  const runs: number[] = [];
  for (let value = 0, a = 1, b = 1; value < 20; value++, [a, b] = [b, a + b])
    runs.push(...Array.from({ length: a }, () => value));
  const mixed = pattern(runs.length, 16).map((_, index) => runs[(index * 7919) % runs.length] ?? 0);
  expect(restored(mixed).equals(mixed)).toBe(true);
});

test('40 MB of zeros come back, from a thousandth of their size', () => {
  const zeros = new Uint8Array(40_000_000);
  const compressed = zlibDeflate(zeros);
  expect(compressed.length).toBeLessThan(45_000);
  expect(inflateSync(compressed).equals(zeros)).toBe(true);
});

test('bytes without any pattern are stored and grow by next to nothing', () => {
  const bytes = noise(4 * SEGMENT);
  expect(zlibDeflate(bytes).length).toBeLessThan(bytes.length + 512);
});

test('what was compressed before leaves no trace', () => {
  const inputs = [pattern(5000, 5), text(40), noise(2 * SEGMENT), ramp(SEGMENT + 9), new Uint8Array(), text(40_000)];
  const alone = inputs.map((bytes) => sha256(zlibDeflate(bytes)));
  const backwards = inputs.toReversed().map((bytes) => sha256(zlibDeflate(bytes)));
  expect(backwards.toReversed()).toEqual(alone);
});

test('the result is a copy: the next call does not change it', () => {
  const first = zlibDeflate(text(40));
  const copy = first.slice();
  zlibDeflate(noise(5000));
  expect(first).toEqual(copy);
  expect(first.buffer.byteLength).toBe(first.length);
});

test('the module can do nothing but compute, in a memory that cannot grow', () => {
  const module = new WebAssembly.Module(WASM);
  // The instance gets no imports, so the test fails if the module needs one.
  const { memory } = new WebAssembly.Instance(module, {}).exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('no memory');
  expect(memory.buffer.byteLength).toBe(52 * 65_536);
  expect(() => memory.grow(1)).toThrow(RangeError);
});

test('the module is the one that the README names', () => {
  const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  expect(readme).toContain(sha256(WASM));
});
