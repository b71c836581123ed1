/**
 * ByteRange: the bytes of the file that a signature covers (ISO 32000-2, 12.8.1). It must cover everything up to the
 * end of a revision, except the string that holds the signature itself.
 */
import { Lexer } from '#engine/pdf/syntax/lexer.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { isBlank } from '#engine/pdf/syntax/byte-search.ts';
import { sameBytes } from '#engine/pdf/comparison.ts';

export interface Coverage {
  /** The end of the first covered part, which is the start of the gap. */
  readonly gapStart: number;
  readonly gapEnd: number;
  /** The end of the second covered part. */
  readonly end: number;
}

export type GapKind =
  | 'exact'
  /** The delimiters of the string are covered, which is unusual and harmless. */
  | 'digits-only'
  /** The gap also has white space beside the string. */
  | 'padded'
  /** The gap leaves out other bytes than the signature. */
  | 'foreign';

/** The four numbers, if they are a well-formed cover of existing bytes; undefined otherwise. */
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

/** Whether the range holds exactly one string token with this value. */
function holdsString(input: Uint8Array, from: number, to: number, value: Uint8Array): boolean {
  const lexer = new Lexer(input.subarray(0, to), from);
  if (lexer.next() !== 'string' || lexer.start !== from || lexer.position !== to) return false;
  return isClosed(input, from, to) && sameBytes(lexer.string.bytes, value);
}

/** The lexer accepts an unfinished string at the end of its bytes, so the delimiters are checked here. */
function isClosed(input: Uint8Array, from: number, to: number): boolean {
  return (input[from] === 0x3c && input[to - 1] === 0x3e) || (input[from] === 0x28 && input[to - 1] === 0x29);
}

function innerBounds(input: Uint8Array, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to];
  while (start < end && isBlank(input, start, start + 1)) start++;
  while (end > start && isBlank(input, end - 1, end)) end--;
  return { start, end };
}

/** The bytes that a signature covers. */
export function coveredBytes({ gapStart, gapEnd, end }: Coverage, input: Uint8Array): [Uint8Array, Uint8Array] {
  return [input.subarray(0, gapStart), input.subarray(gapEnd, end)];
}
