/**
 * Goes over content once (ISO 32000-2, 7.8.2): writes it in its one spelling and tells of each operator on the way, so
 * that whoever needs to know what content uses need not read it again. Answers for any bytes; the work is linear.
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

/** No operator takes more; of content with more nobody can say what it uses. */
const MAX_OPERANDS = 1024;

const AFTER_BI = fromLatin1('ID ');
const BEFORE_EI = fromLatin1('\nEI');
const BMC = fromLatin1('BMC');
const EMPTY_LIST = fromLatin1('<<>>');

/** An operator with its operands, which are valid only during the visit. */
export interface ContentOperation {
  readonly operator: string;
  /** Of values outside of arrays and dictionaries, at most 1024. */
  readonly operandCount: number;
  /** The operand in its one spelling, valid during the visit. */
  operand(index: number): Uint8Array;
  /** The name without its slash, escapes undone; undefined when the operand is none. */
  nameAt(index: number): string | undefined;
  /** Of the operator `BI`. */
  readonly image: InlineImage | undefined;
}

export type ContentVisitor = (operation: ContentOperation) => void;

export interface CanonicalContent {
  readonly bytes: Uint8Array;
  /**
   * Whether all of the content was visited, and every reader takes it for the same operators. What is not certain keeps
   * its bytes, from where it starts.
   */
  readonly isCertain: boolean;
}

/** Answers undefined where readers may disagree about a token, or about what it belongs to. */
export function passOver(bytes: Uint8Array, budget: Budget, visit: ContentVisitor): CanonicalContent | undefined {
  return new ContentPass(bytes, budget, visit).run();
}

/** What the last token leaves open: nothing, or that a regular character behind it would become part of it. */
const NOTHING = 0;
const OPERAND = 1;
const OPERATOR = 2;

/**
 * Where the operands of the operation being read start and end in the output. They are made once, as most documents have
 * many short contents; no content is read in the middle of another.
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
  /** Where the operation being read starts in the output, and what was last before it. */
  #start = 0;
  #lastBefore = NOTHING;
  /** Readers split a token of this operation in different ways. */
  #isOdd = false;
  #isCertain = true;
  /** The last number that was made shorter: where it was read, and where it was written. */
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
        // Readers leave a dictionary at a word, and pass over words in arrays.
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

  /** Writes the white space that keeps a token of regular characters apart from what is before it. */
  #separate(byte: number): void {
    if (this.#last !== NOTHING && !isBoundary(byte)) this.#out.byte(this.#last === OPERATOR ? LF : SPACE);
  }

  #beginOperand(): void {
    if (this.operandCount === MAX_OPERANDS) {
      // Readers keep the first or the last.
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

  /** Answers where to go on; undefined where an image starts that may be read in different ways. */
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

  /** Takes the sequence back when it says nothing of nothing. */
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

  /** Readers pass over what is no operator, with its operands, and over operands without an operator. */
  #dropOperation(): void {
    if (this.#isOdd) {
      this.#isCertain = false;
      return;
    }
    this.#out.length = this.#start;
    this.#last = this.#lastBefore;
    this.#clear();
  }

  /** Gives the last operand its point back. */
  #respellWhole(): void {
    if (this.operandCount === 0 || this.#wholeAt !== STARTS[this.operandCount - 1]) return;
    if (!this.#bytes.subarray(this.#wholeStart, this.#wholeEnd).includes(POINT)) return;
    this.#out.length = this.#wholeAt;
    this.#out.raw(this.#bytes, this.#wholeStart, this.#wholeEnd);
  }

  /**
   * Layers are named, never written in place: what stands there instead is left alone. Answers whether nothing is left,
   * which `BMC` says too: then the list is no operand any more.
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

  /** What follows may be data: nothing of it is touched. */
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
