import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { isGrave } from '#engine/facts/report.ts';
import { normalize } from '#engine/normalize.ts';
import { certified, sign } from '#test/support/builders/signature-attacks.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

const CONTENT = 'BT /F1 24 Tf 72 700 Td (Pay one hundred) Tj ET';
const stored = (entries: string): string => `<<${entries}>>\nstream\n${CONTENT}\nendstream`;

async function verdictOf(object: string, level?: number) {
  const signed = sign({ 4: { stream: CONTENT } }, level === undefined ? {} : certified(level));
  const { report } = await normalize(appendUpdate(signed, { 4: object }), {
    ...DEFAULT_OPTIONS,
    signedPdfPolicy: 'reject',
  });
  return {
    isValid: report.security.overallSignatureStatus === 'ALL_VALID',
    grave: report.tamperAnalysis?.anomalies.some(isGrave) ?? false,
  };
}

describe('an update writes the signed content of a page again', () => {
  it.each([
    '/Length 2',
    '/Length 0',
    '/Length 999999',
    '/Length true',
    '/Length(x)',
    '',
    '/Filter 3',
    '/Filter<</N 1>>',
    '/Filter[(x)]',
  ])('and some readers find no data in it: %s', async (entries) => {
    const length = entries.includes('Length') || entries === '' ? '' : `/Length ${CONTENT.length}`;
    for (const level of [undefined, 2, 3])
      expect(await verdictOf(stored(entries + length), level)).toEqual({ isValid: false, grave: true });
  });

  it('and every reader finds the same data', async () => {
    for (const level of [undefined, 2, 3])
      expect(await verdictOf(stored(`/Length ${CONTENT.length}`), level)).toEqual({ isValid: true, grave: false });
  });
});
