/**
 * Tests that no rendering of a document is better than its verdict or alarms without a reason: answers, command line,
 * certificate, webhook and `/verify`, over all fixtures and the published attacks on signatures.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { isWarning } from '#domain/verdict/kinds.ts';
import { SIGNATURE_ATTACKS } from '#test/support/builders/signature-attacks.ts';
import { facesOf } from '#test/support/faces.ts';
import { greener } from '#test/support/greener-faces.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILES = globSync('fixtures/{pdf,demo,norm-1,norm-2}/*.pdf', { cwd: ROOT }).toSorted();
const STRIPPED = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;

test('the fixtures are there', () => {
  expect(FILES.length).toBeGreaterThan(40);
});

test.each(FILES)('%s is no greener on any face than its verdict', async (file) => {
  const input = new Uint8Array(readFileSync(join(ROOT, file)));
  for (const signedPdfPolicy of ['reject', 'strip', 'preserve'] as const) {
    expect(greener(await facesOf(input, { ...DEFAULT_OPTIONS, signedPdfPolicy }))).toEqual([]);
  }
});

test.each(SIGNATURE_ATTACKS)('$family: $name is caution or danger on every face', async ({ build }) => {
  const found = await facesOf(build(), STRIPPED);
  expect(found.verdict.level).toSatisfy(isWarning);
  expect(greener(found)).toEqual([]);
});

test('a face that is greener, one that alarms without cause, one without the sentence and a verdict greener than the facts are found', async () => {
  const input = new Uint8Array(readFileSync(join(ROOT, 'fixtures/demo/contract-changed-after-signing.pdf')));
  const found = await facesOf(input, STRIPPED);
  const face = { name: 'a face', level: 'neutral', hasSentence: false } as const;
  expect(greener({ ...found, faces: [face] })).toEqual([
    'a face is neutral, and changed_after_signing is danger',
    expect.stringMatching(/^a face does not say: Page 1 was changed after Alice Example signed it/),
  ]);
  const better = { ...found.verdict, kind: 'normalized', level: 'neutral' } as const;
  const alarm = { ...face, level: 'caution', hasSentence: true } as const;
  expect(greener({ ...found, verdict: better, faces: [alarm] })).toEqual([
    'normalized is neutral, and the facts are danger',
    'a face is caution, and normalized is only neutral',
  ]);
});
