/** Reads a ToUnicode CMap (ISO 32000-2, 9.10.3): which text each character code stands for. */
import { Lexer } from '#engine/pdf/syntax/lexer.ts';
import type { Budget } from '#engine/pdf/budget.ts';

/** More mappings than codes of two bytes nobody needs. */
const MAX_MAPPINGS = 65_536;

/** Text by character code. */
export type ToUnicode = ReadonlyMap<number, string>;

export function parseToUnicode(bytes: Uint8Array, budget: Budget): ToUnicode {
  const lexer = new Lexer(bytes);
  const map = new Map<number, string>();
  for (let kind = lexer.next(); kind !== 'eof'; kind = lexer.next()) {
    if (kind !== 'keyword') continue;
    budget.spend('operators');
    if (lexer.keyword === 'beginbfchar') readCharacters(lexer, map);
    else if (lexer.keyword === 'beginbfrange') readRanges(lexer, map);
  }
  return map;
}

function readCharacters(lexer: Lexer, map: Map<number, string>): void {
  while (lexer.next() === 'string') {
    const code = codeOf(lexer.string.bytes);
    if (lexer.next() !== 'string') return;
    set(map, code, utf16(lexer.string.bytes));
  }
}

function readRanges(lexer: Lexer, map: Map<number, string>): void {
  while (lexer.next() === 'string') {
    const first = codeOf(lexer.string.bytes);
    if (lexer.next() !== 'string') return;
    const last = Math.min(codeOf(lexer.string.bytes), first + 0xffff);
    const kind = lexer.next();
    if (kind === 'array-open') {
      for (let code = first; lexer.next() === 'string'; code++) set(map, code, utf16(lexer.string.bytes));
    } else if (kind === 'string') {
      const text = utf16(lexer.string.bytes);
      const prefix = text.slice(0, -1);
      const unit = text === '' ? 0 : text.charCodeAt(text.length - 1);
      for (let code = first; code <= last; code++) {
        if (!set(map, code, prefix + String.fromCharCode(unit + code - first))) return;
      }
    } else return;
  }
}

function set(map: Map<number, string>, code: number, text: string): boolean {
  if (map.size >= MAX_MAPPINGS) return false;
  map.set(code, text);
  return true;
}

function codeOf(bytes: Uint8Array): number {
  return bytes.subarray(0, 4).reduce((code, byte) => code * 256 + byte, 0);
}

function utf16(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at + 1 < bytes.length; at += 2)
    text += String.fromCharCode(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
  return bytes.length === 1 ? String.fromCharCode(bytes[0] ?? 0) : text;
}
