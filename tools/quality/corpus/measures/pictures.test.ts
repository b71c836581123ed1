import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { ownFolder } from '#test/support/folder.ts';
import { normalize } from '#test/support/normalize.ts';
import type { Evidence, Output } from '#tools/quality/corpus/evidence.ts';
import type { Renderer, RendererComparison } from '#tools/quality/corpus/rendering/comparison.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import type { Score } from '#tools/quality/scores.ts';
import { pictures } from './pictures.ts';

const directory = ownFolder(afterAll);
const original = join(directory, 'in.pdf');
writeFileSync(original, helloPage());

/** One output with this many lost pixels on its first page in each renderer. */
async function judged(lost: Partial<Record<Renderer, number | string>>, warnings: Output['report']['warnings'] = []) {
  const { report } = await normalize(helloPage(), DEFAULT_OPTIONS);
  const file = { path: original, name: 'in.pdf', sha256: '', readable: true, pageCounts: [1], truth: null };
  const output: Output = { file, path: 'out.pdf', sha256: '', report: { ...report, warnings }, text: null, pages: [] };
  const names: readonly Renderer[] = ['PDFium', 'MuPDF', 'poppler'];
  const renderers = names.flatMap((renderer): RendererComparison[] => {
    const pixels = lost[renderer];
    if (pixels === undefined) return [];
    if (typeof pixels === 'string') return [{ renderer, pages: [], missing: pixels }];
    return [{ renderer, pages: [{ page: 1, lost: pixels, added: 0 }], missing: null }];
  });
  const evidence: Evidence = {
    files: [file],
    lines: new Map(),
    again: new Map(),
    outputs: [output],
    second: new Map(),
    renderings: new Map([['out.pdf', { renderers, pageCount: 1, sameText: true }]]),
    elapsedMs: 0,
    reportOf: () => report,
    lineOf: () => undefined,
  };
  const scores = await pictures.judge(evidence);
  const of = (claim: string): Score | undefined => scores.find((one) => one.claim.startsWith(claim));
  return { losses: of('visible losses')?.exceptions ?? [], alone: of('no reader is alone')?.exceptions ?? [] };
}

test('what both renderers see is a loss', async () => {
  const { losses } = await judged({ PDFium: 30, MuPDF: 20 });
  expect(losses).toEqual([
    { name: 'in.pdf', what: 'page 1 (PDFium 30, MuPDF 20 pixels of a square)', rule: undefined },
  ]);
});

test('poppler decides where the two do not agree', async () => {
  expect((await judged({ PDFium: 30, MuPDF: 0, poppler: 30 })).losses).toHaveLength(1);
  const { losses, alone } = await judged({ PDFium: 30, MuPDF: 0, poppler: 0 });
  expect(losses).toEqual([]);
  expect(alone).toHaveLength(1);
});

test('where nobody decides it is a loss', async () => {
  expect((await judged({ PDFium: 30, MuPDF: 0, poppler: 'is not installed' })).losses).toHaveLength(1);
  expect((await judged({ PDFium: 30, MuPDF: 'is not installed', poppler: 'is not installed' })).losses).toHaveLength(1);
});

test('other fonts than those embedded explain what PDFium does not see, unless a glyph is missing', async () => {
  const substituted = { code: 'FONT_SUBSTITUTED', message: '' } as const;
  const seen = { PDFium: 0, MuPDF: 30, poppler: 30 };
  expect((await judged(seen, [substituted])).losses[0]?.rule).toMatch(/^fonts that are not embedded/);
  const missing = [substituted, { code: 'GLYPH_MISSING', message: '' } as const];
  expect((await judged(seen, missing)).losses[0]?.rule).toBeUndefined();
});
