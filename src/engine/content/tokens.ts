/** Where the tokens of content end (ISO 32000-2, 7.2 and 7.3), as far as all readers agree. */
import { hexDigit } from '#engine/pdf/filters/ascii.ts';
import { isBoundary, isWhiteSpace } from '#engine/pdf/syntax/lexer.ts';
import { isStrayHash } from './repair.ts';

const LF = 0x0a;
const CR = 0x0d;
const PAREN_OPEN = 0x28;
const PAREN_CLOSE = 0x29;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const BRACKET_OPEN = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_CLOSE = 0x5d;

/** Answers minus one where readers may disagree, or the token does not end. */
export function endOfToken(bytes: Uint8Array, start: number): number {
  const byte = bytes[start] ?? 0;
  if (!isBoundary(byte)) return endOfRegular(bytes, start);
  switch (byte) {
    case SLASH:
      return endOfName(bytes, start + 1);
    case PAREN_OPEN:
      return endOfString(bytes, start);
    case LESS:
      return bytes[start + 1] === LESS ? start + 2 : endOfHex(bytes, start);
    case GREATER:
      return bytes[start + 1] === GREATER ? start + 2 : -1;
    case BRACKET_OPEN:
    case BRACKET_CLOSE:
      return start + 1;
    default:
      return -1;
  }
}

/** Answers minus one when a byte is not ASCII: such content is not what it seems. */
function endOfRegular(bytes: Uint8Array, start: number): number {
  let end = start;
  for (; end < bytes.length; end++) {
    const byte = bytes[end] ?? 0;
    if (isBoundary(byte)) return end;
    if (byte > 0x7e) return -1;
  }
  return end;
}

/** PDFium takes two bytes beyond ASCII for white space. */
function endOfName(bytes: Uint8Array, start: number): number {
  let end = start;
  for (; end < bytes.length; end++) {
    const byte = bytes[end] ?? 0;
    if (isBoundary(byte)) return end;
    if (byte === 0x80 || byte === 0xff || isStrayHash(bytes, end)) return -1;
  }
  return end;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at++;
    else if (byte === PAREN_OPEN) depth++;
    else if (byte === PAREN_CLOSE && --depth === 0) return at + 1;
  }
  return -1;
}

function endOfHex(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === GREATER) return at + 1;
    if (hexDigit(byte) < 0 && !isWhiteSpace(byte)) return -1;
  }
  return -1;
}

/** Of a comment (7.2.4). */
export function endOfLine(bytes: Uint8Array, start: number): number {
  let end = start;
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
  return end;
}

/** What the innermost open container waits for; two bits a container, the innermost in the lowest. */
const ITEM = 1;
const KEY = 2;
const VALUE = 3;
const DEEPEST = 1 << 28;

/** The containers that are open after a token that starts with a byte; minus one where there is no place for it. */
export function nest(open: number, byte: number, next: number | undefined): number {
  const inner = open & 3;
  if (byte === BRACKET_CLOSE) return inner === ITEM ? open >> 2 : -1;
  if (byte === GREATER) return inner === KEY ? open >> 2 : -1;
  if (inner === KEY && byte !== SLASH) return -1;
  const around = inner === KEY ? open + 1 : inner === VALUE ? open - 1 : open;
  // There are arrays in arrays only inside of dictionaries.
  if (byte === BRACKET_OPEN && open === ITEM) return -1;
  if (byte === BRACKET_OPEN) return around < DEEPEST ? (around << 2) | ITEM : -1;
  if (byte === LESS && next === LESS) return around < DEEPEST ? (around << 2) | KEY : -1;
  return around;
}
