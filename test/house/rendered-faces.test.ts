/** Answers, command line, certificate and `/verify` of each fixture, as a reader gets them, are no greener than its verdict. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { facesOf } from '#test/support/faces.ts';
import { greener, greenerFaces } from '#test/support/greener-faces.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILES = globSync('fixtures/{pdf,demo,norm-1,norm-2}/*.pdf', { cwd: ROOT }).toSorted();

test('the fixtures are there', () => {
  expect(FILES.length).toBeGreaterThan(40);
});

test.each(FILES)('%s is no greener on any face than its verdict', async (file) => {
  const input = new Uint8Array(readFileSync(join(ROOT, file)));
  for (const signedPdfPolicy of ['reject', 'strip', 'preserve'] as const) {
    expect(await greenerFaces(input, { ...DEFAULT_OPTIONS, signedPdfPolicy })).toEqual([]);
  }
});

test('a face that is greener, one without the sentence and a verdict that is greener than the facts are found', async () => {
  const input = new Uint8Array(readFileSync(join(ROOT, 'fixtures/demo/contract-changed-after-signing.pdf')));
  const found = await facesOf(input, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' });
  const face = { name: 'a face', level: 'neutral', hasSentence: false } as const;
  expect(greener({ ...found, faces: [face] })).toEqual([
    'a face is neutral, and changed_after_signing is danger',
    expect.stringMatching(/^a face does not say: Page 1 was changed after Alice Example signed it/),
  ]);
  const better = { ...found.verdict, kind: 'normalized', level: 'neutral' } as const;
  expect(greener({ ...found, verdict: better, faces: [] })).toEqual([
    'normalized is neutral, and the facts are danger',
  ]);
});
