/** This module searches raw bytes for keywords, before anything is parsed. */
import type { ByteView } from '#platform';
import { isWhiteSpace } from './lexer.ts';

/** Whether only white space stands between two positions (NUL is white space: ISO 32000-2, 7.2.3). */
export function isBlank(bytes: Uint8Array, from: number, to = bytes.length): boolean {
  for (let at = from; at < to; at++) if (!isWhiteSpace(bytes[at])) return false;
  return true;
}

/** Answers the position just after the first `%%EOF` from a position on; -1 when there is none. */
export function endOfFileMarkerAfter(view: ByteView, from: number): number {
  const at = view.indexOf('%%EOF', from, 'latin1');
  return at < 0 ? -1 : at + '%%EOF'.length;
}

/**
 * Answers where a mark next stands from each position on; -1 where it does not. However many positions, the bytes are
 * read once.
 */
export function nextOccurrences(
  view: ByteView,
  mark: string,
  positions: Iterable<number>,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let [end, next] = [view.length, -1];
  for (const position of [...new Set(positions)].toSorted((a, b) => b - a)) {
    const from = Math.max(0, position);
    const at = view.subarray(from, end).indexOf(mark, 0, 'latin1');
    if (at >= 0) next = from + at;
    found.set(position, next);
    end = Math.min(view.length, position + mark.length - 1); // a mark may begin here and end behind
  }
  return found;
}
