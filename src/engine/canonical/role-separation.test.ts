import { expect, test } from 'vitest';
import { normalize } from '#engine/normalize.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

/** A PDF with one page that shows a text. The given objects are numbered from 10. */
function onePage(resources: string, more: Readonly<Record<number, BuiltObject>> = {}, page = ''): Uint8Array {
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/PageLayout/OneColumn/ViewerPreferences 6 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<${resources}>>${page}>>`,
    4: { stream: 'BT /F1 12 Tf 20 100 Td (Hello) Tj ET /G gs /I Do BT /F2 12 Tf (x) Tj ET' },
    5: FONT,
    6: '<</HideToolbar true>>',
    ...more,
  });
}

async function output(file: Uint8Array) {
  const { bytes, report } = await normalize(file, DEFAULT_OPTIONS);
  expect(report.failure).toBeNull();
  const pdf = openDocument(bytes ?? new Uint8Array());
  return { pdf, page: pdf.pages[0]?.dict ?? new Dict(pdf) };
}

test('the catalog, a page or the page tree as a font of a page stays what it is', async () => {
  for (const number of [1, 2, 3, 6]) {
    const { pdf, page } = await output(onePage(`/Font<</F1 5 0 R/F2 ${number} 0 R>>`));
    expect(pdf.catalog.name('Type')).toBe('Catalog');
    expect(pdf.catalog.name('PageLayout')).toBe('OneColumn');
    expect(pdf.catalog.dict('ViewerPreferences')?.boolean('HideToolbar')).toBe(true);
    expect(page.name('Type')).toBe('Page');
    expect(page.array('MediaBox')).toEqual([0, 0, 200, 200]);
    expect(page.dict('Resources')?.dict('Font')?.size).toBeGreaterThan(0);
  }
});

test('the catalog as all fonts or all graphics states of a page stays what it is', async () => {
  for (const resources of [
    '/Font 1 0 R',
    '/Font<</F1 5 0 R>>/ExtGState 1 0 R',
    '/Font<</F1 5 0 R>>/ExtGState<</G 1 0 R>>',
  ]) {
    const { pdf } = await output(onePage(resources));
    expect(pdf.catalog.name('PageLayout')).toBe('OneColumn');
    expect(pdf.pages).toHaveLength(1);
  }
});

test('a structure element that is also a font keeps its entries', async () => {
  const { pdf } = await output(
    onePage('/Font<</F1 5 0 R/F2 10 0 R>>', {
      1: '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 11 0 R/MarkInfo<</Marked true>>>>',
      10: '<</Type/StructElem/S/P/P 11 0 R/Alt(spoken)/BaseFont/Helvetica>>',
      11: '<</Type/StructTreeRoot/K 10 0 R>>',
    }),
  );
  const root = pdf.catalog.dict('StructTreeRoot');
  const element = root?.dict('K') ?? pdf.resolve(root?.array('K')?.[0]);
  expect(element instanceof Dict && [element.name('S'), element.string('Alt') !== undefined]).toEqual(['P', true]);
});

test('one dictionary as a font and as a graphics state is both', async () => {
  const both = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ca .5>>';
  const { page } = await output(onePage('/Font<</F1 10 0 R>>/ExtGState<</G 10 0 R>>', { 10: both }));
  const entriesOf = (category: string): Dict[] => {
    const entries = page.dict('Resources')?.dict(category);
    return [...(entries?.keys() ?? [])].flatMap((name) => entries?.dict(name) ?? []);
  };
  expect(entriesOf('ExtGState').map((state) => state.number('ca'))).toEqual([0.5]);
  expect(entriesOf('Font').map((font) => font.has('FontDescriptor'))).toEqual([true]);
});

test('a stream that is content of one page and a form of another keeps both roles', async () => {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 8 0 R]/Count 2>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    4: {
      dict: '/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Matrix[1 0 0 1 0 -50]/Resources<</Font<</F1 6 0 R>>>>',
      stream: 'BT /F1 12 Tf 20 100 Td (Hello) Tj ET',
    },
    5: FONT,
    6: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
    7: { stream: 'q /X1 Do Q' },
    8: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 7 0 R/Resources<</XObject<</X1 4 0 R>>>>>>',
  });
  const { pdf, page } = await output(file);
  expect(page.stream('Contents')?.dict.has('Subtype')).toBe(false);
  expect(page.dict('Resources')?.dict('Font')?.dict('F0')?.name('BaseFont')).toBe('Helvetica');
  const form = pdf.pages[1]?.dict.dict('Resources')?.dict('XObject')?.stream('X0');
  expect(form?.dict.name('Subtype')).toBe('Form');
  expect(form?.dict.array('Matrix')).toEqual([1, 0, 0, 1, 0, -50]);
  expect(form?.dict.dict('Resources')?.dict('Font')?.dict('F0')?.name('BaseFont')).toBe('Courier');
});
