import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { helloPage } from '#test/support/builders/pdf.ts';
import { Name } from './syntax/objects.ts';
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
