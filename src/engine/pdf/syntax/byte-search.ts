/** Searches raw bytes for keywords before any parsing. */
import type { ByteView } from '#platform';
import { isWhiteSpace } from './lexer.ts';

/** Whether there is only white space between two positions. NUL is white space (ISO 32000-2, 7.2.3). */
export function isBlank(bytes: Uint8Array, from: number, to = bytes.length): boolean {
  for (let at = from; at < to; at++) if (!isWhiteSpace(bytes[at])) return false;
  return true;
}

/** Returns the position directly after the next `%%EOF`; -1 if there is none. */
export function endOfFileMarkerAfter(view: ByteView, from: number): number {
  const at = view.indexOf('%%EOF', from, 'latin1');
  return at < 0 ? -1 : at + '%%EOF'.length;
}

/**
 * Returns the next position of a mark from each of the given positions; -1 if there is none. The bytes are read once,
 * however many positions there are.
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
    end = Math.min(view.length, position + mark.length - 1); // a mark may start before this position and end after it
  }
  return found;
}
