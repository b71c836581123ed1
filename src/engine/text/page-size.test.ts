import { expect, test } from 'vitest';
import { openDocument } from '#engine/pdf/read/open.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { refuseExpansion } from './expansion.ts';

/** One page with these boxes. */
function judge(boxes: string): void {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R${boxes}>>`,
  });
  refuseExpansion(openDocument(file));
}

test('pages of any size that is in use pass', () => {
  judge('/MediaBox[0 0 14400 14400]');
  judge('/MediaBox[-1000000 -1000000 1000000 1000000]');
});

test('a page whose text could not be read in any memory ends the document, be its corners in whatever order', () => {
  expect(() => judge('/MediaBox[0 2147483647 612 792]')).toThrow(/size of a page/);
  expect(() => judge('/MediaBox[0 0 10000001 792]')).toThrow(/size of a page/);
});

test('what is cropped away does not count; boxes that do not meet do', () => {
  judge('/MediaBox[0 0 2147483647 792]/CropBox[0 0 612 792]');
  expect(() => judge('/MediaBox[0 0 2147483647 792]/CropBox[-9 -9 -1 -1]')).toThrow(/size of a page/);
});
