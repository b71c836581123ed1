/** Numbers that the output spells as a default count as the default at once: large outputs are not all normalized again. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, STAGE_NAMES } from '#engine/facts/pipeline.ts';
import { startNormalizing } from '#engine/normalize.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';

/** Without the proof, in which the output of a small file settles. */
async function onePass(input: Uint8Array): Promise<Uint8Array> {
  const run = startNormalizing(input, DEFAULT_OPTIONS, 'large');
  for (const name of STAGE_NAMES) await run.runStage(name);
  return run.result().bytes ?? new Uint8Array();
}

const MEDIA_BOX = '/MediaBox[0 0 595.27559 841.88976]';
const DOCUMENT = {
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  4: { stream: '/F Do' },
};
const page = (entries: string): string => `<</Type/Page/Parent 2 0 R/Contents 4 0 R${entries}>>`;
const form = (entries: string) => ({
  ...DOCUMENT,
  3: page(`${MEDIA_BOX}/Resources<</XObject<</F 5 0 R>>>>`),
  5: { dict: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${entries}`, stream: '0 0 5 5 re f' },
});
const annotation = (entries: string) => ({
  ...DOCUMENT,
  3: page(`${MEDIA_BOX}/Annots[5 0 R]`),
  5: `<</Type/Annot/Subtype/Square/Rect[0 0 9 9]${entries}>>`,
});

test.each([
  ['a crop box with more digits', { ...DOCUMENT, 3: page(`${MEDIA_BOX}/CropBox[0 0 595.275590 841.889758]`) }],
  ['a trim box with more digits', { ...DOCUMENT, 3: page(`${MEDIA_BOX}/TrimBox[0 0 595.275590 841.889758]`) }],
  ['a media box without an area', { ...DOCUMENT, 3: page('/MediaBox[0 0 100.0000001 100]/CropBox[9 0 9.00000001 9]') }],
  ['a user unit', { ...DOCUMENT, 3: page(`${MEDIA_BOX}/UserUnit 1.00000001`) }],
  ['the matrix of a form', form('/Matrix[1.00000001 0 0 1 0 0]')],
  ['the type of a form', form('/FormType 1.0')],
  ['the width of a border', annotation('/BS<</W 1.0/S/S>>')],
  ['the intensity of a cloud', annotation('/BE<</S/S/I 0.0>>')],
])('%s', async (_, objects) => {
  const output = await onePass(buildPdf(objects));
  expect(Buffer.from(await onePass(output)).equals(output)).toBe(true);
});
