import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { helloPage } from '#test/support/builders/pdf.ts';

/** One page with a signature field whose value is the object with that number. */
function signedBy(value: number, page = ''): Uint8Array {
  return helloPage('Text', {
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[6 0 R]${page}>>`,
    6: `<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/Rect[0 0 0 0]/V ${value} 0 R>>`,
  });
}

const OPTIONS = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;

test.each([
  ['catalog', 1],
  ['page tree', 2],
  ['page', 3],
])('a field that names the %s as its signature does not take it along', async (_, value) => {
  const { bytes, report } = await normalize(signedBy(value), OPTIONS);
  expect(report).toMatchObject({ status: 'SUCCESS', security: { digitalSignaturesRemoved: true } });
  const pdf = openDocument(bytes ?? new Uint8Array());
  expect(pdf.pages).toHaveLength(1);
  expect(Buffer.from(pdf.pageContent(pdf.pages[0]!)).toString()).toContain('(Text)');
});

test('a page that looks like a signature stays, and looks so no more', async () => {
  const file = signedBy(5, '/ByteRange[0 1 2 3]');
  const text = Buffer.from(file).toString('latin1').replace('/Contents 4 0 R', '/Contents (ab)');
  const { bytes, report } = await normalize(new Uint8Array(Buffer.from(text, 'latin1')), OPTIONS);
  expect(report.status).toBe('SUCCESS');
  expect(openDocument(bytes ?? new Uint8Array()).pages[0]?.dict.has('ByteRange')).toBe(false);
});
