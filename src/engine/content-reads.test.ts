import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { passOver } from './content/content-pass.ts';
import { scanContent } from './content/operations.ts';
import { normalize } from './normalize.ts';
import { inflate } from './pdf/filters/flate.ts';
import { openDocument } from './pdf/read/open.ts';
import { latin1 } from './pdf/syntax/lexer.ts';
import { ContentDigest } from './text/content-digest.ts';
import { TextExtractor } from './text/text-extractor.ts';

vi.mock(import('./pdf/filters/flate.ts'), async (original) => {
  const real = await original();
  return { ...real, inflate: vi.fn(real.inflate) };
});
vi.mock(import('./content/content-pass.ts'), async (original) => {
  const real = await original();
  return { ...real, passOver: vi.fn(real.passOver) };
});
vi.mock(import('./content/operations.ts'), async (original) => {
  const real = await original();
  return { ...real, scanContent: vi.fn(real.scanContent) };
});

beforeEach(() => {
  vi.clearAllMocks();
});

const CONTENTS = ['BT/F0 9 Tf(first page)Tj\nET', 'BT/F0 9 Tf(second page)Tj\nET'];

function document(): Uint8Array {
  const compressed = CONTENTS.map((content) => ({
    dict: '/Filter/FlateDecode',
    stream: latin1(deflateSync(content)),
  }));
  const page = (contents: number): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents ${contents} 0 R/Resources<</Font<</F0 7 0 R>>>>>>`;
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    3: page(5),
    4: page(6),
    5: compressed[0] ?? '',
    6: compressed[1] ?? '',
    7: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  });
}

/** The number of times that each content is in the list. */
function timesIn(all: readonly string[]): number[] {
  return CONTENTS.map((content) => all.filter((one) => one.trim() === content).length);
}

test('content of a page is inflated once for the output, and once more to prove it', async () => {
  const { report } = await normalize(document(), DEFAULT_OPTIONS);
  expect(report.normalized?.contentHash).toMatch(/^[0-9a-f]{64}$/);
  const inflated = vi.mocked(inflate).mock.results.flatMap(({ type, value }) => (type === 'return' ? [value] : []));
  expect(timesIn(inflated.map(({ bytes }) => latin1(bytes)))).toEqual([2, 2]);
});

test('content of a page is read once for its spelling, by the output and by its proof, and once for its text', async () => {
  await normalize(document(), DEFAULT_OPTIONS);
  expect(timesIn(vi.mocked(passOver).mock.calls.map(([bytes]) => latin1(bytes)))).toEqual([2, 2]);
  expect(timesIn(vi.mocked(scanContent).mock.calls.map(([bytes]) => latin1(bytes)))).toEqual([1, 1]);
});

const FIXTURES = join(import.meta.dirname, '../../fixtures/pdf');

function contentHashOf(output: Uint8Array): string | null {
  const pdf = openDocument(output);
  const extractor = new TextExtractor(pdf);
  const digest = new ContentDigest();
  for (const page of pdf.pages) {
    extractor.read(page, digest);
    digest.separate();
  }
  return digest.digest();
}

test('the hash that is reported is that of the text in the output as it is read by anybody', async () => {
  let normalized = 0;
  for (const name of readdirSync(FIXTURES).filter((file) => file.endsWith('.pdf'))) {
    const { bytes, report } = await normalize(readFileSync(join(FIXTURES, name)), DEFAULT_OPTIONS);
    if (!bytes) continue;
    normalized++;
    expect.soft(report.normalized?.contentHash, name).toBe(contentHashOf(bytes));
  }
  expect(normalized).toBeGreaterThan(20);
});
