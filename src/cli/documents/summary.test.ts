import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { withVerdict } from '#domain/verdict/verdict.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { normalize } from '#test/support/normalize.ts';
import { summaryOf } from './summary.ts';

async function ended(pdf: Uint8Array) {
  const { report, timeline } = await normalize(pdf, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' });
  return { status: report.status, report: withVerdict(report, timeline) };
}

it('counts how files ended, and the verdicts that somebody has to read', async () => {
  const plain = await ended(helloPage('Plain'));
  const forged = await ended(new Uint8Array(readFileSync('fixtures/demo/contract-changed-after-signing.pdf')));
  const unread = { status: 'FAILED', report: null } as const;
  expect(summaryOf([plain, plain])).toBe('2 files: 2 normalized.');
  expect(summaryOf([plain, forged, unread])).toBe('3 files: 2 normalized, 1 failed. Verdicts to read: 1 danger.');
});
