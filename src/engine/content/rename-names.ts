/** Gives the names that content takes from its resources (ISO 32000-2, 7.8.3) other spellings. */
import { endOfRegular, isWhiteSpace, latin1, startsNumber, unescapeName } from '#engine/pdf/syntax/lexer.ts';
import { type Category, categoryOf, INLINE_IMAGE, operatorAt } from './operators.ts';
import { endOfToken, isKeyword } from './tokens.ts';

const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;

const END_OF_IMAGE = Buffer.from('\nEI');

/** The new names by category and old name. */
export type Renames = ReadonlyMap<Category, ReadonlyMap<string, string>>;

/** The content must be certain and in its one spelling; its operators name one resource each, where they name it. */
export function renameNames(content: Uint8Array, renames: Renames): Uint8Array {
  return new Renamer(content, renames).run();
}

class Renamer {
  readonly #bytes: Uint8Array;
  readonly #renames: Renames;
  readonly #parts: Uint8Array[] = [];
  /** The bytes before this place were written to the parts. */
  #copied = 0;
  #operands = 0;
  /** The last name that is an operand itself: its place among the operands, its start and its end. */
  #nameIndex = -1;
  #nameStart = 0;
  #nameEnd = 0;

  constructor(bytes: Uint8Array, renames: Renames) {
    this.#bytes = bytes;
    this.#renames = renames;
  }

  run(): Uint8Array {
    const bytes = this.#bytes;
    let depth = 0;
    for (let at = 0; at < bytes.length;) {
      const byte = bytes[at] ?? 0;
      if (isWhiteSpace(byte)) {
        at++;
        continue;
      }
      const end = endOf(bytes, at);
      if (depth === 0 && isKeyword(bytes, at, end)) {
        at = this.#endOperation(at, end);
        continue;
      }
      if (depth === 0) this.#operand(byte, at, end);
      depth += depthOf(bytes, at);
      at = end;
    }
    this.#parts.push(bytes.subarray(this.#copied));
    return new Uint8Array(Buffer.concat(this.#parts));
  }

  #operand(byte: number, start: number, end: number): void {
    if (byte === SLASH) [this.#nameIndex, this.#nameStart, this.#nameEnd] = [this.#operands, start, end];
    this.#operands++;
  }

  /** Answers where to go on. */
  #endOperation(start: number, end: number): number {
    const operator = operatorAt(this.#bytes, start, end);
    const category = operator === undefined ? undefined : categoryOf(operator);
    // The first operand of BDC is a tag.
    const isNamed = this.#nameIndex >= (operator === 'BDC' ? 1 : 0);
    if (category !== undefined && isNamed) this.#rename(category, this.#nameStart, this.#nameEnd);
    this.#operands = 0;
    this.#nameIndex = -1;
    return operator === INLINE_IMAGE ? this.#image(end) : end;
  }

  /** Renames in the value of the key `CS`, which is a name or an array. Answers the end of the image. */
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
        return Math.max(
          end,
          Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(END_OF_IMAGE, end) + END_OF_IMAGE.length,
        );
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
    this.#parts.push(this.#bytes.subarray(this.#copied, start + 1), Buffer.from(name));
    this.#copied = end;
  }
}

/** Numbers are many: their characters are not checked again. */
function endOf(bytes: Uint8Array, at: number): number {
  if (startsNumber(bytes[at] ?? 0)) return endOfRegular(bytes, at);
  const end = endOfToken(bytes, at);
  return end > at ? end : at + 1;
}

/** By how much the token goes into arrays and dictionaries, or out of them. */
function depthOf(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === BRACKET_OPEN) return 1;
  if (byte === BRACKET_CLOSE) return -1;
  if (byte === LESS && bytes[at + 1] === LESS) return 1;
  return byte === GREATER ? -1 : 0;
}
