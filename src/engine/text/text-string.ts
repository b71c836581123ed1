/**
 * Converts text strings (ISO 32000-2, 7.9.2.2) between PDFDocEncoding, UTF-16 or UTF-8 bytes and JavaScript strings. It
 * also has the common cleaning of metadata values.
 */
import type { PdfString } from '#engine/pdf/syntax/objects.ts';

/** Codes of PDFDocEncoding (Annex D.2) that differ from ISO 8859-1; U+FFFD where the code has no character. */
const PDF_DOC_BLOCKS: ReadonlyArray<readonly [first: number, characters: string]> = [
  [0x18, '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc'],
  [0x7f, '\ufffd'],
  [0x80, '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018'],
  [0x90, '\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd'],
  [0xa0, '\u20ac'],
  [0xad, '\ufffd'],
];

const FROM_PDF_DOC = pdfDocCharacters();
const TO_PDF_DOC = new Map(FROM_PDF_DOC.map((character, code) => [character, code]));
TO_PDF_DOC.delete('\ufffd');

/** Languages marked by escape characters inside UTF-16 text (7.9.2.2.1). */
// oxlint-disable-next-line no-control-regex
const LANGUAGE_ESCAPE = /\u001b[A-Za-z]{2}(?:[A-Za-z]{2})?\u001b/g;

/** Control characters without a meaning in metadata, and characters that XML 1.0 forbids. Tab and line feed stay. */
// oxlint-disable-next-line no-control-regex
const UNWANTED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

export const MAX_VALUE_BYTES = 32 * 1024;

const decoded = new WeakMap<PdfString, string>();

/** The text of a string, computed once, because thousands of objects may share a string of a megabyte. */
export function textOfString(string: PdfString): string {
  const text = decoded.get(string) ?? decodeText(string.bytes);
  decoded.set(string, text);
  return text;
}

export function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xfe && second === 0xff) return utf16('utf-16be', bytes);
  if (first === 0xff && second === 0xfe) return utf16('utf-16le', bytes);
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes);
  let text = '';
  for (const byte of bytes) text += FROM_PDF_DOC[byte];
  return text;
}

/** Encodes in PDFDocEncoding if that loses nothing, else in UTF-16BE with its byte order mark. */
export function encodeText(text: string): Uint8Array {
  const codes = pdfDocCodes(text);
  return codes !== undefined && !looksMarked(codes) ? Uint8Array.from(codes) : encodeUtf16(text);
}

/** A metadata value: well-formed, NFC, without control characters, trimmed, at most `MAX_VALUE_BYTES` of UTF-8. */
export function cleanText(text: string): string {
  const unwrapped = text.toWellFormed().replace(/\r\n?/g, '\n').replace(UNWANTED, '');
  return cut(unwrapped.normalize('NFC').trim()).trim();
}

function cut(text: string): string {
  if (text.length * 3 <= MAX_VALUE_BYTES) return text; // a UTF-16 unit takes at most three bytes
  const room = new Uint8Array(MAX_VALUE_BYTES);
  const { read } = new TextEncoder().encodeInto(text, room);
  return text.slice(0, read);
}

function pdfDocCharacters(): string[] {
  const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  for (const [first, block] of PDF_DOC_BLOCKS) {
    for (const [index, character] of [...block].entries()) characters[first + index] = character;
  }
  return characters;
}

function utf16(encoding: 'utf-16be' | 'utf-16le', bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes).replace(LANGUAGE_ESCAPE, '');
}

function pdfDocCodes(text: string): number[] | undefined {
  const codes: number[] = [];
  for (const character of text) {
    const code = TO_PDF_DOC.get(character);
    if (code === undefined) return undefined;
    codes.push(code);
  }
  return codes;
}

/** Whether a reader would read the codes as the byte order mark of another encoding. */
function looksMarked([first, second, third]: readonly number[]): boolean {
  if (first === 0xfe) return second === 0xff;
  if (first === 0xff) return second === 0xfe;
  return first === 0xef && second === 0xbb && third === 0xbf;
}

function encodeUtf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff);
  for (let index = 0; index < text.length; index++) view.setUint16(2 + index * 2, text.charCodeAt(index));
  return bytes;
}
