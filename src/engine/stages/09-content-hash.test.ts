import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import type { OpenWork, StageResult } from './stage.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { contentHash } from './09-content-hash.ts';

async function document(...texts: string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (const text of texts) pdf.addPage([300, 100]).drawText(text, { font, x: 10, y: 50, size: 12 });
  return pdf.save();
}

async function run(output: Uint8Array): Promise<StageResult> {
  const work: OpenWork = {
    input: output,
    options: DEFAULT_OPTIONS,
    pdf: openDocument(output),
    passthrough: false,
    security: {},
    validation: {},
    output,
  };
  return contentHash.run(work);
}

test('hashes the text of all pages in order, as words', async () => {
  const expected = createHash('sha256').update('The first page the second').digest('hex');
  expect(await run(await document('The first  page', 'the second'))).toEqual({
    result: 'hashed',
    contentHash: expected,
    warnings: [],
  });
});

test('a document without text has no hash', async () => {
  const result = await run(await document('', ''));
  expect(result).toMatchObject({ result: 'no_text', contentHash: null, warnings: [{ code: 'NO_EXTRACTABLE_TEXT' }] });
});

test.each([
  ['size of the font', (digits: string) => `/F ${digits} Tf(Hello)Tj`],
  ['position', (digits: string) => `/F 9 Tf ${digits} -${digits} Td(Hello)Tj`],
  ['scale', (digits: string) => `/F 9 Tf ${digits} Tz ${digits} 0 0 ${digits} 0 0 Tm(Hello)Tj`],
  ['fraction', (digits: string) => `/F 9.${digits} Tf(Hello)Tj`],
])('text is read whatever the number of digits: %s', async (_, content) => {
  const page = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    4: { stream: `BT ${content('9'.repeat(400))} ET` },
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  });
  const expected = createHash('sha256').update('Hello').digest('hex');
  expect((await run(page)).contentHash).toBe(expected);
});

test('a font whose one code stands for a thousand characters ends the document, and does not fill the memory', async () => {
  const bomb = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    4: { dict: '/Filter/FlateDecode', stream: deflateSync(`BT/F 1 Tf(${'a'.repeat(1_000_000)})Tj ET`) },
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>',
    6: { stream: `1 beginbfchar <61> <${'0062'.repeat(1000)}> endbfchar` },
  });
  await expect(run(bomb)).rejects.toMatchObject({ code: 'RESOURCE_LIMIT_EXCEEDED' });
});
