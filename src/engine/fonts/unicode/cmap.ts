/**
 * Reads CMaps. Some map strings to codes and codes to CIDs (ISO 32000-2, 9.7.5), others map codes to text (ToUnicode,
 * 9.10.3). The syntax is that of Adobe Technical Note 5014, and one file may hold both.
 */
import type { Budget } from '#engine/pdf/budget.ts';
import { Lexer } from '#engine/pdf/syntax/lexer.ts';
import { CodeRanges } from './code-ranges.ts';

/** Codes with this number of bytes. Each byte is between the byte of `low` and that of `high`. */
export interface CodespaceRange {
  readonly length: number;
  readonly low: number;
  readonly high: number;
}

export interface CMap {
  /** True where the text runs from top to bottom. */
  readonly isVertical: boolean | undefined;
  /** The name of the CMap that this one extends. */
  readonly uses: string | undefined;
  readonly codespaces: readonly CodespaceRange[];
  /** The CID of the first code of each range. The other codes of the range have the following CIDs. */
  readonly cids: CodeRanges<number>;
  /** The text of the first code of each range. Each following code increases its last UTF-16 unit by one. */
  readonly texts: CodeRanges<string>;
}

/** No code has more bytes. */
const MAX_CODE_BYTES = 4;
/** The greatest length of a range of two-byte codes. Longer ranges in a ToUnicode CMap are a mistake. */
const MAX_TEXT_RANGE = 0xffff;
const MAX_MAPPINGS = 0x10000;

/** Accepts any bytes: data that are not a CMap have no entries. Every entry counts towards the budget. */
export function parseCMap(bytes: Uint8Array, budget: Budget): CMap {
  return new CMapParser(new Lexer(bytes), budget).parse();
}

/** The text of a code. */
export function textOfCode(texts: CodeRanges<string>, code: number): string | undefined {
  const found = texts.find(code);
  if (found === undefined || found.offset === 0) return found?.value;
  const { value, offset } = found;
  if (value === '') return '';
  return value.slice(0, -1) + String.fromCharCode(value.charCodeAt(value.length - 1) + offset);
}

/** The texts of all codes, ascending. There are at most as many as codes of two bytes. */
export function textMap(texts: CodeRanges<string>): ReadonlyMap<number, string> {
  const map = new Map<number, string>();
  for (const { first, last } of texts.ranges()) {
    for (let code = first; code <= last && map.size < MAX_MAPPINGS; code++)
      map.set(code, textOfCode(texts, code) ?? '');
  }
  return map;
}

/** The CID of a code; 0, the glyph for missing characters, if it has none. */
export function cidOfCode(cids: CodeRanges<number>, code: number): number {
  const found = cids.find(code);
  return found === undefined ? 0 : found.value + found.offset;
}

class CMapParser {
  readonly #lexer: Lexer;
  readonly #budget: Budget;
  #isVertical: boolean | undefined;
  #uses: string | undefined;
  readonly #codespaces: CodespaceRange[] = [];
  readonly #cids = new CodeRanges<number>();
  readonly #texts = new CodeRanges<string>();

  constructor(lexer: Lexer, budget: Budget) {
    this.#lexer = lexer;
    this.#budget = budget;
  }

  parse(): CMap {
    const lexer = this.#lexer;
    let name = '';
    for (let kind = lexer.next(); kind !== 'eof'; kind = lexer.next()) {
      if (kind === 'name') name = lexer.name.value;
      else if (kind === 'number') this.#readSetting(name);
      else if (kind === 'keyword') this.#readSection(name);
    }
    return {
      isVertical: this.#isVertical,
      uses: this.#uses,
      codespaces: this.#codespaces,
      cids: this.#cids,
      texts: this.#texts,
    };
  }

  #readSetting(name: string): void {
    if (name === 'WMode') this.#isVertical ??= this.#lexer.number === 1;
  }

  #readSection(name: string): void {
    switch (this.#lexer.keyword) {
      case 'usecmap':
        this.#uses ??= name;
        return;
      case 'begincodespacerange':
        return this.#readCodespaces();
      case 'begincidrange':
        return this.#readCidRanges();
      case 'begincidchar':
        return this.#readCidCharacters();
      case 'beginbfrange':
        return this.#readTextRanges();
      case 'beginbfchar':
        return this.#readTextCharacters();
    }
  }

  /** The bytes of the next token; undefined if it is not a string, which ends the section. */
  #readString(): Uint8Array | undefined {
    return this.#lexer.next() === 'string' ? this.#lexer.string.bytes : undefined;
  }

  #readCodespaces(): void {
    for (let low = this.#readString(); low; low = this.#readString()) {
      const high = this.#readString();
      if (!high) return;
      this.#budget.spend('cmapEntries');
      const length = Math.min(MAX_CODE_BYTES, high.length);
      if (length > 0) this.#codespaces.push({ length, low: toCode(low), high: toCode(high) });
    }
  }

  #readCidRanges(): void {
    for (let first = this.#readString(); first; first = this.#readString()) {
      const last = this.#readString();
      if (!last || this.#lexer.next() !== 'number') return;
      this.#addCids(toCode(first), toCode(last));
    }
  }

  #readCidCharacters(): void {
    for (let code = this.#readString(); code; code = this.#readString()) {
      if (this.#lexer.next() !== 'number') return;
      this.#addCids(toCode(code), toCode(code));
    }
  }

  #addCids(first: number, last: number): void {
    this.#budget.spend('cmapEntries');
    const cid = this.#lexer.number;
    if (typeof cid === 'number') this.#cids.add(first, last, cid);
  }

  #readTextCharacters(): void {
    for (let code = this.#readString(); code; code = this.#readString()) {
      const text = this.#readString();
      if (!text) return;
      this.#addText(toCode(code), toCode(code), text);
    }
  }

  #readTextRanges(): void {
    for (let bytes = this.#readString(); bytes; bytes = this.#readString()) {
      const last = this.#readString();
      if (!last) return;
      const first = toCode(bytes);
      const kind = this.#lexer.next();
      if (kind === 'array-open') this.#readTextArray(first);
      else if (kind !== 'string') return;
      else this.#addText(first, Math.min(toCode(last), first + MAX_TEXT_RANGE), this.#lexer.string.bytes);
    }
  }

  #readTextArray(first: number): void {
    let code = first;
    for (let text = this.#readString(); text; text = this.#readString()) this.#addText(code, code++, text);
  }

  #addText(first: number, last: number, text: Uint8Array): void {
    this.#budget.spend('cmapEntries');
    this.#texts.add(first, last, utf16(text));
  }
}

function toCode(bytes: Uint8Array): number {
  let code = 0;
  for (let at = 0; at < Math.min(bytes.length, MAX_CODE_BYTES); at++) code = code * 256 + (bytes[at] ?? 0);
  return code;
}

/** UTF-16BE. A single byte, which is not valid, is read as its character. */
function utf16(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at + 1 < bytes.length; at += 2)
    text += String.fromCharCode(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
  return bytes.length === 1 ? String.fromCharCode(bytes[0] ?? 0) : text;
}
