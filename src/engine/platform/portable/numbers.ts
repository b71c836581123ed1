/** Whole numbers of any size. All of them are public, so that their time of calculation reveals nothing. */
import { hexOf } from './bytes.ts';

/** Bytes in the order of the network. */
export function numberOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${hexOf(bytes)}`);
}

export function bytesOfNumber(number: bigint, length: number): Uint8Array {
  const digits = number.toString(16).padStart(2 * length, '0');
  return Uint8Array.from({ length }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

export function bitLength(number: bigint): number {
  return number === 0n ? 0 : number.toString(2).length;
}

export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
