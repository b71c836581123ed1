/**
 * Reads content once (ISO 32000-2, 7.8.2), writes it in its canonical spelling and calls a visitor for each operator. A
 * module that needs to know the used names thus needs no second pass. The pass accepts any bytes and takes linear time.
 */
import type { Budget } from '#engine/pdf/budget.ts';
import { compareBytes } from '#platform';
import { LESS, LF, PAREN_OPEN, PERCENT, POINT, SLASH, SPACE } from '#engine/pdf/syntax/bytes.ts';
import {
  endOfLine,
  fromLatin1,
  isBoundary,
  isWhiteSpace,
  latin1,
  startsNumber,
  unescapeName,
} from '#engine/pdf/syntax/lexer.ts';
import { ContentWriter } from './content-writer.ts';
import { type InlineImage, InlineImages } from './inline-image.ts';
import { isIdleTag, OpenMarks } from './marked-content.ts';
import { INLINE_IMAGE, isPoint, operatorAt, wantsInteger } from './operators.ts';
import { keepKnownProperties } from './property-list.ts';
import { repairContent } from './repair.ts';
import { endOfToken, isInDictionary, isKeyword, nest } from './tokens.ts';

/** No operator takes more operands. Content with more has no certain meaning. */
const MAX_OPERANDS = 1024;

const AFTER_BI = fromLatin1('ID ');
const BEFORE_EI = fromLatin1('\nEI');
const BMC = fromLatin1('BMC');
const EMPTY_LIST = fromLatin1('<<>>');

/** An operator with its operands, which are valid only during the visit. */
export interface ContentOperation {
  readonly operator: string;
  /** The number of values outside of arrays and dictionaries, at most 1024. */
  readonly operandCount: number;
  /** The operand in its canonical spelling, valid during the visit. */
  operand(index: number): Uint8Array;
  /** The decoded name without its slash; undefined if the operand is no name. */
  nameAt(index: number): string | undefined;
  /** The image, for the operator `BI` only. */
  readonly image: InlineImage | undefined;
}

export type ContentVisitor = (operation: ContentOperation) => void;

export interface CanonicalContent {
  readonly bytes: Uint8Array;
  /**
   * True if all content was visited and every reader takes it for the same operators. Uncertain content keeps its bytes
   * from the uncertain place on.
   */
  readonly isCertain: boolean;
}

/** Returns undefined if readers may disagree about a token or its owner. */
export function passOver(bytes: Uint8Array, budget: Budget, visit: ContentVisitor): CanonicalContent | undefined {
  return new ContentPass(bytes, budget, visit).run();
}

/** The state after the last token: nothing is open, or a following regular character would become part of the token. */
const NOTHING = 0;
const OPERAND = 1;
const OPERATOR = 2;

/**
 * The start and end of each operand of the current operation in the output. The arrays are allocated once, because most
 * documents have many short contents. Two passes never overlap.
 */
const STARTS = new Int32Array(MAX_OPERANDS);
const ENDS = new Int32Array(MAX_OPERANDS);

class ContentPass implements ContentOperation {
  readonly #bytes: Uint8Array;
  readonly #budget: Budget;
  readonly #visit: ContentVisitor;
  readonly #out: ContentWriter;
  readonly #marks = new OpenMarks();
  #images: InlineImages | undefined;
  #last = NOTHING;
  /** The start of the current operation in the output, and the last byte before it. */
  #start = 0;
  #lastBefore = NOTHING;
  /** Readers split a token of this operation in different ways. */
  #isOdd = false;
  #isCertain = true;
  /** The last number that was shortened: its position in the input and in the output. */
  #wholeStart = 0;
  #wholeEnd = 0;
  #wholeAt = -1;

  operator = '';
  operandCount = 0;
  image: InlineImage | undefined;

  constructor(bytes: Uint8Array, budget: Budget, visit: ContentVisitor) {
    this.#bytes = bytes;
    this.#budget = budget;
    this.#visit = visit;
    this.#out = new ContentWriter(bytes.length);
  }

  operand(index: number): Uint8Array {
    return this.#out.buffer.subarray(STARTS[index], ENDS[index]);
  }

  nameAt(index: number): string | undefined {
    const start = STARTS[index] ?? 0;
    if (index >= this.operandCount || this.#out.buffer[start] !== SLASH) return undefined;
    return unescapeName(latin1(this.#out.buffer, start + 1, ENDS[index]));
  }

  run(): CanonicalContent | undefined {
    const bytes = this.#bytes;
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
      const around = open;
      if (end >= 0) open = nest(open, byte, bytes[at + 1]);
      if (end < 0 || open < 0) return undefined;
      if (isKeyword(bytes, at, end)) {
        // Readers leave a dictionary at a word, and skip words in arrays.
        if (isInDictionary(around)) return undefined;
        const next = around === 0 ? this.#endOperation(at, end) : end;
        if (next === undefined) return this.#keepRest(at);
        at = next;
        continue;
      }
      this.#separate(byte);
      if (around === 0) this.#beginOperand();
      this.#token(byte, at, end);
      if (open === 0) ENDS[this.operandCount - 1] = this.#out.length;
      at = end;
    }
    if (open !== 0) return undefined;
    this.#dropOperation();
    return { bytes: this.#out.take(), isCertain: this.#isCertain };
  }

  /** Writes white space if a token of regular characters would otherwise join the token before it. */
  #separate(byte: number): void {
    if (this.#last !== NOTHING && !isBoundary(byte)) this.#out.byte(this.#last === OPERATOR ? LF : SPACE);
  }

  #beginOperand(): void {
    if (this.operandCount === MAX_OPERANDS) {
      // Some readers use the first value and some the last.
      this.#isCertain = false;
      this.operandCount = 0;
    }
    STARTS[this.operandCount++] = this.#out.length;
  }

  #token(byte: number, start: number, end: number): void {
    const out = this.#out;
    this.#last = byte === SLASH || !isBoundary(byte) ? OPERAND : NOTHING;
    if (byte === SLASH) out.name(this.#bytes, start, end);
    else if (byte === PAREN_OPEN || (byte === LESS && this.#bytes[start + 1] !== LESS))
      out.string(this.#bytes, start, end);
    else if (startsNumber(byte)) this.#number(start, end);
    else out.raw(this.#bytes, start, end);
  }

  #number(start: number, end: number): void {
    const from = this.#out.length;
    if (!this.#out.number(this.#bytes, start, end)) this.#isOdd = true;
    else if (this.#out.length - from < end - start) {
      [this.#wholeStart, this.#wholeEnd, this.#wholeAt] = [start, end, from];
    }
  }

  /** Returns the next position; undefined if readers may read the inline image in different ways. */
  #endOperation(start: number, end: number): number | undefined {
    const operator = operatorAt(this.#bytes, start, end);
    if (this.#isOdd) this.#isCertain = false;
    if ((operator === undefined || isPoint(operator)) && !this.#isOdd) {
      this.#dropOperation();
      return end;
    }
    let next = end;
    if (operator === INLINE_IMAGE) {
      this.#images ??= new InlineImages(this.#bytes, this.#budget);
      this.image = this.#images.read(end);
      if (!this.image) return undefined;
      next = this.image.end;
    }
    if (operator !== undefined && wantsInteger(operator)) this.#respellWhole();
    if (operator === 'EMC' && this.#endEmptyMark()) return next;
    const isPlainMark = operator === 'BDC' && !this.#isOdd && this.#shortenProperties();
    this.#separate(this.#bytes[start] ?? 0);
    if (isPlainMark) this.#out.raw(BMC, 0, BMC.length);
    else this.#out.raw(this.#bytes, start, end);
    this.#last = OPERATOR;
    if (this.image) this.#writeImage(this.image);
    if (operator !== undefined) {
      this.operator = isPlainMark ? 'BMC' : operator;
      if (operator === 'BMC' || operator === 'BDC') this.#beginMark();
      this.#visit(this);
    }
    this.#clear();
    return next;
  }

  #beginMark(): void {
    const isIdle = this.operator === 'BMC' && this.operandCount === 1 && !this.#isOdd && isIdleTag(this.nameAt(0));
    const mark = { start: this.#start, end: this.#out.length, before: this.#lastBefore };
    this.#marks.begin(isIdle ? mark : undefined);
  }

  /** Removes an empty marked-content sequence without properties. */
  #endEmptyMark(): boolean {
    const mark = this.#marks.end();
    if (mark?.end !== this.#out.length) return false;
    this.#out.length = mark.start;
    this.#last = mark.before;
    this.#clear();
    return true;
  }

  #clear(): void {
    this.#start = this.#out.length;
    this.#lastBefore = this.#last;
    this.#isOdd = false;
    this.#wholeAt = -1;
    this.operandCount = 0;
    this.image = undefined;
  }

  /** Readers skip an unknown operator with its operands, and operands without an operator. */
  #dropOperation(): void {
    if (this.#isOdd) {
      this.#isCertain = false;
      return;
    }
    this.#out.length = this.#start;
    this.#last = this.#lastBefore;
    this.#clear();
  }

  /** Restores the point of the last operand. */
  #respellWhole(): void {
    if (this.operandCount === 0 || this.#wholeAt !== STARTS[this.operandCount - 1]) return;
    if (!this.#bytes.subarray(this.#wholeStart, this.#wholeEnd).includes(POINT)) return;
    this.#out.length = this.#wholeAt;
    this.#out.raw(this.#bytes, this.#wholeStart, this.#wholeEnd);
  }

  /**
   * Removes unknown properties. Layers are always named, so an inline list of a layer stays unchanged. Returns whether
   * the list is empty. The operator becomes `BMC` then, and the list is no operand any more.
   */
  #shortenProperties(): boolean {
    const list = this.operandCount - 1;
    const tag = list < 1 ? undefined : this.nameAt(list - 1);
    if (list < 1 || tag === 'OC') return false;
    const kept = keepKnownProperties(this.operand(list)) ?? this.operand(list);
    if (list === 1 && tag !== undefined && compareBytes(EMPTY_LIST, kept) === 0) {
      this.#out.length = ENDS[0] ?? 0;
      this.#last = OPERAND;
      this.operandCount = 1;
      return true;
    }
    this.#out.length = STARTS[list] ?? 0;
    this.#out.raw(kept, 0, kept.length);
    ENDS[list] = this.#out.length;
    return false;
  }

  #writeImage({ entries, data }: InlineImage): void {
    const out = this.#out;
    out.raw(entries, 0, entries.length);
    if (!isBoundary(entries.at(-1))) out.byte(SPACE);
    out.raw(AFTER_BI, 0, AFTER_BI.length);
    out.hexData(data, data.length);
    out.raw(BEFORE_EI, 0, BEFORE_EI.length);
  }

  /** The following bytes may be image data, so they stay unchanged. */
  #keepRest(start: number): CanonicalContent | undefined {
    let end = this.#bytes.length;
    while (end > start && isWhiteSpace(this.#bytes[end - 1])) end--;
    const rest = this.#bytes.subarray(start, end);
    if (repairContent(rest) !== rest) return undefined;
    this.#separate(this.#bytes[start] ?? 0);
    this.#out.raw(rest, 0, rest.length);
    return { bytes: this.#out.take(), isCertain: false };
  }
}
