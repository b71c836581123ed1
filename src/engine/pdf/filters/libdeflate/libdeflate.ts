/**
 * Deflate (RFC 1951) in a zlib container (RFC 1950) by libdeflate in WebAssembly (README.md): integer instructions, and
 * so the same bytes on every machine. The module imports nothing. Its one instance has a memory of fixed size: data of
 * any length are compressed a segment at a time, and what comes out depends on nothing but what went in.
 */
import { readFileSync } from 'node:fs';

interface Compressor {
  /** This buffer never changes, since the memory cannot grow. */
  readonly memory: ArrayBuffer;
  /** Where a segment is put, and where it is found when it is compressed. */
  readonly input: Uint8Array;
  readonly outputAddress: number;
  readonly compressSegment: (size: number, isFirst: number, isLast: number) => number;
}

let compressor: Compressor | undefined;

export function zlibDeflate(bytes: Uint8Array): Uint8Array {
  compressor ??= newCompressor();
  const { memory, input, outputAddress, compressSegment } = compressor;
  const compressed: Uint8Array[] = [];
  let from = 0;
  do {
    const segment = bytes.subarray(from, from + input.length);
    input.set(segment);
    const isFirst = from === 0;
    from += segment.length;
    const size = compressSegment(segment.length, Number(isFirst), Number(from === bytes.length));
    compressed.push(new Uint8Array(memory, outputAddress, size).slice());
  } while (from < bytes.length);
  const [only] = compressed;
  return compressed.length === 1 && only ? only : concatenated(compressed);
}

/** Compiled when the first document needs it; each process does so once. */
function newCompressor(): Compressor {
  const module = new WebAssembly.Module(readFileSync(new URL('./libdeflate.wasm', import.meta.url)));
  const { exports } = new WebAssembly.Instance(module, {});
  const { memory } = exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('libdeflate.wasm exports no memory.');
  const called = (name: string): ((...values: number[]) => number) => {
    const value = exports[name];
    if (typeof value !== 'function') throw new Error(`libdeflate.wasm does not export ${name}.`);
    return value;
  };
  return {
    memory: memory.buffer,
    input: new Uint8Array(memory.buffer, called('inputAddress')(), called('segmentBytes')()),
    outputAddress: called('outputAddress')(),
    compressSegment: called('compressSegment'),
  };
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
