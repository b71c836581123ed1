/**
 * FlateDecode (ISO 32000-2, 7.4.4; RFC 1950 and 1951). The one door through which streams are compressed.
 *
 * Inflating is exact, so the fast native code does it; data it refuses are read by `inflate-lenient.ts` as far as they
 * go. Deflating must give the same bytes on every machine: Node's zlib picks its hash by the CPU, so compression is
 * fflate's, plain integer JavaScript.
 */
import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { zlibSync } from 'fflate';
import { exceeded } from '#engine/pdf/budget.ts';
import type { FilterOutput } from './decode.ts';
import { inflateLenient } from './inflate-lenient.ts';

/** Level 6 is within a percent of 9 in size for a third of the time. */
const LEVEL = 6;

export function deflate(bytes: Uint8Array): Uint8Array {
  return zlibSync(bytes, { level: LEVEL });
}

/** @throws PdfFailure when more than `limit` bytes would come out. */
export function inflate(input: Uint8Array, limit: number): FilterOutput {
  if (input.length === 0) return { bytes: input, damaged: false };
  const options = { maxOutputLength: Math.max(1, limit), finishFlush: constants.Z_SYNC_FLUSH };
  try {
    const inflateAny = hasZlibHeader(input) ? inflateSync : inflateRawSync;
    const bytes = inflateAny(input, options);
    return { bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), damaged: false };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') exceeded('decoded bytes');
    return inflateLenient(input, limit);
  }
}

/** RFC 1950, 2.2: method 8 and a header that is a multiple of 31. */
function hasZlibHeader(input: Uint8Array): boolean {
  const [cmf = 0, flags = 0] = input;
  return (cmf & 0x0f) === 8 && (cmf * 256 + flags) % 31 === 0;
}
