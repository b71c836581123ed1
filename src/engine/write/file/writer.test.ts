import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPdf, helloPage } from '#test/support/builders/pdf.ts';
import { canonicalize } from '#engine/canonical/canonical.ts';
import { checkWithQpdf } from '#engine/qpdf.ts';
import { linearize } from '#engine/write/linearization/linearize.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { writeWithObjectStreams, writeWithTable } from './writer.ts';

const compact = (file: Uint8Array): Uint8Array => writeWithObjectStreams(canonicalize(openDocument(file)), '1.7');
const plain = (file: Uint8Array): Uint8Array => writeWithTable(canonicalize(openDocument(file)), '1.4');
const linear = (file: Uint8Array): Uint8Array => {
  const output = linearize(canonicalize(openDocument(file)), { version: '1.7', objectStreams: true });
  if (!output) throw new Error('The file could not be linearized.');
  return output;
};
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('every form of output is clean in qpdf', async () => {
  expect(await checkWithQpdf(compact(helloPage()))).toBe('');
  expect(await checkWithQpdf(plain(helloPage()))).toBe('');
  expect(await checkWithQpdf(linear(helloPage()))).toBe('');
});

test('writing is a fixed point: an output gives itself', async () => {
  expect(hash(compact(compact(helloPage())))).toBe(hash(compact(helloPage())));
  expect(hash(plain(plain(helloPage())))).toBe(hash(plain(helloPage())));
  expect(hash(linear(linear(helloPage())))).toBe(hash(linear(helloPage())));
});

test('the same document under other numbers, order, spelling and layout gives the same bytes', async () => {
  const other = buildPdf(
    {
      70: '<</Font <</F1 11 0 R>>>>',
      11: '<</BaseFont/Helvetic#61 /Subtype/Type1 /Type/Font /Unused null>>',
      12: { stream: 'BT /F1 24 Tf 72 700 Td (Hello, world) Tj ET' },
      9: '<</Kids[8 0 R]/MediaBox[0.0 0 612.00 +792]/Count 15 0 R/Type/Pages>>',
      8: '<</Contents [12 0 R] /Parent 9 0 R /Resources 70 0 R /Rotate 0 /Type /Page /Missing 99 0 R>>',
      15: '1',
      21: '(nobody refers to me)',
      7: '<</Pages 9 0 R/Version/1.5/Type/Catalog>>',
    },
    { trailer: '/Root 7 0 R/ID[<01><02>]', version: '1.3' },
  );
  // Direct resources and referenced ones are still two spellings, as the equivalence contract says.
  const first = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources 6 0 R>>',
    4: { stream: 'BT /F1 24 Tf 72 700 Td (Hello, world) Tj ET' },
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    6: '<</Font<</F1 5 0 R>>>>',
  });
  expect(hash(compact(other))).toBe(hash(compact(first)));
  expect(hash(linear(other))).toBe(hash(linear(first)));
});

test('the document ID says what the content is: both halves equal, the same for equal content', async () => {
  const idOf = (bytes: Uint8Array): string[] =>
    [...text(bytes).matchAll(/\/ID \[<(\w{32})><(\w{32})>\]/g)].flatMap(([, a, b]) => [a ?? '', b ?? '']);
  const ids = idOf(linear(helloPage()));
  expect(new Set(ids).size).toBe(1);
  expect(ids).toHaveLength(4); // a linearized file has a trailer in each of its two parts
  expect(idOf(compact(helloPage('Hello, moon')))).not.toEqual(idOf(compact(helloPage())));
});

test('names, strings and numbers are spelled so that other readers read them back', async () => {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/Odd 5 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    5: '<</A#20B/C#2fD/ 7/Empty()/Paren(a\\(b\\\\)/Bytes<00ff>/Big 99999999999999999999/Small -.000012/L[[][<<>>]]>>',
  });
  const written = text(plain(file));
  expect(written).toContain(
    '<</ 7/A#20B/C#2fD/Big 99999999999999999999.0/Bytes<00ff>/Empty()/L[[][<<>>]]/Paren(a\\(b\\\\)/Small -0.000012>>',
  );
  expect(await checkWithQpdf(plain(file))).toBe('');
});

test('a page that only an annotation still points to is not carried along', () => {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[4 0 R]>>',
    4: '<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/Dest[5 0 R/Fit]>>',
    5: '<</Type/Page/MediaBox[0 0 9 9]/Contents 6 0 R>>',
    6: { stream: '(taken out)' },
  });
  expect(text(plain(file))).toContain('/Dest[null/Fit]');
});

test('image data are kept byte for byte', () => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 5 0 R/Resources<</XObject<</I 4 0 R>>>>>>',
    5: { stream: '/I Do' },
    4: { dict: '/Type/XObject/Subtype/Image/Filter/DCTDecode', stream: jpeg },
  });
  expect(text(plain(file))).toContain(text(jpeg));
});
