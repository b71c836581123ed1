import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { helloPage } from '#test/support/builders/pdf.ts';
import type { PdfDocument } from './document.ts';
import { Name, type Stream } from './syntax/objects.ts';
import { openDocument } from './read/open.ts';

test('what a stage makes of decoded bytes does not count once more, though it be compressed and read again', () => {
  const pdf = openDocument(helloPage());
  const before = pdf.budget.decodable;
  const made = pdf.newStream(new Uint8Array(1000));
  made.raw = deflateSync(new Uint8Array(1000));
  made.dict.set('Filter', new Name('FlateDecode'));
  expect(pdf.bytesOf(made)).toHaveLength(1000);
  expect(pdf.budget.decodable).toBe(before);
});

/** A compressed stream whose plain bytes are cached. */
function keptStream(pdf: PdfDocument, bytes: Uint8Array): Stream {
  const stream = pdf.newStream(bytes);
  stream.raw = deflateSync(bytes);
  stream.dict.set('Filter', new Name('FlateDecode'));
  pdf.keepDecoded(stream, bytes);
  return stream;
}

test('bytes that are kept when they are compressed need not be inflated, and count as if they were', () => {
  const [pdf, other] = [openDocument(helloPage()), openDocument(helloPage())];
  const bytes = new Uint8Array(1000);
  const kept = keptStream(pdf, bytes);
  expect(pdf.bytesOf(kept)).toBe(bytes);
  expect(other.bytesOf(kept)).toEqual(bytes);
  kept.raw = deflateSync(new Uint8Array(2000));
  expect(pdf.bytesOf(kept)).toHaveLength(2000);
});

test('no more than 16 MiB are kept, with what their buffers hold besides', () => {
  const pdf = openDocument(helloPage());
  const part = new Uint8Array(9 << 20).subarray(0, 10);
  expect(pdf.bytesOf(keptStream(pdf, part))).toBe(part);
  const more = new Uint8Array(8 << 20).fill(1).subarray(0, 10);
  const inflated = pdf.bytesOf(keptStream(pdf, more));
  expect(inflated).toEqual(more);
  expect(inflated).not.toBe(more);
});
