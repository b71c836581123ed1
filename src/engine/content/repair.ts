/**
 * Removes the parts of content that no reader uses and that strict readers reject (ISO 32000-2, 7.8.2). The appearance
 * does not change. A delimiter that closes nothing becomes a null operand, as readers take it. So does a dictionary up
 * to the first token that does not fit, where PDFium and MuPDF leave it too. An unfinished string or container at the
 * end is removed, since no reader uses operands without an operator. So is an unfinished inline image, which PDFium and
 * MuPDF do not draw without its `EI`. An integer that overflows gets a fraction of zero, which makes it a real number
 * for every reader. Everything else stays.
 */
import { concatBytes } from '#platform';
import { hexDigit } from '#engine/pdf/filters/ascii.ts';
import {
  BACKSLASH,
  GREATER,
  HASH,
  LESS,
  MINUS,
  PAREN_CLOSE,
  PAREN_OPEN,
  PLUS,
  SPACE,
  ZERO,
} from '#engine/pdf/syntax/bytes.ts';
import { fromLatin1, isDigit, isWhiteSpace, Lexer, type TokenKind } from '#engine/pdf/syntax/lexer.ts';
import { firstImageEnd, ImageEnds, readImageEntries, readInlineImage } from './operations.ts';

const NULL_OPERAND = fromLatin1(' null ');
const ESCAPED_HASH = fromLatin1('#23');
const BLANK = fromLatin1(' ');
const NO_FRACTION = fromLatin1('.0');

/** All integers with this many digits fit into 64 bits. */
const MAX_INTEGER_DIGITS = 18;

const STRAY: ReadonlySet<string> = new Set([')', '>', '{', '}']);
const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** Content with more faults or a deeper nesting is not repaired. No ordinary document has such content. */
const MAX_EDITS = 100_000;
const MAX_OPEN = 499;

/** Returns the same bytes if there is nothing to repair. */
export function repairContent(bytes: Uint8Array): Uint8Array {
  return new ContentRepairer(bytes).repair();
}

export interface Repair {
  readonly bytes: Uint8Array;
  /** Readers take some of the repaired tokens for different values. */
  readonly isDisputed: boolean;
}

export function repairOf(bytes: Uint8Array): Repair {
  const repairer = new ContentRepairer(bytes);
  return { bytes: repairer.repair(), isDisputed: repairer.isDisputed };
}

/** The replacement of a range of bytes. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: Uint8Array;
}

/** An open array or dictionary. */
interface Container {
  readonly start: number;
  readonly kind: 'array' | 'dict';
  /** True in a dictionary after a key whose value was not read yet. */
  wantsValue: boolean;
}

class ContentRepairer {
  readonly #bytes: Uint8Array;
  readonly #lexer: Lexer;
  readonly #edits: Edit[] = [];
  readonly #open: Container[] = [];
  isDisputed = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#lexer = new Lexer(bytes);
  }

  repair(): Uint8Array {
    const ends = new ImageEnds(this.#bytes);
    let end = this.#bytes.length;
    for (let kind = this.#next(); kind !== 'eof'; kind = this.#next()) {
      if (this.#edits.length > MAX_EDITS || this.#open.length > MAX_OPEN) return this.#bytes;
      if (kind === 'string' && !this.#wantsKey && this.#isCutOff()) {
        end = this.#lexer.start;
        break;
      }
      if (this.#open.length === 0 && kind === 'keyword' && this.#lexer.keyword === 'BI') {
        const { start, position } = this.#lexer;
        this.#repairImageEntries();
        if (readInlineImage(this.#lexer, ends) !== undefined) continue;
        // The letters may end the image, and the bytes after them may be data or content, so they stay.
        if (this.#isImageCutOff(position)) end = start;
        break;
      } else this.#take(kind);
    }
    return this.#result(this.#open[0]?.start ?? end);
  }

  /**
   * Whether no `EI` follows the entries that start at this position. Poppler draws such an image, so readers differ.
   */
  #isImageCutOff(position: number): boolean {
    const lexer = new Lexer(this.#bytes, position);
    if (readImageEntries(lexer) === undefined || firstImageEnd(this.#bytes, lexer.position) >= 0) return false;
    this.isDisputed = true;
    return true;
  }

  /**
   * Reads only the delimiter of a string in the place of a key, so that the end of each such string is not searched.
   */
  #next(): TokenKind {
    if (!this.#wantsKey) return this.#lexer.next();
    this.#lexer.skipWhiteSpace();
    const { position } = this.#lexer;
    const byte = this.#bytes[position];
    if (byte !== PAREN_OPEN && (byte !== LESS || this.#bytes[position + 1] === LESS)) return this.#lexer.next();
    this.#lexer.start = position;
    this.#lexer.position = position + 1;
    return 'string';
  }

  get #wantsKey(): boolean {
    const inner = this.#open.at(-1);
    return inner?.kind === 'dict' && !inner.wantsValue;
  }

  #take(kind: TokenKind): void {
    if (kind === 'array-close' || kind === 'dict-close') return this.#close(kind);
    const inner = this.#open.at(-1);
    if (inner?.kind === 'dict' && !fits(inner, kind, this.#lexer.keyword)) return this.#fail();
    if (kind === 'keyword' && STRAY.has(this.#lexer.keyword)) return this.#replaceToken(NULL_OPERAND);
    // Content has no nested arrays. PDFium closes at the first bracket, and MuPDF discards all.
    if (kind === 'array-open' && this.#open.length === 1 && inner?.kind === 'array')
      return this.#replaceToken(NULL_OPERAND);
    if (inner?.kind === 'dict') inner.wantsValue = !inner.wantsValue;
    if (kind === 'array-open') this.#open.push({ start: this.#lexer.start, kind: 'array', wantsValue: false });
    else if (kind === 'dict-open') this.#open.push({ start: this.#lexer.start, kind: 'dict', wantsValue: false });
    else this.#repairInside(kind);
  }

  #close(kind: 'array-close' | 'dict-close'): void {
    const inner = this.#open.at(-1);
    if (inner?.kind === (kind === 'array-close' ? 'array' : 'dict')) {
      const { start } = this.#lexer;
      // A nested dictionary that ends with a key ends its parent too (PDFium, MuPDF).
      if (inner.wantsValue && this.#open.at(-2)?.kind === 'dict') return this.#fail();
      if (inner.wantsValue) this.#edits.push({ start, end: start, by: NULL_OPERAND });
      this.#open.pop();
      return;
    }
    if (inner?.kind !== 'dict') return this.#replaceToken(NULL_OPERAND);
    // A bracket that ends a dictionary too early also closes the array around it.
    const inArray = this.#open.findLast((container) => container.kind === 'array') !== undefined;
    this.#fail(inArray ? this.#lexer.start : this.#lexer.position);
    if (inArray) this.#open.pop();
  }

  /** Ends a dictionary, and its parents that are dictionaries, at the current token. */
  #fail(end = this.#lexer.position): void {
    let start = this.#lexer.start;
    while (this.#open.at(-1)?.kind === 'dict') start = this.#open.pop()?.start ?? start;
    while ((this.#edits.at(-1)?.start ?? -1) >= start) this.#edits.pop();
    this.#edits.push({ start, end, by: NULL_OPERAND });
  }

  #repairImageEntries(): void {
    const { position } = this.#lexer;
    for (let kind = this.#lexer.next(); kind !== 'eof'; kind = this.#lexer.next()) {
      if (kind === 'keyword' && this.#lexer.keyword === 'ID') break;
      this.#repairInside(kind);
    }
    this.#lexer.position = position;
  }

  #replaceToken(by: Uint8Array): void {
    this.#edits.push({ start: this.#lexer.start, end: this.#lexer.position, by });
  }

  /** A number sign without valid digits is written as its own escape. An invalid character is removed. */
  #repairInside(kind: TokenKind): void {
    const { start, position } = this.#lexer;
    if (kind === 'name') {
      for (let at = start + 1; at < position; at++) {
        if (!isStrayHash(this.#bytes, at)) continue;
        this.#edits.push({ start: at, end: at + 1, by: ESCAPED_HASH });
        if (isEscapedNull(this.#bytes, at)) this.isDisputed = true;
      }
    } else if (kind === 'string' && this.#bytes[start] === LESS) {
      for (let at = start + 1; at < position - 1; at++) {
        if (isHexText(this.#bytes[at])) continue;
        this.#edits.push({ start: at, end: at + 1, by: BLANK });
        this.isDisputed = true;
      }
    } else if (isLongInteger(this.#bytes, start, position)) {
      this.#edits.push({ start: position, end: position, by: NO_FRACTION });
      this.isDisputed = true;
    }
  }

  /** Whether the last string reaches the end of the bytes without its closing delimiter. */
  #isCutOff(): boolean {
    const { start, position } = this.#lexer;
    return position === this.#bytes.length && !isClosed(this.#bytes, start);
  }

  #result(end: number): Uint8Array {
    if (this.#edits.length === 0 && end === this.#bytes.length) return this.#bytes;
    const bytes = this.#bytes.subarray(0, end);
    const parts: Uint8Array[] = [];
    let from = 0;
    for (const edit of this.#edits) {
      if (edit.start >= end) break;
      parts.push(bytes.subarray(from, edit.start), edit.by);
      from = edit.end;
    }
    return concatBytes([...parts, bytes.subarray(from)]);
  }
}

/** Whether the token fits in a dictionary as the next key or value. */
function fits({ wantsValue }: Container, kind: TokenKind, keyword: string): boolean {
  return wantsValue ? kind !== 'keyword' || CONSTANTS.has(keyword) : kind === 'name';
}

/** A number sign without two digits, or with those of a null, which no name contains (7.3.5). */
export function isStrayHash(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== HASH) return false;
  const isEscape = hexDigit(bytes[at + 1] ?? SPACE) >= 0 && hexDigit(bytes[at + 2] ?? SPACE) >= 0;
  return !isEscape || isEscapedNull(bytes, at);
}

/** PDFium reads a null here, poppler ends the name, and MuPDF reads the three characters. */
function isEscapedNull(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 1] === ZERO && bytes[at + 2] === ZERO;
}

/** An integer of digits only, which readers take for zero, the greatest integer or a real number. */
export function isLongInteger(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= MAX_INTEGER_DIGITS) return false;
  const sign = bytes[start];
  const first = sign === PLUS || sign === MINUS ? start + 1 : start;
  for (let at = first; at < end; at++) if (!isDigit(bytes[at])) return false;
  return end - first > MAX_INTEGER_DIGITS;
}

function isHexText(byte = SPACE): boolean {
  return isWhiteSpace(byte) || hexDigit(byte) >= 0;
}

/** Whether a string that reaches the end of the bytes has its closing delimiter. */
function isClosed(bytes: Uint8Array, start: number): boolean {
  if (bytes[start] === LESS) return bytes.length > start + 1 && bytes.at(-1) === GREATER;
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at++;
    else if (byte === PAREN_OPEN) depth++;
    else if (byte === PAREN_CLOSE && --depth === 0) return true;
  }
  return false;
}
