/**
 * BrotliDecode, an extension of ISO 32000-2 (EXTN-BROTLI-1 of the PDF Association): plain data of RFC 7932, or of RFC 9841
 * with a large window; neither its framing nor its shared dictionaries are permitted.
 *
 * The decoder is Rust in WebAssembly, so that it runs wherever the engine does. It is given its input in slices and asked
 * for its output in pieces, so that a limit ends it by count.
 */
import { BrotliDecStream, BrotliStreamResultCode, type InitOutput, initSync } from 'brotli-dec-wasm/web';
import { readModule } from '#platform';
import { PdfFailure } from '#engine/pdf/failure.ts';
import type { FilterOutput } from './decode.ts';
import { Output } from './output.ts';

/**
 * How much the decoder is given at once, and from the place on where the data are broken: the bytes that it has not handed
 * out are lost with its error.
 */
const SLICES_BYTES = [64 * 1024, 256, 1] as const;
/** How much is taken from the decoder at once. */
const PIECE_BYTES = 16 * 1024;

/** RFC 9841, 8: this byte announces a large window, whose size is in the low bits of the next byte. */
const LARGE_WINDOW = 0x11;
const WINDOW_BITS = 0x3f;

/**
 * The decoder allocates the window that the data ask for, at most 1 GiB. A smaller one decodes the same, as long as no
 * more bytes come out than fit in it. The small one comes first, since its memory costs little where many streams are short.
 */
const SMALL_WINDOW_BITS = 22;
const MAX_WINDOW_BITS = 26;
/** RFC 7932, 9.1: a window holds so many bytes less than its power of two. */
const WINDOW_GAP_BYTES = 16;

/** @throws PdfFailure RESOURCE_LIMIT_EXCEEDED when more than `limit` bytes would come out. */
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

/** @throws PdfFailure also when more bytes would come out than the window holds. */
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
  /** Where the slice begins in which the data are broken; -1 when they are not. */
  readonly brokenAt: number;
}

/** @param from where slices of the given size begin; up to there they are as large as may be */
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

/** Answers whether the data end in this slice, and undefined where they are broken. */
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

/** Answers undefined for broken data. */
function takeStep(stream: BrotliDecStream, input: Uint8Array): Step | undefined {
  try {
    const result = stream.dec(input, PIECE_BYTES);
    const { code, input_offset: consumed } = result;
    // The getter hands over the memory of the bytes, so it is read once.
    const bytes = result.buf;
    result.free();
    return { bytes, code, consumed };
  } catch (error) {
    // Any other error, lack of memory above all, must not pass for broken data.
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

/** The memory of the decoder, which never becomes smaller. */
export function brotliMemoryBytes(): number {
  return decoder?.memory.buffer.byteLength ?? 0;
}
