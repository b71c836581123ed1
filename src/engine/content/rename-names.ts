/** Renames the resources that content uses (ISO 32000-2, 7.8.3). */
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import { viewOf } from '#platform';
import { BRACKET_CLOSE, BRACKET_OPEN, GREATER, LESS, PAREN_OPEN, SLASH } from '#engine/pdf/syntax/bytes.ts';
import {
  endOfLiteralString,
  endOfRegular,
  isBoundary,
  isWhiteSpace,
  latin1,
  startsNumber,
  unescapeName,
} from '#engine/pdf/syntax/lexer.ts';
import { ContentWriter } from './content-writer.ts';
import { type Category, categoryOf, operatorAt } from './operators.ts';
import { endOfToken, isKeyword } from './tokens.ts';

const LETTER_B = 0x42;
const LETTER_I = 0x49;

const END_OF_IMAGE = fromLatin1('\nEI');

/** The new names by category and old name. */
export type Renames = ReadonlyMap<Category, ReadonlyMap<string, string>>;

/** The content must be certain and in its canonical spelling, and each operator must name at most one resource. */
export function renameNames(content: Uint8Array, renames: Renames): Uint8Array {
  return new Renamer(content, renames).run();
}

class Renamer {
  readonly #bytes: Uint8Array;
  readonly #renames: Renames;
  readonly #out: ContentWriter;
  /** All bytes before this position are written. */
  #copied = 0;

  constructor(bytes: Uint8Array, renames: Renames) {
    this.#bytes = bytes;
    this.#renames = renames;
    this.#out = new ContentWriter(bytes.length);
  }

  /** Most content is strings and numbers, so tokens are read only from a name on. */
  run(): Uint8Array {
    const bytes = this.#bytes;
    let depth = 0;
    for (let at = 0; at < bytes.length;) {
      const byte = bytes[at] ?? 0;
      if (!isBoundary(byte)) at = endOfRegular(bytes, at);
      else if (isWhiteSpace(byte)) at++;
      else if (byte === PAREN_OPEN) at = endOfLiteralString(bytes, at + 1) + 1;
      else if (byte === SLASH && depth === 0) at = this.#isInImage(at) ? this.#image(at) : this.#operation(at);
      else {
        depth += depthOf(bytes, at);
        at = endOf(bytes, at);
      }
    }
    this.#out.raw(bytes, this.#copied, bytes.length);
    return this.#out.take();
  }

  /** The first entry of an inline image directly follows its operator. */
  #isInImage(at: number): boolean {
    const bytes = this.#bytes;
    return bytes[at - 1] === LETTER_I && bytes[at - 2] === LETTER_B && isBoundary(bytes[at - 3]);
  }

  /** Reads from the first name among the operands. Returns the next position. */
  #operation(first: number): number {
    const bytes = this.#bytes;
    let depth = 0;
    let [nameStart, nameEnd, lastStart] = [first, first, first];
    for (let at = first; at < bytes.length;) {
      if (isWhiteSpace(bytes[at])) {
        at++;
        continue;
      }
      const end = endOf(bytes, at);
      if (depth === 0 && isKeyword(bytes, at, end)) {
        const operator = operatorAt(bytes, at, end);
        const category = operator === undefined ? undefined : categoryOf(operator);
        // The first operand of BDC is a tag. A named property list is the last operand.
        const isNamed = operator !== 'BDC' || nameStart === lastStart;
        if (category !== undefined && isNamed) this.#rename(category, nameStart, nameEnd);
        return end;
      }
      if (depth === 0) lastStart = at;
      if (depth === 0 && bytes[at] === SLASH) [nameStart, nameEnd] = [at, end];
      depth += depthOf(bytes, at);
      at = end;
    }
    return bytes.length;
  }

  /** Renames in the value of the key `CS`, which is a name or an array. Returns the end of the image. */
  #image(start: number): number {
    const bytes = this.#bytes;
    let depth = 0;
    let isKey = true;
    let isSpace = false;
    for (let at = start; at < bytes.length;) {
      if (isWhiteSpace(bytes[at])) {
        at++;
        continue;
      }
      const end = endOf(bytes, at);
      if (depth === 0 && isKeyword(bytes, at, end))
        return Math.max(end, viewOf(bytes).indexOf(END_OF_IMAGE, end) + END_OF_IMAGE.length);
      if (depth === 0 && isKey) isSpace = latin1(bytes, at, end) === '/CS';
      else if (isSpace && depth < 2 && bytes[at] === SLASH) this.#rename('ColorSpace', at, end);
      depth += depthOf(bytes, at);
      if (depth === 0) isKey = !isKey;
      at = end;
    }
    return bytes.length;
  }

  #rename(category: Category, start: number, end: number): void {
    const names = this.#renames.get(category);
    const name = names?.get(unescapeName(latin1(this.#bytes, start + 1, end)));
    if (name === undefined) return;
    this.#out.raw(this.#bytes, this.#copied, start + 1);
    for (let at = 0; at < name.length; at++) this.#out.byte(name.charCodeAt(at));
    this.#copied = end;
  }
}

/** Content has many numbers, so their characters are not checked again. */
function endOf(bytes: Uint8Array, at: number): number {
  if (startsNumber(bytes[at] ?? 0)) return endOfRegular(bytes, at);
  const end = endOfToken(bytes, at);
  return end > at ? end : at + 1;
}

/** The change of the nesting depth by this token. */
function depthOf(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === BRACKET_OPEN) return 1;
  if (byte === BRACKET_CLOSE) return -1;
  if (byte === LESS && bytes[at + 1] === LESS) return 1;
  return byte === GREATER ? -1 : 0;
}
