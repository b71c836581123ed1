/**
 * The lengths of the parts of a font program (ISO 32000-2, table 125) follow from its data. The entries are often
 * wrong, and many readers search the parts instead.
 */
import { viewOf } from '#platform';
import { ZERO } from '#engine/pdf/syntax/bytes.ts';
import { isWhiteSpace } from '#engine/pdf/syntax/lexer.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';

const EEXEC = 'currentfile eexec';
const MARK = 'cleartomark';
const BLANKS: readonly number[] = [0x09, 0x0a, 0x0d, 0x20];
/** A Type 1 font ends with this many zeros and the operator `cleartomark`. */
const ZEROS = 512;

/** The stream must have such entries. Only Type 1 programs have the second one. */
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

/**
 * The position after `eexec` and its white space. An encrypted part never begins with white space (Type 1 font format,
 * 7.2).
 */
function endOfClearText(bytes: Uint8Array): number | undefined {
  const at = viewOf(bytes).indexOf(EEXEC);
  if (at < 0) return undefined;
  let end = at + EEXEC.length;
  while (BLANKS.includes(bytes[end] ?? ZERO)) end++;
  return end;
}

/** The start of the zeros, or the end of the data if there are none. */
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
