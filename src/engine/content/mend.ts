/**
 * Takes out of content what no reader can use and strict ones complain of: a closing delimiter that closes nothing, and
 * a string that the end cuts off (ISO 32000-2, 7.8.2). Every other byte stays what and where it is.
 */
import { Lexer } from '#engine/pdf/lexer.ts';
import { ImageEnds, readInlineImage } from './operations.ts';

const SPACE = 0x20;
const PAREN_OPEN = 0x28;
const PAREN_CLOSE = 0x29;
const LESS = 0x3c;
const GREATER = 0x3e;
const BACKSLASH = 0x5c;

/** The same bytes when there is nothing to mend. */
export function mendContent(bytes: Uint8Array): Uint8Array {
  const lexer = new Lexer(bytes);
  const ends = new ImageEnds(bytes);
  const strays: number[] = [];
  let end = bytes.length;
  for (let kind = lexer.next(); kind !== 'eof'; kind = lexer.next()) {
    if (kind === 'string' && lexer.position === bytes.length && !isClosed(bytes, lexer.start)) end = lexer.start;
    if (kind !== 'keyword') continue;
    if (lexer.keyword === ')' || lexer.keyword === '>') strays.push(lexer.start);
    // An image without end may hold anything: what follows is not ours to judge.
    if (lexer.keyword === 'BI' && readInlineImage(lexer, ends) === undefined) break;
  }
  if (strays.length === 0) return bytes.subarray(0, end);
  const mended = bytes.slice(0, end);
  for (const at of strays) mended[at] = SPACE;
  return mended;
}

/** Whether the string that starts at a position and reaches the end of the bytes has its closing delimiter. */
function isClosed(bytes: Uint8Array, start: number): boolean {
  if (bytes[start] === LESS) return bytes.at(-1) === GREATER;
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at++;
    else if (byte === PAREN_OPEN) depth++;
    else if (byte === PAREN_CLOSE && --depth === 0) return true;
  }
  return false;
}
