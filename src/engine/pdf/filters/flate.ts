/**
 * FlateDecode (ISO 32000-2, 7.4.4; RFC 1950 and 1951). The one door through which streams are compressed.
 *
 * Inflating is exact, so the native code does it; data it refuses are read by `inflate-lenient.ts` as far as they go.
 * Deflating must give the same bytes on every machine, and Node's zlib picks its hash by the CPU: libdeflate in
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
 * What was compressed for the document at hand, by the hash of the input: proving an output compresses all of it again.
 * It is emptied before each document, so nothing of a document outlives the next.
 */
const deflated = new Map<string, Uint8Array>();

/** More is rare, and would be kept in memory for nothing. */
const MAX_REMEMBERED_BYTES = 1 << 20;

export function forgetDeflated(): void {
  deflated.clear();
}

/** What comes out is collected in chunks: one is enough for most streams, and none is much larger than its stream. */
const MIN_CHUNK_BYTES = 1024;
const MAX_CHUNK_BYTES = 1 << 18;

/** More bytes than this for each byte do not come out of one deflate (zlib's manual). */
const MOST_EXPANSION = 1032;

/**
 * `expected` is a guess how much comes out, and spares putting many chunks of a large image together.
 *
 * @throws PdfFailure when more than `limit` bytes would come out.
 */
export function inflate(input: Uint8Array, limit: number, expected = 0): FilterOutput {
  if (input.length === 0) return { bytes: input, damaged: false };
  const usual = Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, input.length * 8));
  const chunkSize = Math.max(usual, Math.min(expected, input.length * MOST_EXPANSION, limit) + 1);
  const bytes = inflateAny(input, { isRaw: !hasZlibHeader(input), limit, chunkSize });
  if (bytes === 'too long') exceeded('decodedBytes');
  return bytes === 'broken' ? inflateLenient(input, limit) : { bytes, damaged: false };
}

/** RFC 1950, 2.2: method 8 and a header that is a multiple of 31. */
function hasZlibHeader(input: Uint8Array): boolean {
  const [cmf = 0, flags = 0] = input;
  return (cmf & 0x0f) === 8 && (cmf * 256 + flags) % 31 === 0;
}
