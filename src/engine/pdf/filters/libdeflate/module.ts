/**
 * The one instance of libdeflate.wasm (README.md). It imports nothing and its memory has a fixed size: data of any length
 * pass through it a segment at a time.
 */
import { readModule } from '#platform';

export interface LibdeflateModule {
  /** Where a segment is put, and where it is found when it is worked on. */
  readonly input: Uint8Array;
  /** Where the result begins; never moved, since the memory cannot grow. At least as long as the input. */
  readonly output: Uint8Array;
  /** Answers how many bytes of the output are the compressed ones. */
  readonly compressSegment: (size: number, isFirst: number, isLast: number) => number;
  /** Pixels of more bytes than this are not for `undoPng`. */
  readonly longestPixel: number;
  /** Answers 0 when a filter is none of the five; see `predictors.c`. */
  readonly undoPng: (size: number, rowBytes: number, pixelBytes: number, isFirst: number) => number;
}

let instance: LibdeflateModule | undefined;

/** Compiled when the first document needs it; each process does so once. */
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
