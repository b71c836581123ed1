/** RunLengthDecode (ISO 32000-2, 7.4.5). */
import type { FilterOutput } from './decode.ts';
import { Measure, Output, type Sink } from './output.ts';

const END_OF_DATA = 128;

export function decodeRunLength(input: Uint8Array, limit: number): FilterOutput {
  const measure = new Measure(limit);
  decodeTo(measure, input);
  const output = new Output(limit, measure.length);
  const complete = decodeTo(output, input);
  return { bytes: output.take(), damaged: !complete };
}

/** Returns false if the last run is cut off. */
function decodeTo(output: Sink, input: Uint8Array): boolean {
  let at = 0;
  while (at < input.length) {
    const length = input[at++] ?? END_OF_DATA;
    if (length === END_OF_DATA) return true;
    if (length < END_OF_DATA) {
      const run = input.subarray(at, at + length + 1);
      output.pushAll(run);
      at += length + 1;
    } else if (at < input.length) {
      output.fill(input[at++] ?? 0, 257 - length);
    }
  }
  return at <= input.length;
}
