import { createHash } from 'node:crypto';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import type { OpenWork, StageResult } from '#engine/stage.ts';
import { contentHash } from './09-content-hash.ts';

async function document(...texts: string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (const text of texts) pdf.addPage([300, 100]).drawText(text, { font, x: 10, y: 50, size: 12 });
  return pdf.save();
}

async function run(output: Uint8Array, passthrough = false): Promise<StageResult> {
  const pdf = openDocument(await document(''));
  const work: OpenWork = {
    input: output,
    options: DEFAULT_OPTIONS,
    pdf,
    passthrough,
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
  });
});

test('a document without text has no hash', async () => {
  const result = await run(await document('', ''));
  expect(result).toMatchObject({ result: 'no_text', contentHash: null, warnings: [{ code: 'NO_EXTRACTABLE_TEXT' }] });
});

test('an output that cannot be read back ends the document', async () => {
  await expect(run(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({ code: 'OUTPUT_INVALID' });
});

test('bytes passed through may be unreadable: that is not our doing', async () => {
  expect(await run(new Uint8Array([1, 2, 3]), true)).toMatchObject({ result: 'no_text', contentHash: null });
});
