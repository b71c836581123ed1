/**
 * Finds the ends of the tokens of content on which all readers agree. The ends are those of the lexer, and this module
 * adds the doubtful cases.
 */
import { hexDigit } from '#engine/pdf/filters/ascii.ts';
import { BRACKET_CLOSE, BRACKET_OPEN, GREATER, LESS, PAREN_OPEN, SLASH } from '#engine/pdf/syntax/bytes.ts';
import {
  endOfHex,
  endOfLiteralString,
  isBoundary,
  isWhiteSpace,
  latin1,
  startsNumber,
} from '#engine/pdf/syntax/lexer.ts';
import { isLongInteger, isStrayHash } from './repair.ts';

/** Returns -1 if readers may disagree or the token has no end. */
export function endOfToken(bytes: Uint8Array, start: number): number {
  const byte = bytes[start] ?? 0;
  if (!isBoundary(byte)) return endOfAscii(bytes, start);
  switch (byte) {
    case SLASH:
      return endOfName(bytes, start + 1);
    case PAREN_OPEN:
      return endOfString(bytes, start + 1);
    case LESS:
      return bytes[start + 1] === LESS ? start + 2 : endOfDigits(bytes, start + 1);
    case GREATER:
      return bytes[start + 1] === GREATER ? start + 2 : -1;
    case BRACKET_OPEN:
    case BRACKET_CLOSE:
      return start + 1;
    default:
      return -1;
  }
}

/** Returns -1 at a byte beyond ASCII, because such bytes are a sign of data that are not content. */
function endOfAscii(bytes: Uint8Array, start: number): number {
  let end = start;
  for (let byte = bytes[end]; byte !== undefined && !isBoundary(byte); byte = bytes[++end]) if (byte > 0x7e) return -1;
  return isLongInteger(bytes, start, end) ? -1 : end;
}

/** PDFium reads two bytes beyond ASCII as white space. */
function endOfName(bytes: Uint8Array, start: number): number {
  let end = start;
  for (let byte = bytes[end]; !isBoundary(byte); byte = bytes[++end])
    if (byte === 0x80 || byte === 0xff || isStrayHash(bytes, end)) return -1;
  return end;
}

/** Readers search the end of an unfinished string in different places. */
function endOfString(bytes: Uint8Array, start: number): number {
  const end = endOfLiteralString(bytes, start);
  return end < bytes.length ? end + 1 : -1;
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  const end = endOfHex(bytes, start);
  for (let at = start; at < end; at++) {
    if (hexDigit(bytes[at] ?? 0) < 0 && !isWhiteSpace(bytes[at])) return -1;
  }
  return end < bytes.length ? end + 1 : -1;
}

/**
 * The token that each open container expects next. Each container takes two bits, and the innermost takes the lowest.
 */
const ITEM = 1;
const KEY = 2;
const VALUE = 3;
const DEEPEST = 1 << 28;

/** The open containers after a token that starts with this byte; -1 if the token is not allowed there. */
export function nest(open: number, byte: number, next: number | undefined): number {
  const inner = open & 3;
  if (byte === BRACKET_CLOSE) return inner === ITEM ? open >> 2 : -1;
  if (byte === GREATER) return inner === KEY ? open >> 2 : -1;
  if (inner === KEY && byte !== SLASH) return -1;
  const around = inner === KEY ? open + 1 : inner === VALUE ? open - 1 : open;
  // Nested arrays occur only inside of dictionaries.
  if (byte === BRACKET_OPEN && open === ITEM) return -1;
  if (byte === BRACKET_OPEN) return around < DEEPEST ? (around << 2) | ITEM : -1;
  if (byte === LESS && next === LESS) return around < DEEPEST ? (around << 2) | KEY : -1;
  return around;
}

/** Whether the innermost container is a dictionary. */
export function isInDictionary(open: number): boolean {
  const inner = open & 3;
  return inner === KEY || inner === VALUE;
}

/** A token of regular characters that is neither a number nor a constant. */
export function isKeyword(bytes: Uint8Array, start: number, end: number): boolean {
  const byte = bytes[start] ?? 0;
  if (isBoundary(byte) || startsNumber(byte)) return false;
  if (end - start < 4 || end - start > 5) return true;
  const word = latin1(bytes, start, end);
  return word !== 'true' && word !== 'false' && word !== 'null';
}
