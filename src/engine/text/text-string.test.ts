import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, decodeText, encodeText, MAX_VALUE_BYTES } from './text-string.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

test('reads PDFDocEncoding, where some codes differ from Latin-1', () => {
  expect(decodeText(bytes(0x41, 0xa0, 0xe9, 0x84, 0x18))).toBe('A€é—˘');
});

test('reads UTF-16 of both byte orders and UTF-8 by their marks', () => {
  expect(decodeText(bytes(0xfe, 0xff, 0x04, 0x16))).toBe('Ж');
  expect(decodeText(bytes(0xff, 0xfe, 0x16, 0x04))).toBe('Ж');
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0xd0, 0x96))).toBe('Ж');
});

test('leaves out the language escapes of UTF-16 text', () => {
  expect(decodeText(bytes(0xfe, 0xff, 0, 0x1b, 0, 0x65, 0, 0x6e, 0, 0x1b, 0, 0x48))).toBe('H');
});

test('writes PDFDocEncoding where it loses nothing, else UTF-16BE', () => {
  expect([...encodeText('A€')]).toEqual([0x41, 0xa0]);
  expect([...encodeText('Ж')]).toEqual([0xfe, 0xff, 0x04, 0x16]);
  expect([...encodeText('\u00a0')]).toEqual([0xfe, 0xff, 0x00, 0xa0]);
});

test('text that would begin like a byte order mark is written as UTF-16BE', () => {
  expect(decodeText(encodeText('þÿ'))).toBe('þÿ');
  expect(decodeText(encodeText('ÿþA'))).toBe('ÿþA');
  expect(decodeText(encodeText('ï»¿'))).toBe('ï»¿');
});

test('any clean text survives writing and reading', () => {
  const any = fc.string({ unit: 'binary' });
  fc.assert(fc.property(any, (text) => decodeText(encodeText(cleanText(text))) === cleanText(text)));
});

test('cleaning twice is cleaning once', () => {
  const any = fc.string({ unit: 'binary' });
  fc.assert(fc.property(any, (text) => cleanText(cleanText(text)) === cleanText(text)));
});

test('a value is NFC, trimmed, free of controls and lone surrogates, with line feeds for line ends', () => {
  expect(cleanText(' e\u0301\0\u0007 ')).toBe('é');
  expect(cleanText('a\ud800b')).toBe('a\ufffdb');
  expect(cleanText('one\r\ntwo\rthree')).toBe('one\ntwo\nthree');
});

test('a value has at most 32 KiB and ends on a whole character', () => {
  const cut = cleanText('€'.repeat(20_000));
  expect(new TextEncoder().encode(cut).length).toBe(MAX_VALUE_BYTES - (MAX_VALUE_BYTES % 3));
});
