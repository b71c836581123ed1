/**
 * How long the parts of a font program are (ISO 32000-2, table 125), which the data say themselves. Readers that
 * search the parts do not use these entries, which are often wrong.
 */
import { viewOf } from '#platform';
import { ZERO } from '#engine/pdf/syntax/bytes.ts';
import { isWhiteSpace } from '#engine/pdf/syntax/lexer.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';

const EEXEC = 'currentfile eexec';
const MARK = 'cleartomark';
const BLANKS: readonly number[] = [0x09, 0x0a, 0x0d, 0x20];
/** Type 1 fonts end in this many zeros and the operator `cleartomark`. */
const ZEROS = 512;

/** Of a stream that has such entries; only programs of Type 1 have the second. */
export function spellFontLengths(dict: Dict, bytes: Uint8Array): void {
  if (!dict.has('Length1')) return;
  if (!dict.has('Length2')) {
    dict.set('Length1', bytes.length);
    return;
  }
  const clear = endOfClearText(bytes);
  if (clear === undefined) return;
  const fixed = Math.max(clear, startOfZeros(bytes));
  dict.set('Length1', clear);
  dict.set('Length2', fixed - clear);
  dict.set('Length3', bytes.length - fixed);
}

/** Behind `eexec` and its white space, with none of which an encrypted part begins (Type 1 font format, 7.2). */
function endOfClearText(bytes: Uint8Array): number | undefined {
  const at = viewOf(bytes).indexOf(EEXEC);
  if (at < 0) return undefined;
  let end = at + EEXEC.length;
  while (BLANKS.includes(bytes[end] ?? ZERO)) end++;
  return end;
}

/** The end of the data where there are none. */
function startOfZeros(bytes: Uint8Array): number {
  let start = viewOf(bytes).lastIndexOf(MARK);
  if (start < 0) return bytes.length;
  let zeros = 0;
  for (let at = start - 1; at >= 0 && zeros < ZEROS; at--) {
    if (bytes[at] === ZERO) {
      zeros++;
      start = at;
    } else if (!isWhiteSpace(bytes[at])) break;
  }
  return start;
}
