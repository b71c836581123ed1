/** LZWDecode (ISO 32000-2, 7.4.4): variable codes of 9 to 12 bits, most significant bit first. */
import type { FilterOutput } from './decode.ts';
import { Measure, Output, type Sink } from './output.ts';

const CLEAR = 256;
const END = 257;
const TABLE_SIZE = 4096;

/** With `earlyChange` 1, codes become wider one entry early, as nearly every writer does. */
export function decodeLzw(input: Uint8Array, limit: number, earlyChange: number): FilterOutput {
  const measure = new Measure(limit);
  decodeTo(measure, input, earlyChange);
  const output = new Output(limit, measure.length);
  const complete = decodeTo(output, input, earlyChange);
  return { bytes: output.take(), damaged: !complete };
}

/** Returns false if a code came before its entry. */
function decodeTo(output: Sink, input: Uint8Array, earlyChange: number): boolean {
  const codes = new CodeReader(input);
  // An entry is a slice of the output: the previous string and the byte after it.
  const starts = new Uint32Array(TABLE_SIZE);
  const lengths = new Uint32Array(TABLE_SIZE);
  let next = END + 1;
  let previous = { start: 0, length: 0 };

  for (;;) {
    const code = codes.read();
    if (code === END || code < 0) return true;
    if (code === CLEAR) {
      next = END + 1;
      codes.width = 9;
      previous = { start: 0, length: 0 };
      continue;
    }
    if (previous.length > 0 && next < TABLE_SIZE) {
      starts[next] = previous.start;
      lengths[next++] = previous.length + 1;
    }
    const start = output.length;
    if (code < CLEAR) output.push(code);
    else if (code < next) output.copyBack(start - (starts[code] ?? 0), lengths[code] ?? 0);
    else return false;
    previous = { start, length: output.length - start };
    if (next + earlyChange >= 1 << codes.width && codes.width < 12) codes.width++;
  }
}

class CodeReader {
  width = 9;
  readonly #input: Uint8Array;
  #at = 0;
  #buffer = 0;
  #bits = 0;

  constructor(input: Uint8Array) {
    this.#input = input;
  }

  /** The next code; -1 at the end of the data. */
  read(): number {
    while (this.#bits < this.width) {
      if (this.#at >= this.#input.length) return -1;
      this.#buffer = ((this.#buffer << 8) | (this.#input[this.#at++] ?? 0)) & 0xff_ffff;
      this.#bits += 8;
    }
    this.#bits -= this.width;
    return (this.#buffer >>> this.#bits) & ((1 << this.width) - 1);
  }
}
