/**
 * Splits bytes into the tokens of ISO 32000-2, 7.2 and 7.3, for files and for content streams. It accepts any bytes:
 * every input gives tokens and then `eof`. Broken numbers, strings and names are read as viewers read them, and nothing
 * throws.
 */
import { viewOf } from '#platform';
import { hexDigit } from '#engine/pdf/filters/ascii.ts';
import { BACKSLASH, CR, LF, MINUS, ZERO } from './bytes.ts';
import { Name, PdfString, Real } from './objects.ts';

export type TokenKind =
  | 'number'
  | 'name'
  | 'string'
  | 'array-open'
  | 'array-close'
  | 'dict-open'
  | 'dict-close'
  | 'keyword'
  | 'eof';

const REGULAR = 0;
const WHITE_SPACE = 1;
const DELIMITER = 2;

/** Character classes of 7.2.3. */
const CLASS = new Uint8Array(256);
for (const byte of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) CLASS[byte] = WHITE_SPACE;
for (const char of '()<>[]{}/%') CLASS[char.charCodeAt(0)] = DELIMITER;

/** An integer with this number of digits is always small. */
export const SMALL_DIGITS = 9;
/** Annex C.1: no real exceeds the largest number of single precision. */
const LARGEST_REAL = '340282346638528859811704183484516925440';
/** Further digits of a fraction have no effect on computed numbers. */
const MAX_FRACTION_DIGITS = 64;
/** Most reals in content already have the canonical spelling. */
const CANONICAL_REAL = /^-?(?:0|[1-9]\d{0,8})\.\d{0,8}[1-9]$/;
/** Longer strings and names are cut, because no valid ones are so long and stages copy them. */
const MAX_STRING_BYTES = 8 * 1024 * 1024;
const MAX_NAME_CHARS = 4096;

export function isWhiteSpace(byte: number | undefined): boolean {
  return byte !== undefined && CLASS[byte] === WHITE_SPACE;
}

/** Whether the byte is white space or a delimiter, which ends a token. */
export function isBoundary(byte: number | undefined): boolean {
  return byte === undefined || CLASS[byte] !== REGULAR;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

export class Lexer {
  readonly bytes: Uint8Array;
  readonly #names: NameTable | undefined;
  /** The position from which the next token is read. */
  position: number;
  /** The start of the current token. */
  start = 0;
  kind: TokenKind = 'eof';
  /** The value of a number token: an integer, or a real with its exact text. */
  number: number | Real = 0;
  name: Name = EMPTY_NAME;
  string: PdfString = EMPTY_STRING;
  keyword = '';

  constructor(bytes: Uint8Array, position = 0, names?: NameTable) {
    this.bytes = bytes;
    this.position = position;
    this.#names = names;
  }

  /** Reads the next token. Its kind is also in `kind`. */
  next(): TokenKind {
    this.skipWhiteSpace();
    this.start = this.position;
    const byte = this.bytes[this.position];
    if (byte === undefined) return (this.kind = 'eof');
    if (CLASS[byte] === REGULAR) return (this.kind = startsNumber(byte) ? this.#readNumber() : this.#readKeyword());
    return (this.kind = this.#readDelimited(byte));
  }

  /** Skips white space and comments. */
  skipWhiteSpace(): void {
    const { bytes } = this;
    let at = this.position;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) break;
      if (CLASS[byte] === WHITE_SPACE) at++;
      else if (byte === 0x25) at = endOfLine(bytes, at);
      else break;
    }
    this.position = at;
  }

  #readDelimited(byte: number): TokenKind {
    const next = this.bytes[this.position + 1];
    this.position++;
    switch (byte) {
      case 0x2f: // /
        return this.#readName();
      case 0x28: // (
        return this.#readLiteralString();
      case 0x5b: // [
        return 'array-open';
      case 0x5d: // ]
        return 'array-close';
      case 0x3c: // <
        if (next !== 0x3c) return this.#readHexString();
        this.position++;
        return 'dict-open';
      case 0x3e: // >
        if (next === 0x3e) this.position++;
        return next === 0x3e ? 'dict-close' : this.#readStray('>');
      default: // ) { }
        return this.#readStray(String.fromCharCode(byte));
    }
  }

  #readStray(keyword: string): TokenKind {
    this.keyword = keyword;
    return 'keyword';
  }

  #readKeyword(): TokenKind {
    const end = endOfRegular(this.bytes, this.position);
    this.keyword = latin1(this.bytes, this.position, Math.min(end, this.position + 128));
    this.position = end;
    return 'keyword';
  }

  #readName(): TokenKind {
    const { bytes, position } = this;
    const end = endOfRegular(bytes, position);
    this.name = this.#names?.read(bytes, position, end) ?? readName(bytes, position, end);
    this.position = end;
    return 'name';
  }

  /** `+.5`, `-0`, `4.`, and the broken `--5`, `5-3`, `1.2.3`: the valid beginning counts, as in viewers. */
  #readNumber(): TokenKind {
    const { bytes, start } = this;
    const end = endOfRegular(bytes, start);
    this.position = end;
    const isNegative = bytes[start] === MINUS;
    const first = isNegative ? start + 1 : start;
    const short = end - first <= SMALL_DIGITS ? smallInteger(bytes, first, end) : -1;
    if (short >= 0) {
      this.number = isNegative ? 0 - short : short;
      return 'number';
    }
    const text = latin1(bytes, start, end);
    if (CANONICAL_REAL.test(text)) {
      this.number = new Real(text);
      return 'number';
    }
    const match = /^([+-]*)(\d*)(\.?)(\d*)/.exec(text);
    const [whole = '', signs = '', integer = '', point = '', fraction = ''] = match ?? [];
    const rest = text.slice(whole.length);
    const plausible = integer + fraction !== '' || ((point !== '' || signs !== '') && rest === '');
    // Text that continues with letters (`1abc`) is a keyword. In `0-12`, `1.2.3` and `12e5` the number ends at the
    // first invalid character.
    if (!plausible || /^[^-+.\deE]/.test(rest)) {
      this.position = start;
      return this.#readKeyword();
    }
    this.number = canonicalNumber(signs.includes('-'), integer, fraction);
    return 'number';
  }

  /** 7.3.4.2: balanced parentheses, escapes, and line ends that are read as one line feed. */
  #readLiteralString(): TokenKind {
    const { bytes } = this;
    const plainEnd = endOfPlainString(bytes, this.position);
    if (plainEnd >= 0) {
      this.string = new PdfString(bytes, this.position, Math.min(plainEnd, this.position + MAX_STRING_BYTES));
      this.position = plainEnd + 1;
      return 'string';
    }
    const end = endOfLiteralString(bytes, this.position);
    const written = bytes.subarray(this.position, Math.min(end, this.position + 4 * MAX_STRING_BYTES));
    const out = new Uint8Array(written.length);
    this.string = new PdfString(out.slice(0, Math.min(MAX_STRING_BYTES, unescapeString(written, 0, out.length, out))));
    this.position = Math.min(bytes.length, end + 1);
    return 'string';
  }

  /** 7.3.4.3: white space and other characters are ignored, and a missing last digit is 0. */
  #readHexString(): TokenKind {
    const { bytes } = this;
    const end = endOfHex(bytes, this.position);
    const out = new Uint8Array(Math.min(MAX_STRING_BYTES, (end - this.position + 1) >> 1));
    const length = readHexDigits(bytes, this.position, end, out);
    this.position = Math.min(bytes.length, end + 1);
    this.string = new PdfString(out.slice(0, length));
    return 'string';
  }
}

/** The start of `#xx` in names. */
const ESCAPE = 0x23;

const NAME_SLOTS = 1024;
const MAX_SHARED_CHARS = 32;

/** The names of one file. A file repeats a few names very often, so each is in memory once. */
export class NameTable {
  readonly #slots = new Array<Name | undefined>(NAME_SLOTS).fill(undefined);

  /** Returns undefined for a name that is too long for the table. */
  read(bytes: Uint8Array, start: number, end: number): Name | undefined {
    if (end - start > MAX_SHARED_CHARS) return undefined;
    let hash = 0;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
    const slot = (hash ^ (hash >>> 15)) & (NAME_SLOTS - 1);
    const known = this.#slots[slot];
    if (known !== undefined && isSpelled(bytes, start, end, known.value)) return known;
    return (this.#slots[slot] = readName(bytes, start, end));
  }
}

/** Whether the bytes are these characters without an escape. */
function isSpelled(bytes: Uint8Array, start: number, end: number, value: string): boolean {
  if (end - start !== value.length) return false;
  for (let at = start; at < end; at++) {
    if (bytes[at] !== value.charCodeAt(at - start) || bytes[at] === ESCAPE) return false;
  }
  return true;
}

function readName(bytes: Uint8Array, start: number, end: number): Name {
  // An escaped character takes three bytes.
  const written = latin1(bytes, start, Math.min(end, start + 3 * MAX_NAME_CHARS));
  const value = unescapeName(written);
  return new Name(value.length > MAX_NAME_CHARS ? value.slice(0, MAX_NAME_CHARS) : value);
}

const EMPTY_NAME = new Name('');
const EMPTY_STRING = new PdfString(new Uint8Array());

/** True if a token of regular characters that starts with the byte is a number. */
export function startsNumber(byte: number): boolean {
  return isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}

/** The common case: only digits, at most `SMALL_DIGITS`; -1 otherwise. */
export function smallInteger(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * The canonical spelling of a number: no plus sign, no leading or trailing zeros, no fraction of zero, no negative
 * zero.
 */
function canonicalNumber(negative: boolean, integer: string, fraction: string): number | Real {
  const digits = integer.replace(/^0+(?=\d)/, '') || '0';
  const isBeyond =
    digits.length > LARGEST_REAL.length || (digits.length === LARGEST_REAL.length && digits > LARGEST_REAL);
  const whole = isBeyond ? LARGEST_REAL : digits;
  const part = isBeyond ? '' : fraction.slice(0, MAX_FRACTION_DIGITS).replace(/0+$/, '');
  const sign = negative && (whole !== '0' || part !== '') ? '-' : '';
  if (part !== '') return new Real(`${sign}${whole}.${part}`);
  const value = Number(sign + whole);
  return Number.isSafeInteger(value) ? value : new Real(`${sign}${whole}.0`); // beyond the range of integers in readers
}

/** The end of a comment (7.2.4). */
export function endOfLine(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++;
  return at;
}

export function endOfRegular(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && CLASS[bytes[at] ?? 0] === REGULAR) at++;
  return at;
}

/** The delimiter that closes a hexadecimal string; the end of the bytes if there is none. */
export function endOfHex(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(0x3e, from);
  return end < 0 ? bytes.length : end;
}

/**
 * The closing parenthesis of a string without escapes, inner parentheses and carriage returns; -1 for any other string.
 */
function endOfPlainString(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x29) return at;
    if (byte === 0x5c || byte === 0x28 || byte === 0x0d) return -1;
  }
  return -1;
}

/** The characters of escape letters after a backslash (table 3). */
const ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x6e, LF], // n
  [0x72, CR], // r
  [0x74, 0x09], // t
  [0x62, 0x08], // b
  [0x66, 0x0c], // f
]);

/** The parenthesis that closes a string with escapes and inner parentheses; the end of the bytes if there is none. */
export function endOfLiteralString(bytes: Uint8Array, from: number): number {
  let depth = 1;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x28) depth++;
    else if (byte === 0x29 && --depth === 0) return at;
  }
  return bytes.length;
}

/**
 * Decodes the bytes between the parentheses of a string and returns their number, which never exceeds the written
 * length. A line end becomes a line feed, and an escaped one is removed.
 */
export function unescapeString(bytes: Uint8Array, start: number, end: number, out: Uint8Array): number {
  let length = 0;
  for (let at = start; at < end;) {
    const byte = bytes[at++] ?? 0;
    if (byte === CR) {
      out[length++] = LF;
      if (bytes[at] === LF) at++;
    } else if (byte !== BACKSLASH) out[length++] = byte;
    else if (at < end) {
      const next = bytes[at++] ?? 0;
      if (isOctal(next)) {
        let value = next - ZERO;
        for (let more = 0; more < 2 && at < end && isOctal(bytes[at] ?? 0); more++)
          value = value * 8 + (bytes[at++] ?? 0) - ZERO;
        out[length++] = value & 0xff;
      } else if (next === CR) {
        if (bytes[at] === LF) at++;
      } else if (next !== LF) out[length++] = ESCAPES.get(next) ?? next;
    }
  }
  return length;
}

/** Decodes the digits of a hexadecimal string and returns the number of bytes. A missing last digit is 0. */
export function readHexDigits(bytes: Uint8Array, start: number, end: number, out: Uint8Array): number {
  let length = 0;
  let high = -1;
  for (let at = start; at < end; at++) {
    const digit = hexDigit(bytes[at] ?? 0);
    if (digit < 0) continue;
    if (high >= 0) out[length++] = (high << 4) | digit;
    high = high >= 0 ? -1 : digit;
  }
  if (high >= 0) out[length++] = high << 4;
  return length;
}

function isOctal(byte: number): boolean {
  return byte >= ZERO && byte <= 0x37;
}

/** The name after its slash, with decoded escapes (7.3.5). A name has no null, so `#00` is no escape. */
export function unescapeName(written: string): string {
  if (!written.includes('#')) return written;
  return written.replace(/#(?!00)([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Bytes as a string with one character for each byte. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start < 24) {
    let text = '';
    for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] ?? 0);
    return text;
  }
  return viewOf(bytes).toString('latin1', start, end);
}

/** A string of characters up to U+00FF as bytes. */
export function fromLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
