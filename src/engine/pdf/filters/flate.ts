/**
 * FlateDecode (ISO 32000-2, 7.4.4; RFC 1950 and 1951). All streams are compressed here. Inflating has only one correct
 * result, so native code does it. `inflate-lenient.ts` reads the valid part of data that the native code rejects.
 * Deflating must give the same bytes on every machine, but Node's zlib selects its hash by the CPU, so libdeflate in
 * WebAssembly does it.
 */
import { createHash, inflate as inflateAny } from '#platform';
import { exceeded } from '#engine/pdf/budget.ts';
import type { FilterOutput } from './decode.ts';
import { inflateLenient } from './inflate-lenient.ts';
import { zlibDeflate } from './libdeflate/libdeflate.ts';

export function deflate(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_REMEMBERED_BYTES) return zlibDeflate(bytes);
  const key = createHash('sha256').update(bytes).digest('base64');
  const known = deflated.get(key);
  if (known !== undefined) return known;
  const compressed = zlibDeflate(bytes);
  deflated.set(key, compressed);
  return compressed;
}

/**
 * The compressed data of the current document, by the hash of the input, because the proof of an output compresses all
 * of it again. The cache is cleared before each document, so no data outlive their document.
 */
const deflated = new Map<string, Uint8Array>();

/** Larger inputs are rare and would fill the memory without use. */
const MAX_REMEMBERED_BYTES = 1 << 20;

export function forgetDeflated(): void {
  deflated.clear();
}

/**
 * The output is collected in chunks. One chunk is enough for most streams, and no chunk is much larger than its stream.
 */
const MIN_CHUNK_BYTES = 1024;
const MAX_CHUNK_BYTES = 1 << 18;

/** One deflate cannot expand a byte to more than this (zlib's manual). */
const MOST_EXPANSION = 1032;

/**
 * `expected` is an estimate of the output size. It avoids joining many chunks of a large image.
 * @throws PdfFailure if the output exceeds `limit` bytes
 */
export function inflate(input: Uint8Array, limit: number, expected = 0): FilterOutput {
  if (input.length === 0) return { bytes: input, damaged: false };
  const usual = Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, input.length * 8));
  const chunkSize = Math.max(usual, Math.min(expected, input.length * MOST_EXPANSION, limit) + 1);
  const bytes = inflateAny(input, { isRaw: !hasZlibHeader(input), limit, chunkSize });
  if (bytes === 'too long') exceeded('decodedBytes');
  return bytes === 'broken' ? inflateLenient(input, limit) : { bytes, damaged: false };
}

/** RFC 1950, 2.2: the method is 8, and the header is a multiple of 31. */
function hasZlibHeader(input: Uint8Array): boolean {
  const [cmf = 0, flags = 0] = input;
  return (cmf & 0x0f) === 8 && (cmf * 256 + flags) % 31 === 0;
}
