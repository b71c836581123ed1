import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import type { StageResult } from './stage.ts';
import { buildPdf, helloPage } from '#test/support/builders/pdf.ts';
import { sentencesOf } from '#test/support/warnings.ts';
import { structuralRepair } from './02-structural-repair.ts';

async function repair(input: Uint8Array): Promise<StageResult> {
  const work = { input, options: DEFAULT_OPTIONS, passthrough: false, security: {}, validation: {}, output: null };
  return structuralRepair.run({ ...work, pdf: openDocument(input) });
}

const edited = (change: (text: string) => string): Uint8Array =>
  new Uint8Array(Buffer.from(change(Buffer.from(helloPage()).toString('latin1')), 'latin1'));
const codes = ({ warnings = [] }: StageResult): string[] => warnings.map(({ code }) => code);

test('a sound file is intact and nothing is said of it', async () => {
  const result = await repair(helloPage());
  expect(result.result).toBe('intact');
  expect(result.warnings).toEqual([]);
  expect(result.validation).toEqual({
    xrefRebuilt: false,
    objectStreamsRegenerated: false,
    brokenReferencesDetected: false,
  });
});

test('a cross-reference that leads nowhere is rebuilt', async () => {
  const result = await repair(edited((text) => text.replace(/startxref\n\d+/, 'startxref\n1')));
  expect(result).toMatchObject({ result: 'repaired', validation: { xrefRebuilt: true } });
  expect(codes(result)).toEqual(['XREF_REBUILT']);
});

test('references to objects that are not there are counted and named', async () => {
  const result = await repair(helloPage('x', { 5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Dead 98 0 R>>' }));
  expect(result).toMatchObject({ result: 'repaired', validation: { brokenReferencesDetected: true } });
  expect(sentencesOf(result)).toEqual([
    {
      code: 'BROKEN_OBJECT_REFERENCE',
      message: 'References to missing objects: 1, first to object 98. They were read as null.',
    },
  ]);
});

test('a stream length that lies is said once, with the first object', async () => {
  const result = await repair(edited((text) => text.replace(/Length \d\d/, 'Length 10')));
  expect(sentencesOf(result)).toEqual([
    { code: 'STREAM_LENGTH_REPAIRED', message: 'Streams whose Length was wrong: 1, first in object 4.' },
  ]);
});

test('two revisions become one', async () => {
  const first = Buffer.from(helloPage()).toString('latin1');
  const previous = /startxref\n(\d+)/.exec(first)?.[1];
  const update = `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 6/Root 1 0 R/Prev ${previous}>>\nstartxref\n${first.length}\n%%EOF\n`;
  const result = await repair(new Uint8Array(Buffer.from(first + update, 'latin1')));
  expect(result.security).toMatchObject({ incrementalUpdatesRemoved: true });
  expect(codes(result)).toEqual(['MULTIPLE_REVISIONS']);
});

test('a page tree that lists rubbish is repaired', async () => {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R null]/Count 2>>',
    3: '<</Type/Page/Parent 2 0 R>>',
  });
  expect(codes(await repair(file))).toEqual(['PAGE_TREE_REPAIRED']);
});

test('a kid that is not there is a broken reference, although the new page tree no longer shows it', async () => {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 9 0 R]/Count 2>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
  });
  expect(codes(await repair(file)).toSorted()).toEqual(['BROKEN_OBJECT_REFERENCE', 'PAGE_TREE_REPAIRED']);
});
