/**
 * The content of a page as one stream in one spelling (ISO 32000-2, 7.8.2). Only what stands between the tokens is
 * touched: white space and comments. Tokens are copied byte for byte, and so is everything from the first inline image
 * on. Content that two readers might cut into tokens differently is left as it is.
 */
import { isBoundary, isWhiteSpace } from '#engine/pdf/lexer.ts';

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

/** Tokens with the least white space that keeps them apart, a line feed after an operator. */
export function tidyContent(bytes: Uint8Array): Uint8Array {
  return new Tidier(bytes).run() ?? bytes;
}

type Last = 'none' | 'operand' | 'operator';

class Tidier {
  readonly #in: Uint8Array;
  readonly #out: Uint8Array;
  #at = 0;
  #length = 0;
  /** The last token, when a regular character behind it would become part of it. */
  #last: Last = 'none';

  constructor(bytes: Uint8Array) {
    this.#in = bytes;
    this.#out = new Uint8Array(bytes.length);
  }

  /** Undefined when the content is not plain enough to be touched. */
  run(): Uint8Array | undefined {
    const { length } = this.#in;
    while (this.#at < length) {
      const byte = this.#in[this.#at] ?? 0;
      if (isWhiteSpace(byte)) this.#at++;
      else if (byte === PERCENT) this.#skipComment();
      else if (!this.#token(byte)) return undefined;
    }
    return this.#out.slice(0, this.#length);
  }

  #token(byte: number): boolean {
    if (!isBoundary(byte)) return this.#regular(byte);
    this.#last = 'none';
    switch (byte) {
      case SLASH:
        return this.#name();
      case PAREN_OPEN:
        return this.#copyTo(this.#endOfString());
      case LESS:
        return this.#copyTo(this.#in[this.#at + 1] === LESS ? this.#at + 2 : this.#endOfHex());
      case GREATER:
        return this.#in[this.#at + 1] === GREATER && this.#copyTo(this.#at + 2);
      case BRACKET_OPEN:
      case BRACKET_CLOSE:
        return this.#copyTo(this.#at + 1);
      default:
        return false;
    }
  }

  #regular(first: number): boolean {
    const end = this.#endOfRegular(this.#at);
    if (end < 0) return false;
    if (this.#last !== 'none') this.#out[this.#length++] = this.#last === 'operator' ? LF : SPACE;
    const isInlineImage = end - this.#at === 2 && first === 0x42 && this.#in[this.#at + 1] === 0x49;
    this.#last = isNumeric(first) ? 'operand' : 'operator';
    return this.#copyTo(isInlineImage ? this.#in.length : end);
  }

  /** Its slash separates a name from what is before, but not the slash of an empty name from what follows. */
  #name(): boolean {
    this.#last = 'operand';
    return this.#copyTo(this.#endOfRegular(this.#at + 1));
  }

  /** Minus one when a byte is not ASCII: such content is not what it seems. */
  #endOfRegular(start: number): number {
    let end = start;
    for (; end < this.#in.length && !isBoundary(this.#in[end]); end++) if ((this.#in[end] ?? 0) > 0x7e) return -1;
    return end;
  }

  #endOfString(): number {
    let depth = 0;
    for (let at = this.#at; at < this.#in.length; at++) {
      const byte = this.#in[at];
      if (byte === BACKSLASH) at++;
      else if (byte === PAREN_OPEN) depth++;
      else if (byte === PAREN_CLOSE && --depth === 0) return at + 1;
    }
    return -1;
  }

  #endOfHex(): number {
    for (let at = this.#at + 1; at < this.#in.length; at++) {
      const byte = this.#in[at] ?? 0;
      if (byte === GREATER) return at + 1;
      if (!isHex(byte) && !isWhiteSpace(byte)) return -1;
    }
    return -1;
  }

  #copyTo(end: number): boolean {
    if (end < 0) return false;
    // Tokens are short: a call to copy costs more than the bytes.
    for (let at = this.#at; at < end; at++) this.#out[this.#length++] = this.#in[at] ?? 0;
    this.#at = end;
    return true;
  }

  #skipComment(): void {
    while (this.#at < this.#in.length && this.#in[this.#at] !== LF && this.#in[this.#at] !== CR) this.#at++;
  }
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
