/** Inflate by `pako`, a translation of zlib: it accepts and refuses what the zlib of Node does. */
import {
  Z_BUF_ERROR,
  Z_OK,
  Z_STREAM_END,
  Z_SYNC_FLUSH,
  zlibInflate,
  zlibInflateEnd,
  zlibInflateInit2,
  ZStream,
} from 'pako';
import type { InflateFailure, InflateSettings } from '#engine/platform/platform.ts';
import { concatBytes } from './bytes.ts';

const WINDOW_BITS = 15;

export function inflate(input: Uint8Array, { isRaw, limit, chunkSize }: InflateSettings): Uint8Array | InflateFailure {
  const stream = new ZStream();
  // A negative number of bits stands for data without a header.
  zlibInflateInit2(stream, isRaw ? -WINDOW_BITS : WINDOW_BITS);
  stream.input = input;
  stream.next_in = 0;
  stream.avail_in = input.length;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const output = new Uint8Array(chunkSize);
      stream.output = output;
      stream.next_out = 0;
      stream.avail_out = chunkSize;
      const status = zlibInflate(stream, Z_SYNC_FLUSH);
      // This is the status of data that end early, too.
      if (status !== Z_OK && status !== Z_STREAM_END && status !== Z_BUF_ERROR) return 'broken';
      size += stream.next_out;
      if (size > Math.max(1, limit)) return 'too long';
      chunks.push(output.subarray(0, stream.next_out));
      if (stream.avail_out > 0 || status === Z_STREAM_END) break;
    }
  } finally {
    zlibInflateEnd(stream);
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : concatBytes(chunks);
}
