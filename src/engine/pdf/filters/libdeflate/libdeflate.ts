/**
 * Deflate (RFC 1951) in a zlib container (RFC 1950) by libdeflate in WebAssembly (README.md). Integer instructions give
 * the same bytes on every machine, and the output depends only on the input.
 */
import { libdeflateModule } from './module.ts';

export function zlibDeflate(bytes: Uint8Array): Uint8Array {
  const { input, output, compressSegment } = libdeflateModule();
  const compressed: Uint8Array[] = [];
  let from = 0;
  do {
    const segment = bytes.subarray(from, from + input.length);
    input.set(segment);
    const isFirst = from === 0;
    from += segment.length;
    const size = compressSegment(segment.length, Number(isFirst), Number(from === bytes.length));
    compressed.push(output.slice(0, size));
  } while (from < bytes.length);
  const [only] = compressed;
  return compressed.length === 1 && only ? only : concatenated(compressed);
}

function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
