/** RunLengthDecode (ISO 32000-2, 7.4.5). */
import type { FilterOutput } from './decode.ts';
import { Output } from './output.ts';

const END_OF_DATA = 128;

export function decodeRunLength(input: Uint8Array, limit: number): FilterOutput {
  const output = new Output(limit, input.length * 2);
  let at = 0;
  while (at < input.length) {
    const length = input[at++] ?? END_OF_DATA;
    if (length === END_OF_DATA) return { bytes: output.take(), damaged: false };
    if (length < END_OF_DATA) {
      const run = input.subarray(at, at + length + 1);
      output.pushAll(run);
      at += length + 1;
    } else if (at < input.length) {
      output.fill(input[at++] ?? 0, 257 - length);
    }
  }
  return { bytes: output.take(), damaged: at > input.length };
}
