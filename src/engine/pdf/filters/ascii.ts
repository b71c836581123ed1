/** ASCIIHexDecode and ASCII85Decode (ISO 32000-2, 7.4.2 and 7.4.3). Unknown characters are skipped, as in readers. */
import { GREATER } from '#engine/pdf/syntax/bytes.ts';
import type { FilterOutput } from './decode.ts';
import { Output } from './output.ts';

/** Two digits give a byte until `>`. A missing last digit is 0. */
export function decodeAsciiHex(input: Uint8Array, limit: number): FilterOutput {
  const output = new Output(limit, input.length >> 1);
  let high = -1;
  for (const byte of input) {
    if (byte === GREATER) break;
    const digit = hexDigit(byte);
    if (digit < 0) continue;
    if (high < 0) high = digit;
    else {
      output.push((high << 4) | digit);
      high = -1;
    }
  }
  if (high >= 0) output.push(high << 4);
  return { bytes: output.take(), damaged: false };
}

/** The value of a hexadecimal digit; -1 for any other byte. */
export function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Five digits of base 85 make four bytes, `z` makes four zeros, `~>` ends. */
export function decodeAscii85(input: Uint8Array, limit: number): FilterOutput {
  const output = new Output(limit, Math.ceil((input.length * 4) / 5));
  const group: number[] = [];
  for (const byte of input) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) output.pushAll([0, 0, 0, 0]);
    else if (byte >= 0x21 && byte <= 0x75) {
      group.push(byte - 0x21);
      if (group.length === 5) pushGroup(output, group, 4);
    }
  }
  // A last group of n digits gives n - 1 bytes. A single digit gives none.
  const rest = group.length;
  if (rest > 1) {
    while (group.length < 5) group.push(84);
    pushGroup(output, group, rest - 1);
  }
  return { bytes: output.take(), damaged: rest === 1 };
}

function pushGroup(output: Output, group: number[], count: number): void {
  const value = group.reduce((sum, digit) => sum * 85 + digit, 0) % 0x1_0000_0000;
  for (let i = 0; i < count; i++) output.push(Math.floor(value / 2 ** (24 - 8 * i)) & 0xff);
  group.length = 0;
}
