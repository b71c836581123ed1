/**
 * The format between the worker and a parser child: frames with a JSON header and a byte payload. A frame is a uint32
 * header length, the header (UTF-8 JSON), a uint32 payload length and the payload. Integers are big-endian.
 */
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import type { Writable } from 'node:stream';

export interface Frame {
  /** Parsed JSON that is not validated yet. */
  readonly header: unknown;
  readonly payload: Uint8Array;
}

export interface FrameLimits {
  readonly maxHeaderBytes: number;
  readonly maxPayloadBytes: number;
}

/** The other side broke the protocol, so nothing more can be read from it. */
class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** Bytes to send: in memory, or in a file that is streamed so that the sender never holds it in memory. */
export type Source = Uint8Array | { readonly path: string; readonly sizeBytes: number };

export async function writeFrame(sink: Writable, header: object, payload: Source): Promise<void> {
  const json = Buffer.from(JSON.stringify(header));
  const sizeBytes = payload instanceof Uint8Array ? payload.length : payload.sizeBytes;
  await write(sink, Buffer.concat([uint32(json.length), json, uint32(sizeBytes)]));
  if (payload instanceof Uint8Array) {
    if (payload.length > 0) await write(sink, payload);
    return;
  }
  let sentBytes = 0;
  for await (const chunk of createReadStream(payload.path, { end: sizeBytes })) {
    sentBytes += chunk.length;
    if (sentBytes > sizeBytes) break;
    await write(sink, chunk);
  }
  if (sentBytes !== sizeBytes) throw new FrameError('The file does not have the announced size.');
}

/** Ends if the stream ends between two frames. Throws `FrameError` if it ends inside of a frame or exceeds a limit. */
export async function* readFrames(source: AsyncIterable<Uint8Array>, limits: FrameLimits): AsyncGenerator<Frame> {
  const reader = byteReader(source);
  for (;;) {
    const headerLength = await reader.take(4);
    if (headerLength === null) return;
    const header = await takeBlock(reader, headerLength, limits.maxHeaderBytes);
    const payloadLength = await reader.take(4);
    if (payloadLength === null) throw new FrameError('The stream ended inside a frame.');
    const payload = await takeBlock(reader, payloadLength, limits.maxPayloadBytes);
    yield { header: parseJson(header), payload };
  }
}

interface ByteReader {
  /** Exactly `length` bytes; null if the stream ended before the first of them. */
  take(length: number): Promise<Uint8Array | null>;
}

function byteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  return {
    async take(length) {
      const block = new Uint8Array(length);
      let filled = 0;
      while (filled < length) {
        if (rest.length === 0) {
          const next = await chunks.next();
          if (next.done === true && filled === 0) return null;
          if (next.done === true) throw new FrameError('The stream ended inside a frame.');
          rest = next.value;
        }
        const part = rest.subarray(0, length - filled);
        block.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
      }
      return block;
    },
  };
}

async function takeBlock(reader: ByteReader, lengthField: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const length = new DataView(lengthField.buffer).getUint32(0);
  if (length > maxBytes) throw new FrameError(`A block of ${length} bytes exceeds the limit of ${maxBytes}.`);
  const block = await reader.take(length);
  if (block === null) throw new FrameError('The stream ended inside a frame.');
  return block;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new FrameError('A frame header is not JSON.', { cause });
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Waits while the sink is full. A sink that is destroyed meanwhile rejects the promise. */
export async function write(sink: Writable, bytes: Uint8Array): Promise<void> {
  if (sink.destroyed) throw new FrameError('The other side is gone.');
  if (sink.write(bytes)) return;
  const closed = new AbortController();
  try {
    await Promise.race([
      once(sink, 'drain', { signal: closed.signal }),
      once(sink, 'close', { signal: closed.signal }).then(() => {
        throw new FrameError('The other side is gone.');
      }),
    ]);
  } finally {
    closed.abort();
  }
}
