/**
 * Reads a content stream as operations, which are operands and an operator (ISO 32000-2, 7.8.2). Like the lexer, it
 * accepts any bytes. An inline image (8.9.7) is one operation `BI` whose only operand is the dictionary of the image.
 */
import { type Budget, exceeded, LIMITS } from '#engine/pdf/budget.ts';
import { hexDigit } from '#engine/pdf/filters/ascii.ts';
import { GREATER, PAREN_OPEN } from '#engine/pdf/syntax/bytes.ts';
import { isBoundary, isWhiteSpace, Lexer } from '#engine/pdf/syntax/lexer.ts';
import { Dict, Name, type PdfObject, type Resolver, toNumber } from '#engine/pdf/syntax/objects.ts';
import { actingOn } from './operators.ts';

export interface Operation {
  readonly operator: string;
  /** At most as many operands as the operator takes. */
  readonly operands: readonly PdfObject[];
  /** The start of the operator itself. */
  readonly start: number;
  /** The first byte after the operation. */
  readonly end: number;
}

/** No operator takes more. Further operands are dropped. */
const MAX_OPERANDS = 1024;
const MAX_NESTING = 64;

/** Content has no references. */
export const NOWHERE: Resolver = { resolve: (object) => object ?? null };

/**
 * Calls `visit` for each operation. Returns the end of the last complete operation. After it there can only be operands
 * without an operator, an unfinished string or an unfinished inline image.
 */
export function scanContent(bytes: Uint8Array, budget: Budget, visit: (operation: Operation) => void): number {
  const lexer = new Lexer(bytes);
  const operands = new Operands();
  const ends = new ImageEnds(bytes);
  let end = 0;
  for (let kind = lexer.next(); kind !== 'eof'; kind = lexer.next()) {
    if (kind !== 'keyword' || isConstant(lexer.keyword)) {
      operands.take(lexer);
      continue;
    }
    budget.spend('operators');
    const { start, keyword } = lexer;
    const taken = keyword === 'BI' ? readInlineImage(lexer, ends) : actingOn(keyword, operands.all());
    if (taken === undefined) return end;
    end = lexer.position;
    visit({ operator: keyword, operands: taken, start, end });
    operands.clear();
  }
  return operands.isEmpty ? bytes.length : end;
}

function isConstant(keyword: string): boolean {
  return keyword === 'true' || keyword === 'false' || keyword === 'null';
}

/** The operands so far, with the open arrays and dictionaries. */
class Operands {
  #items: PdfObject[] = [];
  #open: { readonly kind: 'array' | 'dict'; readonly outer: PdfObject[] }[] = [];
  /** The count includes values in arrays and dictionaries, because nothing else limits these. */
  #count = 0;

  get isEmpty(): boolean {
    return this.#items.length === 0 && this.#open.length === 0;
  }

  clear(): void {
    this.#items = [];
    this.#open = [];
    this.#count = 0;
  }

  /** An operator ends all open containers. */
  all(): PdfObject[] {
    while (this.#open.length > 0) this.#close();
    return this.#items;
  }

  take(lexer: Lexer): void {
    switch (lexer.kind) {
      case 'array-open':
      case 'dict-open':
        return this.#begin(lexer.kind === 'array-open' ? 'array' : 'dict');
      case 'array-close':
      case 'dict-close':
        return this.#close();
      default:
        this.#push(scalar(lexer));
    }
  }

  #begin(kind: 'array' | 'dict'): void {
    if (this.#open.length === MAX_NESTING) return;
    this.#open.push({ kind, outer: this.#items });
    this.#items = [];
  }

  #close(): void {
    const frame = this.#open.pop();
    if (!frame) return;
    const value = frame.kind === 'array' ? this.#items : toDict(this.#items);
    this.#items = frame.outer;
    this.#push(value);
  }

  #push(value: PdfObject): void {
    if (this.#open.length > 0 && ++this.#count > LIMITS.operandItems) exceeded('operandItems');
    if (this.#open.length === 0 && this.#items.length === MAX_OPERANDS) this.#items.length = 0;
    this.#items.push(value);
  }
}

function scalar(lexer: Lexer): PdfObject {
  if (lexer.kind === 'number') return lexer.number;
  if (lexer.kind === 'name') return lexer.name;
  if (lexer.kind === 'string') return lexer.string;
  return lexer.keyword === 'null' ? null : lexer.keyword === 'true';
}

function toDict(items: readonly PdfObject[]): Dict {
  const dict = new Dict(NOWHERE);
  for (let at = 0; at + 1 < items.length; at += 2) {
    const key = items[at];
    if (key instanceof Name) dict.set(key.value, items[at + 1] ?? null);
  }
  return dict;
}

/** Reads from after `BI` to after `EI`; undefined if the image has no end. */
export function readInlineImage(lexer: Lexer, ends: ImageEnds): [Dict] | undefined {
  const entries = readImageEntries(lexer);
  if (entries === undefined) return undefined;
  const dict = toDict(entries);
  const data = lexer.position + (isWhiteSpace(lexer.bytes[lexer.position]) ? 1 : 0);
  const end = endOfAsciiData(lexer.bytes, dict, data) ?? ends.after(data, data + knownLength(dict));
  if (end < 0) return undefined;
  lexer.position = end;
  return [dict];
}

/** Reads from after `BI` to after `ID`; undefined when there is none. */
export function readImageEntries(lexer: Lexer): PdfObject[] | undefined {
  const operands = new Operands();
  for (let kind = lexer.next(); ; kind = lexer.next()) {
    if (kind === 'eof') return undefined;
    if (kind === 'keyword' && lexer.keyword === 'ID') return operands.all();
    operands.take(lexer);
  }
}

/** The byte after `EI` behind ASCIIHexDecode data, whose own end marker is certain; undefined for other data. */
export function endOfAsciiData(bytes: Uint8Array, dict: Dict, data: number): number | undefined {
  const filters = dict.has('F') ? dict.get('F') : dict.get('Filter');
  const first = Array.isArray(filters) ? filters[0] : filters;
  if (!(first instanceof Name) || (first.value !== 'AHx' && first.value !== 'ASCIIHexDecode')) return undefined;
  let at = data;
  while (hexDigit(bytes[at] ?? 0) >= 0 || isWhiteSpace(bytes[at])) at++;
  if (bytes[at] !== GREATER) return undefined;
  do at++;
  while (isWhiteSpace(bytes[at]));
  return bytes[at] === 0x45 && bytes[at + 1] === 0x49 && isBoundary(bytes[at + 2]) ? at + 2 : undefined;
}

/** The byte after the first separate letters `EI`; -1 if there are none. */
export function firstImageEnd(bytes: Uint8Array, first: number): number {
  for (let at = bytes.indexOf(0x45, first); at >= 0; at = bytes.indexOf(0x45, at + 1)) {
    if (bytes[at + 1] === 0x49 && isWhiteSpace(bytes[at - 1]) && isBoundary(bytes[at + 2])) return at + 2;
  }
  return -1;
}

/** The least number of data bytes: the value of `Length`, or the size of unfiltered samples. */
function knownLength(dict: Dict): number {
  const said = dict.integer('Length') ?? dict.integer('L');
  if (said !== undefined) return Math.max(0, said);
  if (dict.has('F') || dict.has('Filter')) return 0;
  const width = toNumber(dict.get('W')) ?? toNumber(dict.get('Width')) ?? 0;
  const height = toNumber(dict.get('H')) ?? toNumber(dict.get('Height')) ?? 0;
  const mask = dict.boolean('IM') ?? dict.boolean('ImageMask') ?? false;
  const bits = mask ? 1 : (dict.integer('BPC') ?? dict.integer('BitsPerComponent') ?? 8);
  return Math.max(0, Math.ceil((width * bits * (mask ? 1 : componentsOf(dict))) / 8) * height);
}

function componentsOf(dict: Dict): number {
  const space = dict.name('CS') ?? dict.name('ColorSpace');
  if (space === 'RGB' || space === 'DeviceRGB') return 3;
  return space === 'CMYK' || space === 'DeviceCMYK' ? 4 : 1;
}

/**
 * Finds the end of image data. The letters `EI` may occur in the data, so they count only between white space and
 * before readable text. If the known length leads past all such places, the search starts again at the data.
 */
export class ImageEnds {
  readonly #bytes: Uint8Array;
  /** No image ends after this position, so later images are not searched again. */
  #barren = Infinity;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The byte after `EI`; -1 when there is none. */
  after(data: number, from: number): number {
    for (const start of from > data && from < this.#bytes.length ? [from, data] : [data]) {
      if (isEnd(this.#bytes, start)) return start + 2;
      const end = this.#search(start);
      if (end >= 0) return end;
    }
    return -1;
  }

  #search(start: number): number {
    if (start >= this.#barren) return -1;
    const bytes = this.#bytes;
    for (let at = bytes.indexOf(0x45, start + 1); at >= 0; at = bytes.indexOf(0x45, at + 1)) {
      if (isWhiteSpace(bytes[at - 1]) && isEnd(bytes, at)) return at + 2;
    }
    this.#barren = start;
    return -1;
  }
}

function isEnd(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x45 && bytes[at + 1] === 0x49 && isBoundary(bytes[at + 2]) && isReadable(bytes, at + 2);
}

/** A string may hold any bytes, so the text after its start cannot be checked. */
function isReadable(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < Math.min(bytes.length, from + 16); at++) {
    const byte = bytes[at] ?? 0;
    if (byte === PAREN_OPEN) return true;
    if (!isWhiteSpace(byte) && (byte < 0x20 || byte > 0x7e)) return false;
  }
  return true;
}
