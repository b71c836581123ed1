import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { buildPdf, helloPage } from '#test/support/builders/pdf.ts';
import { normalize } from '#engine/normalize.ts';
import { openCopy } from './pdfium-fallback.ts';

/** The reference in Kids has a negative generation. PDFium accepts it as a reference, and the engine does not. */
const ODD_KIDS = buildPdf({
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Kids[3 -4 R]/Count 1>>',
  3: '<</Type/Page/MediaBox[0 0 9 9]>>',
});

test('a file that only PDFium can open is normalized as PDFium reads it, and says so', async () => {
  const { bytes, report } = await normalize(ODD_KIDS, DEFAULT_OPTIONS);
  expect(report.status).toBe('SUCCESS');
  expect(report.stages[2]).toMatchObject({ name: 'StructuralRepair', result: 'repaired' });
  expect(report.warnings.map(({ code }) => code)).toContain('REPAIRED_BY_FALLBACK');
  const again = await normalize(ODD_KIDS, DEFAULT_OPTIONS);
  expect(again.bytes).toEqual(bytes);
  const second = await normalize(bytes ?? new Uint8Array(), DEFAULT_OPTIONS);
  expect(second.bytes).toEqual(bytes);
  expect(second.report.warnings.map(({ code }) => code)).not.toContain('REPAIRED_BY_FALLBACK');
});

test('a file without pages for any reader keeps its own failure', async () => {
  const { report } = await normalize(
    buildPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Kids[]>>' }),
    DEFAULT_OPTIONS,
  );
  expect(report.failure).toMatchObject({ code: 'NO_PAGES', stage: 'StructuralRepair' });
});

test('PDFium is not asked to look through the rest of the file for the end of every stream', async () => {
  const streams = Array.from({ length: 20_000 }, (_, index) => `${index + 6} 0 obj<<>>stream\n`).join('');
  const file = Buffer.concat([helloPage(), Buffer.from(streams, 'latin1')]);
  expect(await openCopy(new Uint8Array(file))).toBeUndefined();
  expect((await openCopy(helloPage('Text')))?.pageCount).toBe(1);
});
