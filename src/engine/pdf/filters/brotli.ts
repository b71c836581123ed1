/**
 * BrotliDecode, an extension of ISO 32000-2 (EXTN-BROTLI-1 of the PDF Association): plain data of RFC 7932, or of RFC
 * 9841 with a large window. The framing and the shared dictionaries of RFC 9841 are not allowed. The decoder is Rust in
 * WebAssembly, so it runs everywhere. It gets its input in slices and returns its output in pieces, so that the limit
 * can stop it by counting.
 */
import { BrotliDecStream, BrotliStreamResultCode, type InitOutput, initSync } from 'brotli-dec-wasm/web';
import { readModule } from '#platform';
import { PdfFailure } from '#engine/pdf/failure.ts';
import type { FilterOutput } from './decode.ts';
import { Output } from './output.ts';

/**
 * The sizes of the input slices. Smaller slices follow near broken data, because an error of the decoder loses the
 * bytes that it has not returned yet.
 */
const SLICES_BYTES = [64 * 1024, 256, 1] as const;
/** The size of one piece of output. */
const PIECE_BYTES = 16 * 1024;

/** RFC 9841, 8: this byte announces a large window, and the low bits of the next byte hold its size. */
const LARGE_WINDOW = 0x11;
const WINDOW_BITS = 0x3f;

/**
 * The decoder allocates the window that the data request, at most 1 GiB. A smaller window gives the same result if all
 * output fits into it. The small window is tried first, since its memory costs little and most streams are short.
 */
const SMALL_WINDOW_BITS = 22;
const MAX_WINDOW_BITS = 26;
/** RFC 7932, 9.1: a window holds this many bytes less than its power of two. */
const WINDOW_GAP_BYTES = 16;

/** @throws PdfFailure RESOURCE_LIMIT_EXCEEDED if the output exceeds `limit` bytes */
export function decodeBrotli(input: Uint8Array, limit: number): FilterOutput {
  const bits = input[0] === LARGE_WINDOW ? (input[1] ?? 0) & WINDOW_BITS : 0;
  if (bits > SMALL_WINDOW_BITS) {
    try {
      return decodeWithWindow(input, SMALL_WINDOW_BITS, limit);
    } catch (error) {
      if (!(error instanceof PdfFailure)) throw error;
    }
  }
  return bits > MAX_WINDOW_BITS ? decodeWithWindow(input, MAX_WINDOW_BITS, limit) : decodeWhole(input, limit);
}

/** @throws PdfFailure also if the output exceeds the window */
function decodeWithWindow(input: Uint8Array, bits: number, limit: number): FilterOutput {
  const data = input.slice();
  data[1] = ((input[1] ?? 0) & ~WINDOW_BITS) | bits;
  return decodeWhole(data, Math.min(limit, 2 ** bits - WINDOW_GAP_BYTES));
}

function decodeWhole(data: Uint8Array, limit: number): FilterOutput {
  let decoding: Decoding = { output: { bytes: new Uint8Array(), damaged: false }, brokenAt: 0 };
  for (const sliceBytes of SLICES_BYTES) {
    if (decoding.brokenAt >= 0) decoding = decode(data, limit, decoding.brokenAt, sliceBytes);
  }
  return decoding.output;
}

interface Decoding {
  readonly output: FilterOutput;
  /** The start of the slice with broken data; -1 if there is none. */
  readonly brokenAt: number;
}

/** @param from the start of the slices with the given size; the slices before it have the greatest size */
function decode(input: Uint8Array, limit: number, from: number, sliceBytes: number): Decoding {
  const output = new Output(limit, input.length * 4);
  const stream = newStream();
  try {
    for (let at = 0; at < input.length;) {
      const end = at < from ? Math.min(at + SLICES_BYTES[0], from) : at + sliceBytes;
      const ends = decodeSlice(stream, input.subarray(at, end), output);
      if (ends !== false) return { output: { bytes: output.take(), damaged: !ends }, brokenAt: ends ? -1 : at };
      at = end;
    }
    return { output: { bytes: output.take(), damaged: input.length > 0 }, brokenAt: -1 };
  } finally {
    stream.free();
  }
}

/** Returns whether the data end in this slice; undefined if they are broken. */
function decodeSlice(stream: BrotliDecStream, slice: Uint8Array, output: Output): boolean | undefined {
  for (let rest = slice; ;) {
    const step = takeStep(stream, rest);
    if (step === undefined) return undefined;
    output.pushAll(step.bytes);
    if (step.code === BrotliStreamResultCode.ResultSuccess) return true;
    if (step.code === BrotliStreamResultCode.NeedsMoreInput) return false;
    rest = rest.subarray(step.consumed);
  }
}

interface Step {
  readonly bytes: Uint8Array;
  readonly code: BrotliStreamResultCode;
  readonly consumed: number;
}

/** Returns undefined for broken data. */
function takeStep(stream: BrotliDecStream, input: Uint8Array): Step | undefined {
  try {
    const result = stream.dec(input, PIECE_BYTES);
    const { code, input_offset: consumed } = result;
    // The getter transfers the memory of the bytes, so it is read once.
    const bytes = result.buf;
    result.free();
    return { bytes, code, consumed };
  } catch (error) {
    // Any other error, above all a lack of memory, must not count as broken data.
    if (error instanceof Error && FORMAT_ERROR.test(error.message)) return undefined;
    throw error;
  }
}

/** The codes of broken data are -1 to -16. */
const FORMAT_ERROR = /^Brotli .* Error code -(?:\d|1[0-6])$/;

let decoder: InitOutput | undefined;

function newStream(): BrotliDecStream {
  decoder ??= initSync({ module: readModule('brotli') });
  return new BrotliDecStream();
}

/** The memory of the decoder, which never shrinks. */
export function brotliMemoryBytes(): number {
  return decoder?.memory.buffer.byteLength ?? 0;
}
