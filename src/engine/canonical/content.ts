/**
 * The content of a page as one stream in one spelling (ISO 32000-2, 7.8.2). Only what stands between the tokens is
 * touched: white space and comments. Tokens are copied byte for byte, and so is everything from the first inline image
 * on. Content that two readers might cut into tokens differently is left as it is.
 */
import { isStrayHash, repairContent } from '#engine/content/repair.ts';
import { isBoundary, isWhiteSpace } from '#engine/pdf/syntax/lexer.ts';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const PERCENT = 0x25;
const PAREN_OPEN = 0x28;
const PAREN_CLOSE = 0x29;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const BRACKET_OPEN = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_CLOSE = 0x5d;

/** The parts as readers see them: one after the other with white space between. */
export function joinContent(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return trimEnd(parts[0] ?? new Uint8Array());
  const trimmed = parts.map(trimEnd);
  const joined = new Uint8Array(trimmed.reduce((length, part) => length + part.length + 1, 0));
  let at = 0;
  for (const part of trimmed) {
    joined.set(part, at);
    at += part.length;
    joined[at++] = LF;
  }
  return trimEnd(joined);
}

export function trimEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && isWhiteSpace(bytes[end - 1])) end--;
  return bytes.subarray(0, end);
}

/** What the last token leaves open: nothing, or that a regular character behind it would become part of it. */
const NOTHING = 0;
const OPERAND = 1;
const OPERATOR = 2;

/**
 * Tokens with the least white space that keeps them apart, a line feed after an operator; what is broken is repaired
 * first.
 */
export function tidyContent(bytes: Uint8Array): Uint8Array {
  const tidied = tidy(bytes);
  if (tidied) return tidied;
  const repaired = repairContent(bytes);
  return tidy(repaired) ?? trimEnd(repaired);
}

/** What the innermost open container waits for; two bits a container, the innermost in the lowest. */
const ITEM = 1;
const KEY = 2;
const VALUE = 3;
const DEEPEST = 1 << 28;

/** Answers undefined where readers may disagree about a token, or about what it belongs to. One pass, all in locals. */
function tidy(bytes: Uint8Array): Uint8Array | undefined {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  let last = NOTHING;
  let open = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (isWhiteSpace(byte)) {
      at++;
      continue;
    }
    if (byte === PERCENT) {
      at = endOfLine(bytes, at);
      continue;
    }
    const end = endOfToken(bytes, at);
    if (end < 0) return undefined;
    open = nest(open, byte, bytes[at + 1]);
    if (open < 0) return undefined;
    if (isBoundary(byte)) last = byte === SLASH ? OPERAND : NOTHING;
    else {
      if (last !== NOTHING) out[length++] = last === OPERATOR ? LF : SPACE;
      last = isNumeric(byte) ? OPERAND : OPERATOR;
    }
    const isImage = open === 0 && isInlineImage(bytes, at, end);
    if (isImage && !isSound(bytes.subarray(at))) return undefined;
    const stop = isImage ? bytes.length : end;
    // Tokens are short: a call to copy costs more than the bytes.
    while (at < stop) out[length++] = bytes[at++] ?? 0;
  }
  return open === 0 ? out.slice(0, length) : undefined;
}

/** The containers that are open after a token that starts with a byte; minus one where there is no place for it. */
function nest(open: number, byte: number, next: number | undefined): number {
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

function isSound(bytes: Uint8Array): boolean {
  return repairContent(bytes) === bytes;
}

/** Answers minus one where readers may disagree, or the token does not end. */
function endOfToken(bytes: Uint8Array, start: number): number {
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

function endOfName(bytes: Uint8Array, start: number): number {
  const end = endOfRegular(bytes, start);
  for (let at = start; at < end; at++) if (isStrayHash(bytes, at)) return -1;
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
    if (!isHex(byte) && !isWhiteSpace(byte)) return -1;
  }
  return -1;
}

function endOfLine(bytes: Uint8Array, start: number): number {
  let end = start;
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
  return end;
}

/** The operator `BI`: data that look like anything are near. */
function isInlineImage(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === 2 && bytes[start] === 0x42 && bytes[start + 1] === 0x49;
}

function isNumeric(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}

function isHex(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

/**
 * Every name that content may mean: whatever follows a slash, be it inside a string or an image. Too many is harmless,
 * one too few would take away what a page needs.
 */
export function namesIn(content: Uint8Array): Set<string> {
  const view = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const names = new Set<string>();
  for (let at = view.indexOf(SLASH); at >= 0; at = view.indexOf(SLASH, at + 1)) {
    let end = at + 1;
    while (end < view.length && !isBoundary(view[end])) end++;
    const name = view.toString('latin1', at + 1, end);
    names.add(name);
    if (name.includes('#')) names.add(unescape(name));
  }
  return names;
}

function unescape(name: string): string {
  return name.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
