/**
 * Writes the tokens of content in the canonical spelling of objects (ISO 32000-2, 7.3; `pdf/syntax/serialize.ts`). A
 * token that readers take in different ways keeps its bytes.
 */
import { hexDigit } from '#engine/pdf/filters/ascii.ts';
import {
  BACKSLASH,
  CR,
  GREATER,
  HASH,
  LESS,
  MINUS,
  PAREN_CLOSE,
  PAREN_OPEN,
  PLUS,
  POINT,
  ZERO,
} from '#engine/pdf/syntax/bytes.ts';
import { fromLatin1, isBoundary, isDigit, readHexDigits, unescapeString } from '#engine/pdf/syntax/lexer.ts';

/** PDFium reads integers beyond 32 bits as 0 unless they have a point. */
const MAX_INTEGER_DIGITS = 9;
/** MuPDF sums fractions in single precision, which ends here. */
const MAX_FRACTION_DIGITS = 32;
/** PDFium cuts longer names, and the place of the cut depends on the spelling. */
const MAX_NAME_BYTES = 64;

const HEX = fromLatin1('0123456789abcdef');

/** A buffer for the bytes of a string before they are written. */
const SCRATCH = new Uint8Array(64 * 1024);

function scratchOf(size: number): Uint8Array {
  return size <= SCRATCH.length ? SCRATCH : new Uint8Array(size);
}

export class ContentWriter {
  #out: Uint8Array;
  /** The caller reduces the length to remove the last output. */
  length = 0;

  constructor(expectedBytes: number) {
    this.#out = new Uint8Array(expectedBytes + 16);
  }

  /** The output stands at the start of the buffer and is valid until the next write. */
  get buffer(): Uint8Array {
    return this.#out;
  }

  take(): Uint8Array {
    return this.#out.length - this.length < 4096 ? this.#out.subarray(0, this.length) : this.#out.slice(0, this.length);
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.#out[this.length++] = byte;
  }

  /** A loop is faster than a copy call, because tokens are short. */
  raw(bytes: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    const out = this.#out;
    let { length } = this;
    for (let at = start; at < end; at++) out[length++] = bytes[at] ?? 0;
    this.length = length;
  }

  /**
   * Writes no plus sign, no unneeded zeros and no negative zero, and rounds nothing (7.3.3). Returns whether all
   * readers agree on the number.
   */
  number(bytes: Uint8Array, start: number, end: number): boolean {
    const sign = bytes[start];
    let whole = sign === MINUS || sign === PLUS ? start + 1 : start;
    let point = whole;
    while (point < end && isDigit(bytes[point])) point++;
    let last = point;
    if (bytes[point] === POINT) for (last = point + 1; last < end && isDigit(bytes[last]);) last++;
    if (last !== end) {
      this.raw(bytes, start, end);
      return false;
    }
    while (whole < point && bytes[whole] === ZERO) whole++;
    while (last > point + 1 && bytes[last - 1] === ZERO) last--;
    const hasFraction = last > point + 1;
    if (point - whole > MAX_INTEGER_DIGITS || last - point > MAX_FRACTION_DIGITS) this.raw(bytes, start, end);
    else {
      if (sign === MINUS && (hasFraction || whole < point)) this.byte(MINUS);
      if (whole === point) this.byte(ZERO);
      this.raw(bytes, whole, hasFraction ? last : point);
    }
    return true;
  }

  /** Everything but regular printable ASCII is escaped (7.3.5). The slash is at the start. */
  name(bytes: Uint8Array, start: number, end: number): void {
    let at = start + 1;
    while (at < end && isPlain(bytes[at] ?? 0)) at++;
    if (at === end || end - start > MAX_NAME_BYTES) return this.raw(bytes, start, end);
    this.raw(bytes, start, at);
    while (at < end) {
      let byte = bytes[at] ?? 0;
      if (byte === HASH) {
        byte = (hexDigit(bytes[at + 1] ?? 0) << 4) | hexDigit(bytes[at + 2] ?? 0);
        at += 2;
      }
      at++;
      this.#escapedInName(byte);
    }
  }

  #escapedInName(byte: number): void {
    if (isPlain(byte)) return this.byte(byte);
    this.byte(HASH);
    this.#hex(byte);
  }

  /**
   * Writes a literal string if all bytes are printable ASCII, else a hexadecimal one (7.3.4). The range includes the
   * delimiters.
   */
  string(bytes: Uint8Array, start: number, end: number): void {
    let at = start + 1;
    while (at < end - 1 && isPlainInString(bytes[at] ?? 0)) at++;
    const isHex = bytes[start] === LESS;
    if (at === end - 1 && !isHex) return this.raw(bytes, start, end);
    if (!isHex && hasReturn(bytes, at, end)) return this.raw(bytes, start, end);
    const scratch = scratchOf(end - start);
    this.bytes(scratch, (isHex ? readHexDigits : unescapeString)(bytes, start + 1, end - 1, scratch));
  }

  /** Writes the first `length` bytes as a string. */
  bytes(value: Uint8Array, length: number): void {
    for (let at = 0; at < length; at++) {
      const byte = value[at] ?? 0;
      if (byte < 0x20 || byte > 0x7e) return this.hexString(value, length);
    }
    this.byte(PAREN_OPEN);
    for (let at = 0; at < length; at++) {
      const byte = value[at] ?? 0;
      if (!isPlainInString(byte)) this.byte(BACKSLASH);
      this.byte(byte);
    }
    this.byte(PAREN_CLOSE);
  }

  hexString(value: Uint8Array, length: number): void {
    this.byte(LESS);
    this.hexData(value, length);
  }

  /** Writes the digits and the delimiter that ends them, as for ASCIIHexDecode (7.4.2). */
  hexData(value: Uint8Array, length: number): void {
    this.#reserve(2 * length + 1);
    for (let at = 0; at < length; at++) this.#hex(value[at] ?? 0);
    this.byte(GREATER);
  }

  #hex(byte: number): void {
    this.#reserve(2);
    this.#out[this.length++] = HEX[byte >> 4] ?? ZERO;
    this.#out[this.length++] = HEX[byte & 15] ?? ZERO;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#out.length) return;
    const grown = new Uint8Array(Math.max(this.length + more, Math.ceil(this.#out.length * 1.5)));
    grown.set(this.#out.subarray(0, this.length));
    this.#out = grown;
  }
}

/** Whether a name can hold the character unescaped. */
function isPlain(byte: number): boolean {
  return byte > 0x20 && byte < 0x7f && byte !== HASH && !isBoundary(byte);
}

function isPlainInString(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x7e && byte !== PAREN_OPEN && byte !== PAREN_CLOSE && byte !== BACKSLASH;
}

/**
 * Whether a literal string has an unescaped carriage return. Some readers read it as itself and others as a line feed
 * (7.3.4.2).
 */
function hasReturn(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === CR) return true;
  }
  return false;
}
