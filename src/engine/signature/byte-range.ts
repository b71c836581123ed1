/**
 * ByteRange: which bytes of the file a signature covers (ISO 32000-2, 12.8.1). Everything but the string that holds the
 * signature itself must be covered, up to the end of a revision.
 */
import { Lexer } from '#engine/pdf/syntax/lexer.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { isBlank } from '#engine/pdf/syntax/byte-search.ts';
import { sameBytes } from '#engine/pdf/comparison.ts';

export interface Coverage {
  /** The end of the first covered part and the start of the second. */
  readonly gapStart: number;
  readonly gapEnd: number;
  /** The end of the second. */
  readonly end: number;
}

export type GapKind =
  | 'exact'
  /** The delimiters of the string are covered: unusual and harmless. */
  | 'digits-only'
  /** White space beside the string. */
  | 'padded'
  /** Anything else than the signature is left out. */
  | 'foreign';

/** The four numbers, when they are a well-formed cover of bytes that the file has; undefined otherwise. */
export function readCoverage(signature: Dict, input: Uint8Array): Coverage | undefined {
  const range = signature.array('ByteRange');
  const [start, length, second, secondLength] = range ?? [];
  if (range?.length !== 4 || start !== 0 || !isSize(length) || !isSize(second) || !isSize(secondLength))
    return undefined;
  const end = second + secondLength;
  if (length === 0 || secondLength === 0 || second <= length || end > input.length) return undefined;
  return { gapStart: length, gapEnd: second, end };
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The kind of the bytes between the covered parts. */
export function classifyGap({ gapStart, gapEnd }: Coverage, signature: Dict, input: Uint8Array): GapKind {
  const contents = signature.string('Contents')?.bytes;
  if (!contents) return 'foreign';
  if (holdsString(input, gapStart, gapEnd, contents)) return 'exact';
  if (holdsString(input, gapStart - 1, gapEnd + 1, contents)) return 'digits-only';
  const inner = innerBounds(input, gapStart, gapEnd);
  return holdsString(input, inner.start, inner.end, contents) ? 'padded' : 'foreign';
}

/** Whether exactly one string token with that value stands between two positions. */
function holdsString(input: Uint8Array, from: number, to: number, value: Uint8Array): boolean {
  const lexer = new Lexer(input.subarray(0, to), from);
  if (lexer.next() !== 'string' || lexer.start !== from || lexer.position !== to) return false;
  return isClosed(input, from, to) && sameBytes(lexer.string.bytes, value);
}

/** The lexer closes an open string at the end of its bytes; here the delimiters must be there. */
function isClosed(input: Uint8Array, from: number, to: number): boolean {
  return (input[from] === 0x3c && input[to - 1] === 0x3e) || (input[from] === 0x28 && input[to - 1] === 0x29);
}

function innerBounds(input: Uint8Array, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to];
  while (start < end && isBlank(input, start, start + 1)) start++;
  while (end > start && isBlank(input, end - 1, end)) end--;
  return { start, end };
}

/** The bytes a signature signs. */
export function coveredBytes({ gapStart, gapEnd, end }: Coverage, input: Uint8Array): [Uint8Array, Uint8Array] {
  return [input.subarray(0, gapStart), input.subarray(gapEnd, end)];
}
