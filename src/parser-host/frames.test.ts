import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type Frame, readFrames, writeFrame } from './frames.ts';

const LIMITS = { maxHeaderBytes: 1_000, maxPayloadBytes: 1_000 };

async function framesOf(chunks: Iterable<Uint8Array>): Promise<Frame[]> {
  return Array.fromAsync(readFrames(Readable.from(chunks), LIMITS));
}

async function written(...frames: Array<[object, Uint8Array]>): Promise<Buffer> {
  const sink = new PassThrough({ highWaterMark: 1_000_000 });
  for (const [header, payload] of frames) await writeFrame(sink, header, payload);
  sink.end();
  return Buffer.concat(await Array.fromAsync(sink));
}

test('frames come back as they were sent, however the bytes arrive', async () => {
  const bytes = await written([{ kind: 'a' }, Buffer.from('payload')], [{ kind: 'ü' }, Buffer.alloc(0)]);
  for (const size of [1, 3, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const [first, second, ...more] = await framesOf(chunks);
    expect(first).toEqual({ header: { kind: 'a' }, payload: new Uint8Array(Buffer.from('payload')) });
    expect(second).toEqual({ header: { kind: 'ü' }, payload: new Uint8Array(0) });
    expect(more).toEqual([]);
  }
});

test('a stream that ends inside a frame is an error, one that ends between frames is not', async () => {
  const bytes = await written([{ kind: 'a' }, Buffer.from('payload')]);
  for (let length = 1; length < bytes.length; length += 1) {
    await expect(framesOf([bytes.subarray(0, length)])).rejects.toThrow('The stream ended inside a frame.');
  }
  expect(await framesOf([])).toEqual([]);
});

test('announced lengths are refused before anything is allocated for them', async () => {
  await expect(framesOf([Buffer.from('ffffffff', 'hex')])).rejects.toThrow('exceeds the limit');
  await expect(framesOf([Buffer.from('000000027b7dffffffff', 'hex')])).rejects.toThrow('exceeds the limit');
});

test('a header that is not JSON is an error', async () => {
  await expect(framesOf([Buffer.from('000000017b00000000', 'hex')])).rejects.toThrow('A frame header is not JSON.');
});
