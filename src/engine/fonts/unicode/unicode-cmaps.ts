/** CMaps whose codes are Unicode (ISO 32000-2, table 116), such as `UniGB-UCS2-H`. The code itself is the text. */
import type { CodeText } from './font-reader.ts';

const UNICODE_CMAP = /^Uni[A-Za-z0-9]+-(UCS2|UTF8|UTF16|UTF32)-(?:HW-)?[HV]$/;

/** Reads the texts of the codes of this CMap; undefined for every code of a CMap without Unicode. */
export function unicodeCodes(name: string): CodeText {
  switch (UNICODE_CMAP.exec(name)?.[1]) {
    case 'UCS2':
    case 'UTF16':
      return (code) => (code > 0xffff ? fromSurrogates(code) : fromCodePoint(code));
    case 'UTF32':
      return fromCodePoint;
    case 'UTF8':
      return fromUtf8;
    default:
      return () => undefined;
  }
}

function fromCodePoint(codePoint: number): string | undefined {
  const isText = codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return isText ? String.fromCodePoint(codePoint) : undefined;
}

function fromSurrogates(code: number): string | undefined {
  const text = String.fromCharCode(Math.floor(code / 0x10000), code % 0x10000);
  return text.isWellFormed() ? text : undefined;
}

function fromUtf8(code: number): string | undefined {
  const bytes: number[] = [];
  for (let left = code; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  const text = new TextDecoder().decode(Uint8Array.from(bytes));
  return text === '' || text.includes('\ufffd') ? undefined : text;
}
