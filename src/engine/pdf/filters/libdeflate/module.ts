/**
 * The one instance of libdeflate.wasm (README.md). It imports nothing, and its memory has a fixed size, so data of any
 * length are processed in segments.
 */
import { readModule } from '#platform';

export interface LibdeflateModule {
  /** The memory of the current segment. */
  readonly input: Uint8Array;
  /** The memory of the result, at least as long as the input. It never moves, since the memory cannot grow. */
  readonly output: Uint8Array;
  /** Returns the number of compressed bytes in the output. */
  readonly compressSegment: (size: number, isFirst: number, isLast: number) => number;
  /** `undoPng` does not support pixels with more bytes. */
  readonly longestPixel: number;
  /** Returns 0 if a filter is none of the five; see `predictors.c`. */
  readonly undoPng: (size: number, rowBytes: number, pixelBytes: number, isFirst: number) => number;
}

let instance: LibdeflateModule | undefined;

/** Each process compiles the module once, when the first document needs it. */
export function libdeflateModule(): LibdeflateModule {
  return (instance ??= newInstance());
}

function newInstance(): LibdeflateModule {
  const { exports } = new WebAssembly.Instance(readModule('libdeflate'), {});
  const { memory } = exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('libdeflate.wasm exports no memory.');
  const called = (name: string): ((...values: number[]) => number) => {
    const value = exports[name];
    if (typeof value !== 'function') throw new Error(`libdeflate.wasm does not export ${name}.`);
    return value;
  };
  return {
    input: new Uint8Array(memory.buffer, called('inputAddress')(), called('segmentBytes')()),
    output: new Uint8Array(memory.buffer, called('outputAddress')()),
    compressSegment: called('compressSegment'),
    longestPixel: called('longestPixel')(),
    undoPng: called('undoPng'),
  };
}
