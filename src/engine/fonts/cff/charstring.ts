/** Numbers of Type 2 charstrings (Adobe Technical Note 5177). */

export interface Operand {
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/** The number that starts at this byte (3.2). */
export function readNumber(bytes: Uint8Array, start: number): Operand {
  const first = bytes[start] ?? 0;
  const second = bytes[start + 1] ?? 0;
  if (first === 28) return { value: ((second << 24) | ((bytes[start + 2] ?? 0) << 16)) >> 16, start, end: start + 3 };
  if (first <= 246) return { value: first - 139, start, end: start + 1 };
  if (first <= 250) return { value: (first - 247) * 256 + second + 108, start, end: start + 2 };
  if (first <= 254) return { value: -(first - 251) * 256 - second - 108, start, end: start + 2 };
  const fixed =
    (second << 24) | ((bytes[start + 2] ?? 0) << 16) | ((bytes[start + 3] ?? 0) << 8) | (bytes[start + 4] ?? 0);
  return { value: fixed / 65536, start, end: start + 5 };
}

/** An integer in the encoding of charstrings. */
export function encodeNumber(value: number): number[] {
  if (value >= -107 && value <= 107) return [value + 139];
  return [28, (value >> 8) & 255, value & 255];
}

/** The offset that is added to the operand of a subroutine call. It depends on the number of subroutines (4.7). */
export function bias(count: number): number {
  if (count < 1240) return 107;
  return count < 33900 ? 1131 : 32768;
}
