/**
 * The streams of a page as one stream (ISO 32000-2, 7.8.2): readers put white space between them. The clause does not
 * say which white space. It matters after a comment without a line end, where PDFium, MuPDF, poppler and pdf.js go on
 * with the comment in the next stream.
 */
import { CR, LF, PERCENT, SPACE } from './syntax/bytes.ts';
import { isWhiteSpace } from './syntax/lexer.ts';

/** Ends each part with white space; `leavesComments` says whether an open comment goes on in the next part. */
export function joinContent(parts: readonly Uint8Array[], leavesComments = true): Uint8Array {
  const trimmed = parts.map(trimEnd);
  const joined = new Uint8Array(trimmed.reduce((length, part) => length + part.length + 1, 0));
  let at = 0;
  for (const [index, part] of trimmed.entries()) {
    joined.set(part, at);
    at += part.length;
    joined[at++] = leavesComments && mayEndInComment(parts[index] ?? part) ? SPACE : LF;
  }
  return joined;
}

/** Whether the last line has a percent sign. In a string it begins no comment, and then any white space will do. */
export function mayEndInComment(part: Uint8Array): boolean {
  let at = part.length - 1;
  while (at >= 0 && part[at] !== PERCENT && part[at] !== LF && part[at] !== CR) at--;
  return part[at] === PERCENT;
}

export function trimEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && isWhiteSpace(bytes[end - 1])) end--;
  return bytes.subarray(0, end);
}
