import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { pageTexts } from '#engine/text/pdfium.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { widget } from '#test/support/builders/form.ts';

const line = (y: number, text: string): string => `BT /F 12 Tf 9 ${y} Td (${text}) Tj ET`;

function pageOf(
  streams: readonly string[],
  entries = '',
  more: Readonly<Record<number, BuiltObject>> = {},
): Uint8Array {
  const parts = Object.fromEntries(streams.map((stream, index) => [20 + index, { stream }]));
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3:
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F 4 0 R>>>>` +
      `/Contents[${streams.map((_, index) => `${20 + index} 0 R`).join(' ')}]${entries}>>`,
    4: font,
    ...parts,
    ...more,
  });
}

async function shown(bytes: Uint8Array | null): Promise<string> {
  return (await pageTexts(bytes ?? new Uint8Array())).join('\n').replaceAll(/\s+/g, ' ').trim();
}

test.each([
  ['hides the next stream', [`${line(150, 'Total')} %end`, line(100, 'Hidden'), `\n${line(50, 'foot')}`], true],
  ['ends with its line', [`${line(150, 'Total')} %end\n`, line(100, 'Shown'), line(50, 'foot')], false],
  ['ends with a return', [`${line(150, 'Total')} %end\r`, line(100, 'Shown')], false],
  ['hides white space alone', [`${line(150, 'Total')} %end`, ` \n${line(50, 'foot')}`], false],
  ['is text in a string', [line(150, '100%'), line(100, 'Shown')], false],
  ['is at the end of the page', [line(150, 'Total'), `${line(100, 'Shown')} %end`], false],
])('a comment in one of several streams %s, as PDFium shows it', async (_, streams, isAmbiguous) => {
  const input = pageOf(streams);
  const { bytes, report } = await normalize(input, DEFAULT_OPTIONS);
  expect(await shown(bytes)).toBe(await shown(input));
  expect(report.warnings.some(({ code }) => code === 'AMBIGUOUS_CONTENT')).toBe(isAmbiguous);
});

test('a field is shown on a page that ends in a comment', async () => {
  const more = { 10: widget('/FT/Tx/V(value)/DA(/F 12 Tf 0 g)') };
  const { bytes } = await normalize(pageOf([`${line(150, 'Total')} %end`], '/Annots[10 0 R]', more), DEFAULT_OPTIONS);
  expect(await shown(bytes)).toBe('Total value');
});
