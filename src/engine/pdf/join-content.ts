/**
 * Joins the streams of a page (ISO 32000-2, 7.8.2). Readers put white space between them, and the clause does not
 * define which one. The choice matters after a comment without a line end, which PDFium, MuPDF, poppler and pdf.js
 * continue in the next stream.
 */
import { CR, LF, PERCENT, SPACE } from './syntax/bytes.ts';
import { isWhiteSpace } from './syntax/lexer.ts';

/** Ends each part with white space. `leavesComments` says whether an open comment continues in the next part. */
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

/**
 * Whether the last line has a percent sign. In a string the sign starts no comment, and any white space is correct
 * then.
 */
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
