import { expect, test } from 'vitest';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { canonicalize } from '#engine/canonical/canonical.ts';
import { type Container, Dict } from '#engine/pdf/syntax/objects.ts';
import { checkWithQpdf } from '#engine/qpdf.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { linearize } from './linearize.ts';

const linear = (file: Uint8Array, objectStreams = true): Uint8Array => {
  const options = { version: objectStreams ? '1.7' : '1.4', objectStreams };
  const output = linearize(canonicalize(openDocument(file)), options);
  if (!output) throw new Error('The file could not be linearized.');
  return output;
};
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Pages with a common font and with their own content and form. Every page refers to the next one. */
function manyPages(count: number, catalog = '', more: Record<number, string> = {}): Uint8Array {
  const objects: Record<number, string | { dict?: string; stream: string }> = { ...more };
  const first = (index: number): number => 100 + index * 10;
  for (let index = 0; index < count; index++) {
    const at = first(index);
    const next = first((index + 1) % count);
    objects[at] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${index + 100} 100]/Contents ${at + 1} 0 R/Annots[${at + 2} 0 R]` +
      `/Resources<</Font<</F 5 0 R>>/XObject<</X ${at + 4} 0 R>>>>${index % 3 === 0 ? `/Thumb ${at + 5} 0 R` : ''}>>`;
    objects[at + 1] = { stream: `BT /F 9 Tf (Page ${index}) Tj ET /X Do` };
    objects[at + 2] = `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[${next} 0 R/Fit]/BS ${at + 3} 0 R>>`;
    objects[at + 3] = `<</W ${index + 1}>>`;
    objects[at + 4] = { dict: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]', stream: `${index} 0 m` };
    objects[at + 5] = {
      dict: '/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8',
      stream: String.fromCharCode(65 + (index % 20)),
    };
  }
  const kids = Array.from({ length: count }, (_, index) => `${first(index)} 0 R`).join(' ');
  objects[1] = `<</Type/Catalog/Pages 2 0 R${catalog}>>`;
  objects[2] = `<</Type/Pages/Kids[${kids}]/Count ${count}>>`;
  objects[5] = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Shared 6 0 R>>';
  objects[6] = '<</Everywhere true>>';
  return buildPdf(objects);
}

const OUTLINES = {
  7: '<</First 8 0 R/Last 9 0 R/Count 2>>',
  8: '<</Title(a)/Parent 7 0 R/Next 9 0 R/Dest[100 0 R/Fit]>>',
  9: '<</Title(b)/Parent 7 0 R/Prev 8 0 R/Dest[110 0 R/Fit]>>',
};

test.each([
  ['one page', manyPages(1)],
  ['two pages', manyPages(2)],
  ['more objects than one object stream holds', manyPages(150)],
  ['outlines shown when the document opens', manyPages(40, '/Outlines 7 0 R/PageMode/UseOutlines', OUTLINES)],
  ['outlines not shown', manyPages(3, '/Outlines 7 0 R', OUTLINES)],
  [
    'objects of the document and of pages at once',
    manyPages(60, '/ViewerPreferences 6 0 R/Threads[114 0 R]/Extra 104 0 R'),
  ],
])('a reader that checks hint tables has no complaint: %s', async (_, file) => {
  for (const objectStreams of [true, false]) expect(await checkWithQpdf(linear(file, objectStreams))).toBe('');
});

test('an output linearized again is the same', () => {
  const once = linear(manyPages(150, '/Outlines 7 0 R', OUTLINES));
  expect(Buffer.compare(linear(once), once)).toBe(0);
});

test('the first page can be shown from the front of the file', () => {
  const file = text(linear(manyPages(30), false));
  const [, length, end] = /\/Linearized 1\/L (\d+).*?\/E (\d+)/.exec(file) ?? [];
  expect(Number(length)).toBe(file.length);
  const front = file.slice(0, Number(end));
  expect(front).toContain('/MediaBox[0 0 100 100]');
  expect(front).toContain('/BaseFont/Helvetica');
  expect(front).not.toContain('/MediaBox[0 0 101 100]');
});

test('PDF/A-1 gets tables and no object streams', () => {
  const file = text(linear(manyPages(3), false));
  expect(file).not.toMatch(/\/ObjStm|\/XRef/);
  expect(file.match(/\nxref\n|\btrailer\b/g)).toHaveLength(4);
});

test('outlines written in place have no place in hint tables', () => {
  const graph = canonicalize(openDocument(manyPages(2, '/Outlines 7 0 R', OUTLINES)));
  const catalog = graph.objects[graph.root - 1];
  const outlines = catalog instanceof Dict ? catalog.dict('Outlines') : undefined;
  const inPlace = (container: Container): number | undefined =>
    container === outlines ? undefined : graph.numberOf(container);
  const options = { version: '1.7', objectStreams: true };
  expect(linearize({ ...graph, numberOf: inPlace }, options)).toBeUndefined();
  expect(linearize(graph, options)).toBeDefined();
});
